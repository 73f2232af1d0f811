import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { removeOldWorkers } from './workers.ts'

const reload = vi.fn()
const page = (pathname: string) => ({ pathname, reload }) as unknown as Location
let workers: { unregister: () => Promise<boolean> }[]

beforeEach(() => {
  reload.mockClear()
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistrations: async () => workers.splice(0) } })
})
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'))

it('removes workers on a path with a dot, and reloads once', async () => {
  workers = [{ unregister: async () => true }]
  await removeOldWorkers(page('/old.page/x'))
  expect(reload).toHaveBeenCalledOnce()
  await removeOldWorkers(page('/old.page/x'))
  expect(reload).toHaveBeenCalledOnce()
})

it('leaves other paths alone', async () => {
  workers = [{ unregister: async () => true }]
  await removeOldWorkers(page('/1/participants'))
  expect(workers).toHaveLength(1)
  expect(reload).not.toHaveBeenCalled()
})

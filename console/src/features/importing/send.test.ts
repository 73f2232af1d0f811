import { expect, it } from 'vitest'
import { ApiError } from '../../api/http.ts'
import { mustStartAgain, notWorthSending, type Road, send, type Sent, unreadable } from './send.ts'

/** A road that keeps what arrives; a step may fail once. */
function road(fail?: { at: number; error: Error }): Road & { steps: [number, number][]; begun: number } {
  const r = {
    steps: [] as [number, number][],
    begun: 0,
    begin: async () => ({ id: `f${++r.begun}`, stepBytes: 4, maxBytes: 100 }),
    step: async (_id: string, offset: number, part: Blob) => {
      if (fail?.at === offset) {
        const { error } = fail
        fail = undefined
        throw error
      }
      r.steps.push([offset, part.size])
      return offset + part.size
    },
  }
  return r
}

const file = (bytes: number) => new File(['x'.repeat(bytes)], 'roster.csv')

it('sends a file in steps and says how far it is', async () => {
  const r = road()
  const said: number[] = []
  expect(await send(file(10), r, (s) => said.push(s.bytes))).toEqual({ id: 'f1', bytes: 10, stepBytes: 4 })
  expect(r.steps).toEqual([[0, 4], [4, 4], [8, 2]])
  expect(said).toEqual([0, 4, 8, 10])
})

it('goes on where it broke off', async () => {
  const r = road({ at: 4, error: new ApiError(0, 'The server does not answer.') })
  const f = file(10)
  let last: Sent | undefined
  await expect(send(f, r, (s) => (last = s))).rejects.toThrow('does not answer')
  expect(last).toEqual({ id: 'f1', bytes: 4, stepBytes: 4 })
  await send(f, r, () => {}, last)
  expect(r.steps).toEqual([[0, 4], [4, 4], [8, 2]])
  expect(r.begun).toBe(1)
})

it('does not send what is too large, and never goes round in circles', async () => {
  const r = road()
  await expect(send(file(101), r, () => {})).rejects.toThrow(/larger than/)
  expect(r.steps).toEqual([])
  await expect(send(file(10), { ...r, step: async (_id, offset) => offset }, () => {})).rejects.toThrow('took nothing')
})

it('knows when what is up is of no use any more', () => {
  expect([404, 409, 410, 0, 422, 500].map((status) => mustStartAgain(new ApiError(status, '')))).toEqual([true, true, true, false, false, false])
})

it('refuses by the words of the ledger', () => {
  expect(unreadable('the file is empty')).toBe('UploadCSV: Unable to read file: the file is empty')
  expect(notWorthSending({ name: 'a.csv', size: 0 })).toBe('the file is empty')
  expect(notWorthSending({ name: 'A.XLS', size: 9 })).toMatch(/old Excel file/)
  expect(notWorthSending({ name: 'roster', size: 9 })).toBe('')
})

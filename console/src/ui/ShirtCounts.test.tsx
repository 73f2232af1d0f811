import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { type ShirtCounts, ShirtCountsFields } from './ShirtCounts.tsx'

afterEach(cleanup)

const told = vi.fn()

function Fields({ start, isDisabled }: { start: ShirtCounts; isDisabled?: boolean }) {
  const [value, setValue] = useState(start)
  return <ShirtCountsFields value={value} isDisabled={isDisabled} onChange={(v) => (setValue(v), told(v))} />
}

function open(start: ShirtCounts, isDisabled?: boolean) {
  told.mockReset()
  render(<Fields start={start} isDisabled={isDisabled} />)
  return userEvent.setup()
}

const rows = () => screen.getAllByRole('rowheader').map((h) => h.textContent)
const fields = (row: string) => within(screen.getByRole('rowheader', { name: row }).closest('tr')!).getAllByRole('textbox').map((i) => i.getAttribute('aria-label'))

it('has women’s, men’s and youth rows, or sizes and youth (SHIRT-4 … SHIRT-6)', async () => {
  const user = open({})
  expect(rows()).toEqual(['Women’s', 'Men’s', 'Youth'])
  expect(fields('Women’s')).toEqual(['XS', 'S', 'M', 'L', 'XL', '2XL'].map((s) => `Women’s ${s}`))
  expect(fields('Youth')).toEqual(['XS', 'S', 'M', 'L', 'XL'].map((s) => `Youth ${s}`))
  await user.click(screen.getByRole('switch', { name: 'Unisex' }))
  expect(rows()).toEqual(['Sizes', 'Youth'])
  expect(fields('Sizes')).toHaveLength(6)
})

it('sizes women down only while unisex; unchecking unisex clears it (SHIRT-3)', async () => {
  const user = open({})
  const down = screen.getByRole<HTMLInputElement>('switch', { name: 'Size Down Women' })
  expect(down.disabled).toBe(true)
  await user.click(screen.getByRole('switch', { name: 'Unisex' }))
  await user.click(down)
  expect(told).toHaveBeenLastCalledWith({ unisex: true, wsizedown: true })
  await user.click(screen.getByRole('switch', { name: 'Unisex' }))
  expect(told).toHaveBeenLastCalledWith({ unisex: false, wsizedown: false })
})

it('counts whole numbers from 0, and adds them up (SHIRT-7)', async () => {
  const user = open({ sizes: { wm: 4 } })
  const small = screen.getByLabelText('Women’s S')
  await user.clear(small)
  await user.type(small, '12')
  expect(told).toHaveBeenLastCalledWith({ sizes: { wm: 4, ws: 12 } })
  expect(screen.getByRole('rowheader', { name: 'Women’s' }).closest('tr')!.textContent).toContain('16')
  for (const bad of ['1.5', '-1', 'x']) {
    await user.clear(small)
    await user.type(small, bad)
    expect(small).toMatchObject({ value: bad })
    expect(screen.getByRole('alert').textContent).toBe('Women’s S: Give a whole number, 0 or more.')
  }
  await user.clear(small)
  expect(told).toHaveBeenLastCalledWith({ sizes: { wm: 4, ws: 0 } })
})

it('can be read and not written while disabled', () => {
  open({ unisex: true, sizes: { m: 7 } }, true)
  expect(screen.getByLabelText<HTMLInputElement>('Sizes M')).toMatchObject({ value: '7', disabled: true })
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Unisex' }).disabled).toBe(true)
})

import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { numberText, parseNumber } from './number.ts'
import { NumberField } from './NumberField.tsx'

afterEach(cleanup)

it.each<[string, number | null]>([
  ['42.195', 42.195],
  [' 7 ', 7],
  ['-2.25', -2.25],
  ['−2.25', -2.25],
  ['.5', 0.5],
  ['5.', 5],
  ['', null],
  ['  ', null],
  ['-', Number.NaN],
  ['12 km', Number.NaN],
  ['1,5', Number.NaN],
  ['1e5', Number.NaN],
  ['NaN', Number.NaN],
  ['Infinity', Number.NaN],
  ['0x10', Number.NaN],
])('%j is %j', (text, want) => expect(parseNumber(text)).toBe(want))

it.each<[number | null, number, string]>([
  [42.195, 3, '42.195'],
  [42, 3, '42'],
  [0.1 + 0.2, 3, '0.3'],
  [null, 0, ''],
  [Number.NaN, 0, ''],
  [100_000, 0, '100000'],
])('%j with %i decimals is written %s', (n, decimals, want) => expect(numberText(n, decimals)).toBe(want))

describe('the field', () => {
  const told = vi.fn()
  function Field({ start, min }: { start: number; min?: number }) {
    const [value, setValue] = useState(start)
    return (
      <>
        <NumberField label="Distance" value={value} step={0.001} min={min} onChange={(n) => (setValue(n), told(n))} />
        <button onClick={() => setValue(7)}>Elsewhere</button>
      </>
    )
  }
  const open = (start: number, min?: number) => {
    told.mockReset()
    render(<Field start={start} min={min} />)
    return userEvent.setup()
  }
  const input = () => screen.getByLabelText<HTMLInputElement>('Distance')

  it('tells the number at every key, and leaves the text to who types it', async () => {
    const user = open(Number.NaN)
    await user.type(input(), '1.50')
    expect(told.mock.calls.map(([n]) => n)).toEqual([1, 1.5])
    expect(input().value).toBe('1.50')
    await user.tab()
    expect(input().value).toBe('1.5')
  })
  it('keeps what is no number in sight, and says that it is none', async () => {
    const user = open(5)
    await user.type(input(), 'x')
    await user.tab()
    expect(told).toHaveBeenLastCalledWith(Number.NaN)
    expect(input().value).toBe('5x')
    await user.clear(input())
    expect(told).toHaveBeenCalledTimes(1)
    expect(input().value).toBe('')
  })
  it('steps with the arrows, by ten with shift, and not below the least', async () => {
    const user = open(0.005, 0)
    await user.type(input(), '{ArrowUp}')
    expect(told).toHaveBeenLastCalledWith(0.006)
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
    expect(told).toHaveBeenLastCalledWith(0.016)
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(told).toHaveBeenLastCalledWith(0)
  })
  it('may mean something while it is empty', async () => {
    told.mockReset()
    function Counted() {
      const [value, setValue] = useState(4)
      return <NumberField label="Distance" value={value} empty={0} onChange={(n) => (setValue(n), told(n))} />
    }
    render(<Counted />)
    const user = userEvent.setup()
    await user.clear(input())
    expect([told.mock.lastCall, input().value]).toEqual([[0], ''])
    await user.type(input(), '12')
    expect([told.mock.lastCall, input().value]).toEqual([[12], '12'])
    await user.clear(input())
    await user.tab()
    expect(input().value).toBe('0')
  })
  it('follows a number that comes from elsewhere', async () => {
    const user = open(5)
    await user.type(input(), '5')
    await user.click(screen.getByText('Elsewhere'))
    expect(input().value).toBe('7')
  })
})

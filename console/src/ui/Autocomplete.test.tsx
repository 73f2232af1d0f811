import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Autocomplete } from './Autocomplete.tsx'

afterEach(cleanup)

const options = ['Mat A', 'Mat B', 'Aid 1', 'Spotter'].map((label, i) => ({ id: String(i), label }))

function open(free = true) {
  const pick = vi.fn()
  const accept = vi.fn()
  render(<Autocomplete label="Source" options={options} value="" onPick={pick} onAccept={free ? accept : undefined} />)
  return { pick, accept, user: userEvent.setup() }
}

const shown = () => screen.queryAllByRole('option').map((o) => o.textContent)

it('lists what is most like the typed text and picks the highlighted one at Enter', async () => {
  const { pick, user } = open()
  await user.click(screen.getByRole('combobox', { name: 'Source' }))
  expect(shown()).toHaveLength(4)
  await user.keyboard('mat')
  expect(shown()).toEqual(['Mat A', 'Mat B'])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(pick).toHaveBeenCalledWith(options[1])
})

it('takes the typed text at alt+Enter, where that is allowed', async () => {
  const { pick, accept, user } = open()
  await user.type(screen.getByRole('combobox'), 'Mat C{Alt>}{Enter}{/Alt}')
  expect(accept).toHaveBeenCalledWith('Mat C')
  expect(pick).not.toHaveBeenCalled()
})

it('leaves the field as it was at Escape, and only closes its list', async () => {
  const { pick, user } = open(false)
  await user.type(screen.getByRole('combobox'), 'zzz')
  expect(screen.getAllByText('No Results')[0]).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('')
  expect(shown()).toEqual([])
  expect(pick).not.toHaveBeenCalled()
})

// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { PersonPicker } from './PersonPicker.tsx'

afterEach(cleanup)

const people = Array.from({ length: 25 }, (_, i) => ({ id: i + 1, firstName: i === 24 ? 'Vera' : 'Ana', lastName: `Runner ${i + 1}`, notes: '', bib: String(100 + i) }))

function Picker() {
  const [chosen, choose] = useState<number | null>(null)
  return (
    <>
      <output>{chosen ?? 'none'}</output>
      <PersonPicker label="Receivers" people={people} chosen={chosen} onChoose={choose} words={() => ({ detail: '50K' })} pageSize={12} autoFocus />
    </>
  )
}

const chosen = () => document.querySelector('output')!.textContent
const options = () => within(screen.getByRole('listbox', { name: 'Receivers' })).getAllByRole('option')

it('turns pages with Prev and Next, and says which part is shown', async () => {
  render(<Picker />)
  expect(options()).toHaveLength(12)
  expect(screen.getByRole('button', { name: 'Prev' }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByText('25–25 of 25 people')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Next' }).hasAttribute('disabled')).toBe(true)
  expect(options()).toHaveLength(1)
})

it('chooses by keyboard without leaving the search, across pages', async () => {
  render(<Picker />)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(chosen()).toBe('2')
  await userEvent.keyboard('{PageDown}')
  expect(chosen()).toBe('13')
  await userEvent.keyboard('{ArrowUp}')
  expect(chosen()).toBe('12')
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Runner 12')
  expect(document.activeElement?.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
})

it('takes a whole bib at once, and nobody for a part of a name', async () => {
  render(<Picker />)
  await userEvent.keyboard('124')
  expect(chosen()).toBe('25')
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.keyboard('ver')
  expect(chosen()).toBe('none')
  expect(options()).toHaveLength(1)
  await userEvent.click(options()[0]!)
  expect(chosen()).toBe('25')
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.keyboard('nobody')
  expect(screen.getByText('Nobody matches.')).toBeTruthy()
})

import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Button } from './Button.tsx'
import { Modal, useGuard, View } from './ModalStack.tsx'
import { NavigationStack, useNavigation } from './NavigationStack.tsx'
import { TextField } from './TextField.tsx'
import { anyOpen, anyUnsaved, mayLeave, stepBack } from './unsaved.ts'

afterEach(cleanup)

function Form({ title, onSave, inner }: { title: string; onSave: () => void; inner?: ReactNode }) {
  const [text, setText] = useState('')
  const { push, done } = useNavigation()
  useGuard(text !== '')
  return (
    <View title={title} controls={<Button onPress={() => (onSave(), done())}>Save</Button>}>
      <TextField label={`Name of ${title}`} value={text} onChange={setText} />
      {inner ? <Button onPress={() => push({ name: 'inner', element: inner })}>Open</Button> : null}
    </View>
  )
}

function open() {
  const close = vi.fn()
  const save = vi.fn()
  render(
    <Modal onClose={close}>
      <NavigationStack root={<Form title="Outer" onSave={save} inner={<Form title="Inner" onSave={save} />} />} />
    </Modal>,
  )
  return { close, save, user: userEvent.setup() }
}

const heading = (name: string) => screen.findByRole('heading', { name })

it('closes at Escape when nothing is unsaved, and by its cross where it has no buttons', async () => {
  const { close, user } = open()
  await heading('Outer')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  cleanup()
  const bare = vi.fn()
  render(
    <Modal title="Bare" onClose={bare}>
      Nothing to do
    </Modal>,
  )
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(bare).toHaveBeenCalledOnce())
})

it('asks before unsaved work goes, and keeps it when told to', async () => {
  const { close, user } = open()
  await user.type(screen.getByLabelText('Name of Outer'), 'x')
  expect(anyUnsaved()).toBe(true)
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull())
  expect(close).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
})

it('lays views on each other, keeps what is below, and never drops the last', async () => {
  const { close, user } = open()
  await user.type(screen.getByLabelText('Name of Outer'), 'kept')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(document.activeElement).toBe(await heading('Inner'))
  await user.keyboard('{Escape}')
  await heading('Outer')
  expect(screen.getByLabelText<HTMLInputElement>('Name of Outer').value).toBe('kept')
  expect(document.activeElement?.textContent).toBe('Open')
  expect(close).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await heading('Outer')
})

it('asks about the view that goes, not about what stays below it', async () => {
  const { close, user } = open()
  await user.type(screen.getByLabelText('Name of Outer'), 'kept')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.type(await screen.findByLabelText('Name of Inner'), 'y')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await heading('Outer')
  expect(anyUnsaved()).toBe(true)
  expect(close).not.toHaveBeenCalled()
})

it('takes the browser’s Back as one step, and asks once for all that is unsaved when everything is to go', async () => {
  const { close, user } = open()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await heading('Inner')
  stepBack()
  await heading('Outer')
  await user.type(screen.getByLabelText('Name of Outer'), 'x')
  const leaving = mayLeave()
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(await leaving).toBe(false)
  expect(close).not.toHaveBeenCalled()
  cleanup()
  expect([anyOpen(), anyUnsaved(), await mayLeave()]).toEqual([false, false, true])
})

it('presses the button of the head at Enter in a field, never the way out', async () => {
  const { save, close, user } = open()
  await user.type(screen.getByLabelText('Name of Outer'), 'x{Enter}')
  expect(save).toHaveBeenCalledOnce()
  expect(close).not.toHaveBeenCalled()
})

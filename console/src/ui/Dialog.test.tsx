import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { TextField } from './TextField.tsx'

afterEach(cleanup)

function open(dismissable = true) {
  const close = vi.fn()
  const save = vi.fn()
  render(
    <Dialog title="Rename" isOpen onClose={close} dismissable={dismissable} buttons={<><Button onPress={close}>Cancel</Button><Button onPress={save}>Save</Button></>}>
      <TextField label="Name" autoFocus />
    </Dialog>,
  )
  return { close, save, user: userEvent.setup() }
}

it('presses its default button at Enter in a field', async () => {
  const { save, close, user } = open()
  await user.type(screen.getByLabelText('Name'), 'x{Enter}')
  expect(save).toHaveBeenCalledOnce()
  expect(close).not.toHaveBeenCalled()
})

it('leaves Enter on another button to that button', async () => {
  const { save, close, user } = open()
  screen.getByRole('button', { name: 'Cancel' }).focus()
  await user.keyboard('{Enter}')
  expect([save.mock.calls.length, close.mock.calls.length]).toEqual([0, 1])
})

it('closes at Escape, unless it must not', async () => {
  const first = open()
  await first.user.keyboard('{Escape}')
  expect(first.close).toHaveBeenCalledOnce()
  cleanup()
  const second = open(false)
  await second.user.keyboard('{Escape}')
  expect(second.close).not.toHaveBeenCalled()
})

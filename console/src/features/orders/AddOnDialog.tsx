import { useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { undoable } from '../../api/actions.ts'
import { type AddOn, type Order, ordersChanged, removeAddOn, saveAddOn } from '../../api/orders.ts'
import { newId } from '../../lib/id.ts'
import { count } from '../../lib/units.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Status.tsx'
import { TextField } from '../../ui/TextField.tsx'
import css from './orders.module.css'

interface Props {
  raceEventId: number
  /** Undefined for a new one. */
  addOn: AddOn | undefined
  orders: readonly Order[]
  onClose: () => void
}

/** A variant in the form: its id once it is saved, and a key of its own while it is not. */
interface Choice { key: string; id?: number; name: string }

/** Makes, changes or removes an add-on with its variants. */
export function AddOnDialog({ raceEventId, addOn, orders, onClose }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState(addOn?.name ?? '')
  const [showOnReg, setShowOnReg] = useState(addOn?.showOnReg ?? false)
  const [choices, setChoices] = useState<readonly Choice[]>(() => (addOn?.variants ?? []).filter((v) => v.name !== '').map((v) => ({ key: newId(), id: v.id, name: v.name })))
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  const variants = choices.filter((c) => c.name.trim() !== '').map(({ id, name: n }) => ({ ...(id ? { id } : {}), name: n }))
  const going = lost(addOn, orders, new Set(variants.map((v) => v.id)))
  const act = async (what: () => Promise<{ editId: number; words: string }>) => {
    setBusy(true)
    setRefusal('')
    try {
      const { editId, words } = await what()
      void ordersChanged(client, raceEventId)
      undoable(editId, words)
      onClose()
    } catch (e) {
      const message = e instanceof Error ? e.message : String(e)
      setRefusal(message.charAt(0).toUpperCase() + message.slice(1))
      setBusy(false)
    }
  }
  const save = () =>
    act(async () => {
      // Without choices the one variant that has no name stays, with what was ordered of it.
      const nameless = variants.length === 0 ? (addOn?.variants.find((v) => v.name === '') ?? { name: '' }) : undefined
      const saved = await saveAddOn(raceEventId, addOn?.id, { name, showOnReg, variants: nameless ? [nameless] : variants })
      return { editId: saved.editId, words: `${saved.now.name} ${addOn ? 'saved' : 'added'}.` }
    })
  const remove = () => act(async () => ({ editId: await removeAddOn(raceEventId, addOn!.id), words: `${addOn!.name} removed.` }))

  return (
    <Dialog
      title={addOn ? `Change ${addOn.name}` : 'New add-on'}
      isOpen
      onClose={onClose}
      buttons={
        <>
          {addOn ? (
            <Button look="quiet" isDisabled={busy} onPress={() => void remove()}>
              Remove add-on
            </Button>
          ) : null}
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" busy={busy} isDisabled={name.trim() === ''} onPress={() => void save()}>
            {addOn ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        {refusal ? <Notice state="bad">{refusal}</Notice> : null}
        <TextField label="Name" value={name} onChange={setName} autoFocus />
        <fieldset className={css.choices}>
          <legend>Variants</legend>
          {choices.length === 0 ? <p className={css.note}>Nothing to choose: it is ordered or not.</p> : null}
          {choices.map((c, i) => (
            <div key={c.key} className={css.choice}>
              <TextField label={`Variant ${i + 1}`} hideLabel value={c.name} autoFocus={c.id === undefined && c.name === ''} onChange={(n) => setChoices((list) => list.map((x) => (x === c ? { ...c, name: n } : x)))} />
              <IconButton label={`Remove ${c.name || `variant ${i + 1}`}`} onPress={() => setChoices((list) => list.filter((x) => x !== c))}>
                <X aria-hidden />
              </IconButton>
            </div>
          ))}
          <Button look="quiet" icon={<Plus aria-hidden />} onPress={() => setChoices((list) => [...list, { key: newId(), name: '' }])}>
            Add variant
          </Button>
        </fieldset>
        <Checkbox isSelected={showOnReg} onChange={setShowOnReg}>
          Print on registration sheets and packets
        </Checkbox>
        {going > 0 ? (
          <Notice state="warn">
            {going === 1 ? '1 order goes' : `${count(going)} orders go`} with the variants that you took away. Undo brings them back.
          </Notice>
        ) : null}
      </div>
    </Dialog>
  )
}

/** How many orders a save takes along: those of variants that are not there any more. */
function lost(addOn: AddOn | undefined, orders: readonly Order[], kept: ReadonlySet<number | undefined>): number {
  const of = orders.find((o) => o.addOnId === addOn?.id)
  const nameless = kept.size === 0
  return (of?.variants ?? []).filter((v) => !kept.has(v.variantId) && !(nameless && v.name === '')).reduce((n, v) => n + v.people.length, 0)
}

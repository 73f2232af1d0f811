import { Package, Plus, ScanSearch } from 'lucide-react'
import { useState } from 'react'
import type { ImportSheet } from '../../api/importing.ts'
import { plural } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { AddOnCard } from './AddOnCard.tsx'
import { added, detect, detectable } from './addOns.ts'
import type { Choices } from './mapping.ts'
import css from './addOns.module.css'

interface Props {
  sheet: ImportSheet
  choices: Choices
  onChange: (how: (c: Choices) => Choices) => void
}

/** What was sold with the entries, and which columns say how much of it (ADDON-1, ADDON-2). */
export function AddOnsTab({ sheet, choices, onChange }: Props) {
  const [fresh, setFresh] = useState(-1)
  const found = detectable(sheet, choices).reduce((n, a) => n + a.columns.length, 0)
  const add = () => {
    setFresh(choices.addOns.length)
    onChange(added)
  }
  const buttons = (
    <div className={css.buttons}>
      <Button icon={<Plus aria-hidden />} onPress={add}>
        Add
      </Button>
      <Button icon={<ScanSearch aria-hidden />} isDisabled={found === 0} onPress={() => onChange((c) => detect(sheet, c))}>
        Detect
      </Button>
      <span className={css.found}>{found > 0 ? `${plural(found, 'column looks', 'columns look')} like an add-on.` : 'No other column looks like an add-on.'}</span>
    </div>
  )
  if (choices.addOns.length === 0) {
    return (
      <EmptyState icon={<Package />} title="No add-ons in this import" action={buttons}>
        An add-on is something sold with the entry: a shirt, a meal, parking. Each of its variants has a column; a number in it is how many, anything else a choice.
      </EmptyState>
    )
  }
  return (
    <div className={css.tab}>
      {buttons}
      {choices.addOns.map((addOn, at) => (
        // an add-on is told by its place alone: its name is being typed
        // oxlint-disable-next-line react/no-array-index-key
        <AddOnCard key={at} sheet={sheet} choices={choices} addOn={addOn} at={at} focus={at === fresh} onChange={onChange} />
      ))}
    </div>
  )
}

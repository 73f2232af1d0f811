import { Bookmark, ChevronDown } from 'lucide-react'
import type { ImportSheet } from '../../api/importing.ts'
import { withNamed } from '../../lib/named.ts'
import { usePreference } from '../../lib/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { Popover } from '../../ui/Popover.tsx'
import type { Choices } from './mapping.ts'
import { fits, isApplied, nameOfFile, type Preset, presetFrom, presetOf } from './presets.ts'
import css from './importing.module.css'

interface Props {
  sheet: ImportSheet
  file: string
  choices: Choices
  races: readonly number[]
  /** How the last file of this event was read. */
  last: Preset | null
  onUse: (preset: Preset) => void
  onForget: () => void
  /** What is chosen was given a name. */
  onSaved: (preset: Preset) => void
}

/** How files are read, kept under names: taken, saved, renamed, deleted (IMP-2, IMP-13, A-99). */
export function PresetMenu({ sheet, file, choices, races, last, onUse, onForget, onSaved }: Props) {
  const [kept, setKept] = usePreference('importPresets')
  const presets = kept.flatMap((p) => presetFrom(p) ?? [])
  const inUse = (p: Preset) => fits(sheet, p) && isApplied(sheet, p, choices, races)
  const now = presets.find(inUse)
  const asLast = !now && last !== null && inUse(last)
  const word = now?.name ?? (asLast ? last.name : 'None')
  return (
    <Popover
      label="Presets"
      direction="bottom end"
      trigger={
        <Button icon={<Bookmark aria-hidden />} after={<ChevronDown aria-hidden />}>
          {`Preset: ${word}`}
        </Button>
      }
    >
      {(close) => (
        <NamedList
          items={presets}
          current={now}
          onApply={(p) => {
            onUse(p)
            close()
          }}
          onChange={setKept}
          saveAs="Save as"
          suggested={now?.name ?? nameOfFile(file)}
          onSave={(name) => {
            const preset = presetOf(sheet, choices, name)
            setKept(withNamed(presets, preset))
            onSaved(preset)
            close()
          }}
          empty="Keep how this file is read under a name, for the next one like it."
        >
          <div className={css.fixed}>
            <Button
              look="quiet"
              onPress={() => {
                onForget()
                close()
              }}
            >
              As recognised
            </Button>
            {last && !presets.some((p) => p.name === last.name) ? (
              <Button
                look="quiet"
                aria-current={asLast ? 'true' : undefined}
                onPress={() => {
                  onUse(last)
                  close()
                }}
              >
                {last.name}
              </Button>
            ) : null}
          </div>
        </NamedList>
      )}
    </Popover>
  )
}

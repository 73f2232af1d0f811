// The import window's state: a file, what is chosen for it, what that would change, and the doing of it.

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { importFields, importFile, type ImportField, type ImportReceipt, type ImportSheet } from '../../api/importing.ts'
import { keys } from '../../api/queries.ts'
import { saveEvent } from '../../api/setup.ts'
import type { RaceEvent } from '../../api/types.ts'
import { sameName } from '../../lib/named.ts'
import { obstacle, optionsOf, recognised, type Choices } from './mapping.ts'
import { applied, eventPreset, fits, type Preset, presetFrom, presetOf } from './presets.ts'
import { useFile } from './useFile.ts'

const SETTLE_MS = 250
const NO_FIELDS: readonly ImportField[] = []

/** What is chosen for a sheet, and where it comes from. */
export interface Chosen {
  sheet: ImportSheet
  choices: Choices
  /** The preset that was taken last; what was changed since does not take its name away. */
  preset: string
  /** Headers of that preset that the file does not have. */
  missing: readonly string[]
  /** Something was chosen by hand. */
  touched: boolean
}

/** Everything the window knows and can do. */
export function useImport(raceEventId: number, event: RaceEvent | undefined) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const races = (event?.races ?? []).map((r) => r.id)
  const last = presetFrom(event?.importPreset, 'Last import')

  const from = (sheet: ImportSheet, preset: Preset, touched: boolean): Chosen => ({ sheet, ...applied(sheet, preset, races), preset: preset.name, touched })
  const asRead = (sheet: ImportSheet, touched: boolean): Chosen => ({ sheet, choices: recognised(sheet, races), preset: '', missing: [], touched })
  // A second file keeps what was chosen for the first, by headers; else the event's last preset is taken.
  const { loaded, underway, take, withFile, dismiss } = useFile(raceEventId, ({ sheet }) =>
    setChosen((c) => (c?.touched ? from(sheet, presetOf(c.sheet, c.choices, c.preset), true) : last && fits(sheet, last) ? from(sheet, last, false) : asRead(sheet, false))),
  )

  const fields = useQuery({ queryKey: ['import_fields', raceEventId], queryFn: ({ signal }) => importFields(raceEventId, signal), staleTime: Infinity })

  const why = chosen ? obstacle(chosen.choices) : ''
  const options = chosen && !why ? optionsOf(chosen.sheet, chosen.choices) : null
  const settled = useSettled(options ? JSON.stringify(options) : '')
  const preview = useQuery({
    queryKey: ['preview', 'import', raceEventId, loaded?.file.name, loaded?.file.lastModified, loaded?.file.size, settled],
    queryFn: ({ signal }) => withFile(loaded!.file, signal, (id) => importFile(raceEventId, id, JSON.parse(settled), true, signal)),
    enabled: loaded !== null && settled !== '',
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })

  // Named, the event's preset keeps its name; else it is called as the file.
  const ofEvent = chosen && event?.importPreset?.name && sameName(event.importPreset.name, chosen.preset) ? event.importPreset.name : ''
  const write = useMutation({
    mutationFn: () => withFile(loaded!.file, new AbortController().signal, (id) => importFile(raceEventId, id, { ...options!, ...(ofEvent ? { preset: ofEvent } : {}) }, false)),
    // Everything is loaded again, as with a new page, and what can be taken back stays in sight (IMP-11).
    onSuccess: () => client.invalidateQueries({ predicate: (q) => q.queryKey[0] !== 'preview' }),
  })

  // A name given here is the event's too: the next console begins with it (IMP-13).
  const keep = useMutation({
    mutationFn: (preset: Preset) => saveEvent(raceEventId, { importPreset: eventPreset(preset) }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.event(raceEventId), exact: true }),
  })

  return {
    file: { loaded, underway, take, dismiss },
    races,
    fields: fields.data ?? NO_FIELDS,
    chosen,
    last,
    obstacle: why,
    /** Chooses something by hand. */
    change: (how: (c: Choices) => Choices) => setChosen((c) => c && { ...c, choices: how(c.choices), touched: true }),
    use: (preset: Preset) => setChosen((c) => c && from(c.sheet, preset, true)),
    /** Back to what was recognised. */
    forget: () => setChosen((c) => c && asRead(c.sheet, true)),
    /** What is chosen has a name now. */
    called: (preset: Preset) => {
      setChosen((c) => c && { ...c, preset: preset.name, missing: [] })
      keep.mutate(preset)
    },
    notKept: keep.error,
    preview: {
      data: (why ? undefined : preview.data) as ImportReceipt | undefined,
      error: why ? null : preview.error,
      working: !why && (preview.isFetching || (options !== null && JSON.stringify(options) !== settled)),
      again: () => void preview.refetch(),
    },
    write,
    ready: options !== null,
  }
}

/** A value once it has not changed for a moment: one question for a few quick choices. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

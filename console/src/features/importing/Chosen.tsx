import { useEffect, useRef, useState } from 'react'
import type { RaceEvent } from '../../api/types.ts'
import { Notice } from '../../ui/Status.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AddOnsTab } from './AddOnsTab.tsx'
import { ChangesTab } from './ChangesTab.tsx'
import { ColumnsTab } from './ColumnsTab.tsx'
import { FileLine } from './FileLine.tsx'
import { Options } from './Options.tsx'
import type { Loaded } from './useFile.ts'
import type { Chosen as Choice, useImport } from './useImport.ts'
import css from './importing.module.css'

interface Props {
  event: RaceEvent | undefined
  work: ReturnType<typeof useImport>
  loaded: Loaded
  chosen: Choice
}

/** A file that was read: what holds for all of it, and the tabs for its columns, its add-ons and what would come of it (IMP-2). */
export default function Chosen({ event, work, loaded, chosen }: Props) {
  const [tab, setTab] = useState('columns')
  const { sheet, choices } = chosen
  const { data, error, working, again } = work.preview
  const tabs = useRef<HTMLDivElement>(null)
  // What had the focus went with the empty window.
  useEffect(() => tabs.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus(), [])
  const lines = data ? data.created + data.updated + data.removed + data.skipped : 0
  return (
    <>
      <FileLine loaded={loaded} underway={work.file.underway} onTake={work.file.take} onDismiss={work.file.dismiss} />
      <Options event={event} work={work} chosen={chosen} file={loaded.file.name} />
      {work.write.error ? (
        <div className={css.notice}>
          <Notice state="bad">{`${work.write.error.message} Everything that was chosen is still here.`}</Notice>
        </div>
      ) : null}
      <div className={css.tabs} ref={tabs}>
        <Tabs
          label="Import"
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: 'columns', title: 'Columns', count: sheet.columns.length, body: <ColumnsTab sheet={sheet} choices={choices} fields={work.fields} onChange={work.change} /> },
            { id: 'addons', title: 'Add-Ons', count: choices.addOns.length, body: <AddOnsTab sheet={sheet} choices={choices} onChange={work.change} /> },
            { id: 'changes', title: 'What would change', count: lines, body: <ChangesTab receipt={data} fields={work.fields} working={working} error={error} onRetry={again} obstacle={work.obstacle} /> },
          ]}
        />
      </div>
    </>
  )
}

import { CopyPlus, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { CopyRoutes } from './CopyRoutes.tsx'
import { addRoute, remove } from './draft.ts'
import { Edited, onOff } from './Edited.tsx'
import { sourceName, useEditor } from './editor.ts'
import css from './races.module.css'
import { SourcePicker } from './SourcePicker.tsx'
import type { RouteView, SplitView } from './view.ts'

/** The sources that mean this split, primary ones and backups (SPLIT-5). */
export function Routing({ split }: { split: SplitView }) {
  const { change, draft, event } = useEditor()
  const [copying, setCopying] = useState(false)
  const taken = split.routes.map((r) => r.sourceId)
  return (
    <fieldset className={css.routing}>
      <legend>Event Routing</legend>
      {split.routes.length === 0 ? <p className={css.note}>No reads count here yet: choose the source that stands at this split.</p> : null}
      {split.routes.map((r, i) => (
        <RouteRow key={r.key} split={split} route={r} n={i + 1} taken={taken} />
      ))}
      <SourcePicker label="Add an event source" prompt="Add an event source…" value={null} taken={taken} error={undefined} onPick={(id) => change((d) => addRoute(d, split.key, id))} />
      <div className={css.buttons}>
        <Button icon={<CopyPlus aria-hidden />} isDisabled={taken.length === 0 || draft.raceId === null || !event} onPress={() => setCopying(true)}>
          Copy to similar splits
        </Button>
        {draft.raceId === null && taken.length > 0 ? <span className={css.quiet}>once the race is saved</span> : null}
      </div>
      {copying && event ? <CopyRoutes event={event} split={split} onClose={() => setCopying(false)} /> : null}
    </fieldset>
  )
}

function RouteRow({ split, route, n, taken }: { split: SplitView; route: RouteView; n: number; taken: readonly number[] }) {
  const { edit, change, error, sources } = useEditor()
  const path = `route/${split.key}/${route.key}`
  const name = sourceName(sources, route.sourceId)
  const backup = (on: boolean) => {
    edit(`${path}/backup`, on)
    if (!on) edit(`${path}/deltaMs`, 0) // only a backup has one
  }
  return (
    <div className={css.route}>
      <div className={css.routeTop}>
        <Edited path={`${path}/sourceId`} say={(id: number) => sourceName(sources, id)}>
          <SourcePicker label={`Event source ${n}`} value={route.sourceId} taken={taken} error={error(`${path}/sourceId`)} onPick={(id) => edit(`${path}/sourceId`, id)} />
        </Edited>
        <Edited path={`${path}/backup`} say={onOff}>
          <Switch isSelected={route.backup} onChange={backup} aria-label={`${name} is a backup`}>
            Backup
          </Switch>
        </Edited>
        <IconButton label={`Remove ${name}`} onPress={() => change((d) => remove(d, path))}>
          <X aria-hidden />
        </IconButton>
      </div>
      {route.backup ? (
        <Edited path={`${path}/deltaMs`} say={(ms: number) => `${ms / 1000} s`}>
          <div className={css.delta}>
            <NumberField
              label={`Delta of ${name}, in seconds`}
              hideLabel
              value={route.deltaMs / 1000}
              empty={0}
              step={0.001}
              unit="s"
              onChange={(s) => edit(`${path}/deltaMs`, Math.round(s * 1000))}
              error={error(`${path}/deltaMs`)}
            />
            <span className={css.quiet}>added to its times. It counts only where no other source saw that passing.</span>
          </div>
        </Edited>
      ) : null}
    </div>
  )
}

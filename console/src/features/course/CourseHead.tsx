import { TrendingDown, TrendingUp, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Course } from '../../api/types.ts'
import { count, distance as inUnits, distanceUnit, elevation, elevationUnit, MISSING } from '../../lib/units.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Status.tsx'
import css from './course.module.css'
import type { Progress } from './upload.ts'

interface Props { course: Course | null; miles: boolean; progress: Progress | null; onClear: () => void; button: ReactNode; onRemove: () => void }

const KINDS = { gpx: 'GPX', kml: 'KML', geojson: 'GeoJSON' }

/** The course in one line: what it is, how long, how much up and down; below it how an upload goes. */
export function CourseHead({ course, miles, progress, onClear, button, onRemove }: Props) {
  const up = elevationUnit(miles)
  return (
    <header className={css.head}>
      {course ? (
        <div className={css.line}>
          <b className={css.name}>{course.name || 'Course'}</b>
          <dl className={css.facts}>
            <Fact label="Length">{`${inUnits(course.length, miles, 2)} ${distanceUnit(miles)}`}</Fact>
            <Fact label="Ascent" icon={<TrendingUp aria-hidden />}>
              {course.ascent === null ? MISSING : `${elevation(course.ascent, miles)} ${up}`}
            </Fact>
            <Fact label="Descent" icon={<TrendingDown aria-hidden />}>
              {course.descent === null ? MISSING : `${elevation(course.descent, miles)} ${up}`}
            </Fact>
            <Fact label="Source">{`${KINDS[course.kind]}, ${count(course.points)} points`}</Fact>
          </dl>
          <span className={css.buttons}>
            {button}
            <Button look="quiet" onPress={onRemove}>
              Remove track
            </Button>
          </span>
        </div>
      ) : null}
      <Upload progress={progress} onClear={onClear} />
    </header>
  )
}

function Fact({ label, icon, children }: { label: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="said">{label}</dt>
      <dd title={label}>
        {icon}
        {children}
      </dd>
    </div>
  )
}

function Upload({ progress, onClear }: { progress: Progress | null; onClear: () => void }) {
  return (
    <>
      <p className={css.progress} role="status" data-busy={progress?.busy || undefined}>
        {progress ? (
          <>
            {progress.busy ? <span className={css.spinner} aria-hidden /> : null}
            <b>{progress.word}</b>
            <span className={css.file}>{progress.file}</span>
            {progress.busy ? null : (
              <IconButton label="Dismiss" onPress={onClear}>
                <X aria-hidden />
              </IconButton>
            )}
          </>
        ) : null}
      </p>
      {progress?.alert ? <Notice state="bad">{progress.alert}</Notice> : null}
      {progress?.warnings.map((w) => (
        <Notice key={w} state="warn">
          {w}
        </Notice>
      ))}
    </>
  )
}

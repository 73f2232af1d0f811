import { Upload } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import type { Course } from '../../api/types.ts'
import { usePreference } from '../../lib/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { DropHint } from '../../ui/DropHint.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Notice } from '../../ui/Status.tsx'
import { CourseHead } from './CourseHead.tsx'
import { Cursor } from './cursor.ts'
import css from './course.module.css'
import { type MapSplit, placed } from './marks.ts'
import { Profile } from './Profile.tsx'
import { SplitList } from './SplitList.tsx'
import { end, widestGap } from '../../lib/track.ts'
import { EXTENSIONS } from './upload.ts'
import { useCourse, useUpload } from './useCourse.ts'
import { useFileDrop } from '../../ui/useFileDrop.ts'

const CourseMap = lazy(() => import('./CourseMap.tsx'))

interface Props {
  eventId: number | null
  raceId: number | null
  distance: number
  isLoop: boolean
  splits: MapSplit[]
  selected: string | null
  onSelect: (key: string | null) => void
  onAdd: (distance: number) => void
  onDelete: (key: string) => void
  /** undefined = as saved, null = removed. */
  track: Course | null | undefined
  onTrack: (track: Course | null) => void
  /** The options of the selected split. */
  options: ReactNode
  /** The race's colour as the editor has it; without one, the saved colour. */
  color?: string
}

/** Splits are added to ten metres: nobody points more exactly than that. */
const STEP = 10

/** The Map tab of the race editor (MAP-1): the course from a file, its splits on map and profile. */
export default function MapTab(props: Props) {
  const { distance, isLoop, splits, selected, onSelect, onAdd, onTrack } = props
  const [miles] = usePreference('wantsMiles')
  const [cursor] = useState(() => new Cursor())
  const { course, waiting, error, retry, ...saved } = useCourse(props)
  const { take, progress, clear, setup } = useUpload(distance, isLoop, onTrack)
  const drop = useFileDrop(take)
  const points = useMemo(() => placed(course, splits, isLoop), [course, splits, isLoop])
  const color = props.color || saved.color

  const add = (at = cursor.get().pinned) => {
    const total = distance > 0 ? distance : course ? end(course) : 0
    const where = at ?? widestGap(splits.map((s) => s.distance), total)
    cursor.pin(null)
    onAdd(Math.round(where / STEP) * STEP)
  }
  const remove = () => {
    clear()
    cursor.pin(null)
    onTrack(null)
  }
  const pick = (label: string, primary = false) => (
    <FileTrigger acceptedFileTypes={EXTENSIONS.map((e) => `.${e}`)} onSelect={(files) => files?.[0] && void take(files[0])}>
      <Button look={primary ? 'primary' : 'plain'} icon={<Upload aria-hidden />} busy={progress?.busy ?? false}>
        {label}
      </Button>
    </FileTrigger>
  )
  return (
    <section className={css.tab} aria-label="Course" {...drop}>
      <CourseHead course={course} miles={miles} progress={progress} onClear={clear} button={course ? pick('Upload') : null} onRemove={remove} />
      <div className={css.main}>
        <div className={css.course}>
          {course && setup.data ? (
            <>
              <div className={css.map}>
                <Suspense fallback={<Skeleton label="Loading the map" />}>
                  <CourseMap course={course} splits={points} selected={selected} onSelect={onSelect} cursor={cursor} setup={setup.data} color={color} miles={miles} />
                </Suspense>
              </div>
              <div className={css.profile}>
                <Profile course={course} splits={points} selected={selected} onSelect={onSelect} onAdd={add} cursor={cursor} color={color || 'var(--accent)'} miles={miles} />
              </div>
            </>
          ) : waiting || (course && setup.isPending) ? (
            <Skeleton label="Loading the course" />
          ) : (error ?? setup.error) ? (
            <div className={css.notice}>
              <Notice state="bad">{(error ?? setup.error)?.message}</Notice>
              <Button onPress={() => (error ? retry() : void setup.refetch())}>Try again</Button>
            </div>
          ) : (
            <EmptyState title="No GPX Track Found" action={pick('Upload', true)}>
              Drop a GPX, KML or GeoJSON file here. Splits are placed along it and never change the race distance.
            </EmptyState>
          )}
        </div>
        <SplitList splits={points} selected={selected} onSelect={onSelect} onAdd={() => add()} onDelete={props.onDelete} cursor={cursor} hasCourse={course !== null} miles={miles}>
          {props.options}
        </SplitList>
      </div>
      <DropHint>Drop the track here</DropHint>
    </section>
  )
}

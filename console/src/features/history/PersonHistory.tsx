import { useQuery } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { HistoryList } from './HistoryList.tsx'
import css from './history.module.css'

/** What was changed about one person, their crossings included. */
export default function PersonHistory({ raceEventId, id }: { raceEventId: number; id: number }) {
  const event = useQuery(queries.event(raceEventId))
  return (
    <div className={css.tab}>
      <HistoryList raceEventId={raceEventId} zone={event.data?.timezone ?? 'UTC'} filter={{ person: id }} empty="Nothing has been changed about this person" />
    </div>
  )
}

import type { RaceEvent } from '../../api/types.ts'
import { adapterLabel } from './ingress.ts'

/** Where an event listens to a source: "50K Finish", "50K roaming", "RaceResult feed". In the order of the races and of the course. */
export function usesOf(sourceId: number, event: RaceEvent | undefined): string[] {
  const feeds = Object.entries(event?.posIngressSources ?? {}).filter(([, id]) => id === sourceId)
  return feeds.map(([adapter]) => `${adapterLabel(adapter)} feed`).concat((event?.races ?? []).flatMap((r) => [
    ...r.splits.filter((s) => s.eventRoutes.some((route) => route.eventSourceId === sourceId)).map((s) => `${r.name} ${s.name}`),
    ...(r.roamingESIDs.includes(sourceId) ? [`${r.name} roaming`] : []),
  ]))
}

import { useQueryClient } from '@tanstack/react-query'
import { undoable } from '../../api/actions.ts'
import { savePerson, written } from '../../api/people.ts'
import { waveDataKey, type WaveData } from '../../api/planners.ts'
import { toast } from '../../lib/toast.ts'
import { type Line, preferenceWords } from './lines.ts'
import { planKey } from './useWavePlan.ts'

/** What of somebody's start is saved at once. */
export type StartEdit = Partial<Pick<WaveData, 'waveWeight' | 'wavePref'>>

/** Saves a weight or a preference at once, and has the plan made again. */
export function usePersonStart(raceEventId: number, raceId: number): (line: Line, edit: StartEdit) => Promise<boolean> {
  const client = useQueryClient()
  return async (line, edit) => {
    try {
      const { editId } = await savePerson(raceEventId, line.id, edit)
      client.setQueryData<Map<number, WaveData>>(waveDataKey(raceEventId), (all) => {
        const was = all?.get(line.id)
        return was ? new Map(all).set(line.id, { ...was, ...edit }) : all
      })
      const what = edit.wavePref === undefined ? `weight ${edit.waveWeight}` : preferenceWords(edit.wavePref).toLowerCase()
      if (editId) undoable(editId, `${line.name}: ${edit.wavePref === '' ? 'no start preference' : what}.`)
      written(client, raceEventId)
      await client.invalidateQueries({ queryKey: planKey(raceEventId, raceId) })
      return true
    } catch (e) {
      toast((e as Error).message)
      return false
    }
  }
}

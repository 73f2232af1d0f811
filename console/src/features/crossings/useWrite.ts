import { useMutation, useQueryClient } from '@tanstack/react-query'
import { undoable } from '../../api/actions.ts'
import { written } from '../../api/crossingActions.ts'

/** What is left to do after any of the writes: say what was done with a way back, and show it everywhere. */
export function useWrite<V>(raceEventId: number, write: (v: V) => Promise<{ editId: number; summary: string }>, fallback: string, onClose: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSuccess: (acted) => {
      undoable(acted.editId, acted.summary || (acted.editId > 0 ? fallback : 'Nothing to change: it is so already.'))
      written(client, raceEventId)
      onClose()
    },
  })
}

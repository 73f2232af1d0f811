import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { eventPages } from '../../api/queries.ts'
import { socket } from '../../live/connection.ts'
import { messagesOf } from '../../live/apply.ts'

/** Every event, page after page in the order of the server, asked for again when one is made, changed or removed anywhere. */
export function useEventPages() {
  const client = useQueryClient()
  const pages = useInfiniteQuery(eventPages())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void client.invalidateQueries({ queryKey: eventPages().queryKey }), 300)
    }
    const stop = socket.listen({
      message: (_channel, frame) => messagesOf(frame).some((m) => m.entities?.raceEvents || m.entities?.races || (m.msgType === 'entityDelete' && m.collection === 'raceEvents')) && again(),
      reconnected: (complete) => !complete && again(),
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client])
  return { ...pages, events: pages.data?.pages.flatMap((p) => p.rows) ?? [] }
}

// The file of the import window: sent in steps, read by the server, sent anew when the server has forgotten it.

import { useEffect, useRef, useState } from 'react'
import { beginFile, type ImportSheet, readSheet, sendStep } from '../../api/importing.ts'
import { ApiError } from '../../api/http.ts'
import { mustStartAgain, notWorthSending, type Road, send, type Sent, unreadable } from './send.ts'

/** A file that the server has read. */
export interface Loaded { file: File; sheet: ImportSheet }

/** A file under way. `failed` stays until it is tried again or put away. */
export interface Underway { file: File; bytes: number; word: string; failed: string }

/** Takes files. `onRead` hears of each that could be read, with the sheet that was asked for. */
export function useFile(raceEventId: number, onRead: (loaded: Loaded) => void) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [underway, setUnderway] = useState<Underway | null>(null)
  const running = useRef<AbortController>(null)
  // Where each file is on the server; a file that broke off goes on from there.
  const sent = useRef(new WeakMap<File, Sent>())
  useEffect(() => () => running.current?.abort(), [])

  const up = async (file: File, signal: AbortSignal, say: (bytes: number) => void): Promise<string> => {
    const road: Road = { begin: (f) => beginFile(raceEventId, f, signal), step: (id, offset, part) => sendStep(raceEventId, id, offset, part, signal) }
    const told = (s: Sent) => {
      sent.current.set(file, s)
      say(s.bytes)
    }
    try {
      return (await send(file, road, told, sent.current.get(file))).id
    } catch (error) {
      if (!sent.current.has(file) || !mustStartAgain(error)) throw error
      sent.current.delete(file)
      return (await send(file, road, told)).id
    }
  }

  /** Does something with a file that is up; sends it once more when the server has forgotten it. */
  const withFile = async <T>(file: File, signal: AbortSignal, what: (id: string) => Promise<T>, say: (bytes: number) => void = () => {}): Promise<T> => {
    try {
      return await what(await up(file, signal, say))
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 404 || error.status === 410) && sent.current.has(file))) throw error
      sent.current.delete(file)
      return what(await up(file, signal, say))
    }
  }

  const take = async (file: File, sheet?: string): Promise<void> => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    const say = (bytes: number, word: string, failed = '') => own.signal.aborted || setUnderway({ file, bytes, word, failed })
    const refused = notWorthSending(file)
    if (refused) return void say(0, '', unreadable(refused))
    try {
      say(0, 'Uploading')
      const read = async (id: string) => {
        say(file.size, 'Reading')
        return readSheet(raceEventId, id, sheet === undefined ? {} : { sheet }, own.signal)
      }
      const result: Loaded = { file, sheet: await withFile(file, own.signal, read, (bytes) => say(bytes, 'Uploading')) }
      if (own.signal.aborted) return
      setUnderway(null)
      setLoaded(result)
      onRead(result)
    } catch (error) {
      say(sent.current.get(file)?.bytes ?? 0, '', unreadable(error instanceof Error ? error.message : String(error)))
    }
  }

  return { loaded, underway, take, withFile, dismiss: () => setUnderway(null) }
}

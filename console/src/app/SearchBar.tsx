import { Search } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Kbd } from '../ui/Kbd.tsx'
import { Suggest } from '../ui/Suggest.tsx'
import { useFound } from './useFound.tsx'

/** People and events by name, bib or note; "/" comes here (NAV-15, SEARCH-1 … SEARCH-4). */
export function SearchBar({ eventId, inputRef }: { eventId: number; inputRef: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState('')
  const groups = useFound(eventId, text)
  const done = () => {
    setText('')
    inputRef.current?.blur()
  }
  return (
    <Suggest
      label="Search"
      placeholder="Search people, bibs, events"
      text={text}
      onText={setText}
      groups={groups}
      empty="No Results"
      open="typed"
      icon={<Search aria-hidden />}
      hint={text === '' ? <Kbd keys="/" /> : undefined}
      inputRef={inputRef}
      onDone={done}
    />
  )
}

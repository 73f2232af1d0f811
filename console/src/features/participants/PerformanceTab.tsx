import { Performance } from './Performance.tsx'
import { usePerson } from './person.ts'

/** The performance of the person around it. */
export default function PerformanceTab() {
  const { detail, look } = usePerson()
  return detail ? <Performance person={detail} look={look} /> : null
}

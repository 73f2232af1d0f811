// How the journal reads: its entries and changes in the words of the desk. Pure.

import type { JournalLine, Told } from '../../api/people.ts'

/** Who did it, and where: "ana in the console", "shell by racectl", "auto_dns". */
export function whoOf(line: JournalLine): string {
  const { user, via, rule } = line.actor
  if (rule) return `${rule.replaceAll('_', ' ')} (automatic)`
  return [user, { console: '', racectl: 'by racectl', raced: '' }[via] ?? (via ? `by ${via}` : '')].filter(Boolean).join(' ')
}

/** The first letter large: entries are written as orders, "set status DNF: …". */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What became of a thing, before its fields: "Added", "Removed", or nothing for a change. */
export function actionWord(told: Told): string {
  return { create: 'Added', remove: 'Removed' }[told.action as string] ?? ''
}

/** An empty value in words. */
export function valueOf(text: string): string {
  return text === '' ? 'nothing' : text
}

/** How many things an entry changed, those that are not listed included. */
export function sizeOf(line: JournalLine): number {
  return line.told.length + (line.moreChanges ?? 0)
}

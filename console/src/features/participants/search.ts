/** The part of the address that is the view of the participants list. */
export function validateParticipantsSearch(search: Record<string, unknown>): Record<string, unknown> {
  return search
}

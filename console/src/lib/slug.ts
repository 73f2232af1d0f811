/** The address of an event, made from its name (EVT-15): lower case, anything but letters, digits, _ and - becomes _, then the year. */
export function slugOf(name: string, year: number): string {
  return `${name.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '_')}-${year}`
}

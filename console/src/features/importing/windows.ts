// The import window, which the participants list, the palette and an empty event open.

export interface ImportProps {
  raceEventId: number
}

declare module '../../lib/windows.ts' {
  interface Windows {
    importParticipants: ImportProps
  }
}

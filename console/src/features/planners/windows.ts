// The windows of the planners, which the menu of actions opens.

export interface PlannerProps {
  raceEventId: number
}

declare module '../../lib/windows.ts' {
  interface Windows {
    bibPlanner: PlannerProps
    wavePlanner: PlannerProps
  }
}

import { createContext, useContext } from 'react'

/** Where the opened participant stands in the list, and the way to the ones before and after. */
export interface Neighbours {
  /** From 0; -1 when the filters leave the person out. */
  index: number
  total: number
  go: (step: 1 | -1) => void
  close: () => void
}

const Context = createContext<Neighbours>({ index: -1, total: 0, go: () => {}, close: () => {} })

export const NeighboursProvider = Context.Provider

export function useNeighbours(): Neighbours {
  return useContext(Context)
}

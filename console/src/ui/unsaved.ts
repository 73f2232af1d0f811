/**
 * What is open over the screen, and whether work in it is not saved yet. Windows report here; whoever wants to leave
 * (the browser's Back, another address, closing the page) asks here first. Nothing here draws.
 */

/** A window, or a part of the screen, as this room sees it. */
export interface Layer {
  /** Of a part of the screen: whether it and its work are still there at another address. A window stands over every address. */
  survives?(path: string): boolean
  /** Whether closing it would lose something. */
  dirty(): boolean
  /** One step back inside it, or out of it; asks first when something would be lost. */
  back(): void
  /** Asks whether what is unsaved may go. Answers at once when nothing is. */
  ask(): Promise<boolean>
}

const layers: Layer[] = []

/** A window opened. Answers how to say that it closed. */
export function openLayer(layer: Layer): () => void {
  layers.push(layer)
  return () => {
    const at = layers.indexOf(layer)
    if (at >= 0) layers.splice(at, 1)
  }
}

/** Whether a window is open. */
export function anyOpen(): boolean {
  return layers.some((l) => !l.survives)
}

/** Whether anything unsaved is open. */
export function anyUnsaved(): boolean {
  return layers.some((l) => l.dirty())
}

/** The browser's Back while something is open: one step back in the topmost. */
export function stepBack(): void {
  layers.findLast((l) => !l.survives)?.back()
}

/** Asks, from the top down, whether everything unsaved may go that is not there any more at that address. False as soon as one is to be kept. */
export async function mayLeave(path = ''): Promise<boolean> {
  for (const layer of layers.toReversed()) if (layer.dirty() && !layer.survives?.(path) && !(await layer.ask())) return false
  return true
}

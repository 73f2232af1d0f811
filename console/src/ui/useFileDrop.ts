import { type DragEvent, useRef, useState } from 'react'

const holdsFile = (e: DragEvent) => e.dataTransfer.types.includes('Files')

/**
 * Takes a file that is dropped anywhere on an element; spread what it answers over it. `data-drop-target` is set while a file is
 * over it. The keyboard has the Upload button for the same; the drag kit of the component library would be fifteen kilobytes for this.
 */
export function useFileDrop(take: (file: File) => unknown) {
  // the pointer enters and leaves children too: it is out only when it has left as often as it came
  const depth = useRef(0)
  const [over, setOver] = useState(false)
  const count = (e: DragEvent, by: number) => {
    if (!holdsFile(e)) return
    e.preventDefault()
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }
  return {
    'data-drop-target': over || undefined,
    onDragEnter: (e: DragEvent) => count(e, 1),
    onDragLeave: (e: DragEvent) => count(e, -1),
    onDragOver: (e: DragEvent) => {
      if (!holdsFile(e)) return
      e.preventDefault()
      e.dataTransfer.dropEffect = 'copy'
    },
    onDrop: (e: DragEvent) => {
      if (!holdsFile(e)) return
      e.preventDefault()
      depth.current = 0
      setOver(false)
      const [file] = e.dataTransfer.files
      if (file) take(file)
    },
  }
}

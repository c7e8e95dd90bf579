import { type DragEvent, useState } from 'react'

/** What an element needs to take files that are dropped on it. It is marked while they are over it. */
export function useDrop(onFiles: (files: readonly File[]) => void, disabled = false) {
  const [isOver, setOver] = useState(false)
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (disabled || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (disabled || event.dataTransfer.files.length === 0) return
      event.preventDefault()
      event.stopPropagation()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
}

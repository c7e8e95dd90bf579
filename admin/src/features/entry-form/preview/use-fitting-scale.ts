import { type RefObject, useEffect, useRef, useState } from 'react'

/** How much smaller something of this width must be drawn to fit into an element; 1 if it fits, or has no width of its own. */
export function useFittingScale(width: number | null): {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly scale: number
} {
  const ref = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    if (ref.current !== null) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return { ref, scale: width === null || room === 0 ? 1 : Math.min(1, room / width) }
}

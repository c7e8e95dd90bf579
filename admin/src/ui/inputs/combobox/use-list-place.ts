import { useLayoutEffect } from 'react'

type Place = { readonly current: HTMLElement | null }

const GAP = 4

/** Keeps the list of an input below it, or above it if there is more room, also while the page scrolls. */
export function useListPlace(input: Place, list: Place): void {
  useLayoutEffect(() => {
    const frame = list.current!
    const place = () => {
      if (input.current === null) return
      const { left, top, bottom, width } = input.current.getBoundingClientRect()
      const height = frame.offsetHeight
      const isBelow = bottom + GAP + height <= window.innerHeight || top < window.innerHeight - bottom
      Object.assign(frame.style, {
        left: `${left}px`,
        top: `${isBelow ? bottom + GAP : top - GAP - height}px`,
        width: `${width}px`,
      })
    }
    place()
    const sizes = new ResizeObserver(place)
    sizes.observe(frame)
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      sizes.disconnect()
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
    }
  }, [input, list])
}

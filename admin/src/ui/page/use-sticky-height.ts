import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Tells the styles how much of the window the element covers while the page scrolls under it. */
export function useStickyHeight(isSticky: boolean): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!isSticky || element === null) return
    const { style } = document.documentElement
    const tell = () => style.setProperty('--sticky', `${element.offsetHeight}px`)
    tell()
    const observer = new ResizeObserver(tell)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--sticky')
    }
  }, [isSticky])
  return ref
}

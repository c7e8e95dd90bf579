import { type RefObject, useEffect, useRef } from 'react'

/** Tells the styles how much of the window the element covers while the page scrolls under it. */
export function useStickyHeight(isSticky: boolean): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!isSticky || element === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--sticky', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--sticky')
    }
  }, [isSticky])
  return ref
}

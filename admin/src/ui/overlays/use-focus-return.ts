/**
 * Gives the focus back to where it was when something that is open over the page closes or disappears. The kit does so
 * only for what was in the page, closed, before.
 */
import { useEffect, useRef } from 'react'
import { type Place, placeOf, returnTo } from './focus-keeper.ts'

export function useFocusReturn(open: boolean): void {
  const opener = useRef<Place>(undefined)
  const wasOpen = useRef(false)
  // Before the dialog takes the focus, so not in an effect.
  if (open && !wasOpen.current) opener.current = openerOf(document.activeElement)
  wasOpen.current = open
  useEffect(() => {
    if (!open) return
    return () => {
      const place = opener.current
      // After the kit has let go of the focus.
      if (place !== undefined) setTimeout(() => returnTo([place], { preventScroll: true }))
    }
  }, [open])
}

/** An item of a menu is gone by then; the button that opened the menu is still there. */
function openerOf(element: Element | null): Place | undefined {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : element
  return opener instanceof HTMLElement && opener !== document.body ? placeOf(opener) : undefined
}

/**
 * Gives the focus back to where it was when something that is open over the page closes or disappears. The kit does so
 * only for what was in the page, closed, before.
 */
import { useEffect, useRef } from 'react'

export function useFocusReturn(open: boolean): void {
  const opener = useRef<HTMLElement>(undefined)
  const wasOpen = useRef(false)
  // Before the dialog takes the focus, so not in an effect.
  if (open && !wasOpen.current) opener.current = openerOf(document.activeElement)
  wasOpen.current = open
  useEffect(() => {
    if (!open) return
    return () => {
      const target = opener.current
      // After the kit has let go of the focus.
      setTimeout(() => target?.isConnected && target.focus({ preventScroll: true }))
    }
  }, [open])
}

/** An item of a menu is gone by then; the button that opened the menu is still there. */
function openerOf(element: Element | null): HTMLElement | undefined {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : element
  return opener instanceof HTMLElement ? opener : undefined
}

/**
 * A button that cannot be pressed now keeps the focus: where a button becomes disabled for the browser, the focus is lost, and the
 * next Tab begins at the top of the page.
 */
import type { ComponentProps, MouseEvent, ReactNode } from 'react'

type Click = (event: MouseEvent<HTMLButtonElement>) => void

interface Held {
  readonly busy: boolean
  readonly disabled: boolean
  readonly onClick: Click | undefined
}

/** For a button of the kit, in the place of its `disabled`. */
export function heldProps({ busy, disabled, onClick }: Held) {
  const isHeld = busy || disabled
  return {
    loading: busy,
    'aria-disabled': isHeld || undefined,
    'aria-busy': busy || undefined,
    renderRoot,
    ...(disabled ? { 'data-disabled': true } : {}),
    ...(isHeld ? { onClick: ignore } : onClick === undefined ? {} : { onClick }),
  }
}

/** The kit disables what is busy. */
function renderRoot({ disabled: _, ...props }: ComponentProps<'button'>): ReactNode {
  return <button {...props} />
}

/** Enter in a field of its form presses a button too. */
function ignore(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault()
  event.stopPropagation()
}

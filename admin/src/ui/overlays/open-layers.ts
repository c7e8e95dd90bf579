/**
 * What is open over the page, in the order in which it was opened. One press of Escape closes the topmost alone. A control that has a
 * use of its own for Escape prevents the default.
 */
import { createContext, use, useCallback, useEffect, useRef } from 'react'
import { isComposing } from '../inputs/is-composing.ts'

interface Layer {
  /** A dialog or a drawer: what is below it waits. Menus and popovers are part of what they are open over. */
  readonly isWindow: boolean
  /** Absent: Escape does nothing, also to what is below. */
  readonly close: () => (() => void) | undefined
}

let layers: readonly Layer[] = []

function closeTopmost(event: KeyboardEvent): void {
  // Who holds the key down means it once.
  if (event.key !== 'Escape' || event.defaultPrevented || event.repeat || isComposing(event)) return
  layers.at(-1)?.close()?.()
}

function add(layer: Layer): () => void {
  if (layers.length === 0) window.addEventListener('keydown', closeTopmost)
  layers = [...layers, layer]
  return () => {
    layers = layers.filter(other => other !== layer)
    if (layers.length === 0) window.removeEventListener('keydown', closeTopmost)
  }
}

/** For what is open over the page: a window, or a menu or popover (`isWindow` is false). */
export function useLayer(open: boolean, onEscape: (() => void) | undefined, isWindow = true): Layer {
  const newest = useRef(onEscape)
  newest.current = onEscape
  const layer = useRef<Layer>(undefined)
  layer.current ??= { isWindow, close: () => newest.current }
  const own = layer.current
  useEffect(() => (open ? add(own) : undefined), [open, own])
  return own
}

const Context = createContext<Layer | undefined>(undefined)

/** Around what is in a window; nothing is around the page. */
export const WindowProvider = Context

/** Tells whether no other window is open over the one that this component is in, or over the page. */
export function useIsOnTop(): () => boolean {
  const own = use(Context)
  return useCallback(() => layers.findLast(({ isWindow }) => isWindow) === own, [own])
}

/** Repeats in sight what the control under the pointer is called. One for the whole page: a list of 200 rows needs no 200 of them. */
import { cloneElement, type ReactElement, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './tooltip.module.css'

const DELAY = 400
const GAP = 6

/** The name itself belongs on the control. */
export function Tooltip({ label, children }: { readonly label: string; readonly children: ReactElement }): ReactNode {
  return cloneElement(children as ReactElement<Record<string, unknown>>, { 'data-tooltip': label })
}

/** Draws the tooltips of the page; there is one in the frame of all pages. */
export function Tooltips(): ReactNode {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => watchTargets(setTarget), [])
  useLayoutEffect(() => {
    if (target === null || box.current === null) return
    const at = target.getBoundingClientRect()
    const { width, height } = box.current.getBoundingClientRect()
    const isBelow = at.bottom + GAP + height < window.innerHeight
    const left = Math.min(Math.max(GAP, at.left + at.width / 2 - width / 2), window.innerWidth - width - GAP)
    Object.assign(box.current.style, {
      left: `${left}px`,
      top: `${isBelow ? at.bottom + GAP : at.top - GAP - height}px`,
    })
  }, [target])
  if (target === null) return null
  return createPortal(
    <div ref={box} className={styles.tooltip} data-portal aria-hidden="true">
      {target.dataset.tooltip}
    </div>,
    document.body,
  )
}

function watchTargets(show: (target: HTMLElement | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const hide = () => {
    clearTimeout(timer)
    show(null)
  }
  const point = (event: Event) => {
    const target = (event.target as Element | null)?.closest?.<HTMLElement>('[data-tooltip]') ?? null
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch'
    hide()
    if (target === null || isTouch || (event.type === 'focusin' && !target.matches(':focus-visible'))) return
    timer = setTimeout(() => target.isConnected && show(target), DELAY)
  }
  const watched = { pointerover: point, focusin: point, focusout: hide, pointerdown: hide, keydown: hide, scroll: hide }
  for (const [name, listener] of Object.entries(watched)) document.addEventListener(name, listener, true)
  return () => {
    clearTimeout(timer)
    for (const [name, listener] of Object.entries(watched)) document.removeEventListener(name, listener, true)
  }
}

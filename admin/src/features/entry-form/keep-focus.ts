/** A saved new entry gets another address, and its form is drawn again: the cursor stays where it was. */
import { editorCursor } from '../../ui/editors/editor-cursors.ts'
import { whenControl } from './first-control.ts'

interface KeptFocus {
  readonly path: string
  readonly start: number | null
  readonly end: number | null
  readonly scroll: number
}

let kept: KeptFocus | undefined

export function storeFocus(): void {
  const active = document.activeElement
  const path = active?.closest<HTMLElement>('[data-path]')?.dataset.path
  if (active === null || path === undefined) {
    kept = undefined
    return
  }
  const { selectionStart: start, selectionEnd: end } = isText(active)
    ? active
    : { selectionStart: editorCursor(active)?.read() ?? null, selectionEnd: null }
  kept = { path, start, end, scroll: window.scrollY }
}

export function restoreFocus(): void {
  const wanted = kept
  kept = undefined
  if (wanted === undefined) return
  const field = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(wanted.path)}"]`)
  window.scrollTo({ top: wanted.scroll })
  if (field === null) return
  whenControl(field, control => {
    // What came later may have made the page longer.
    window.scrollTo({ top: wanted.scroll })
    control.focus({ preventScroll: true })
    if (wanted.start === null) return
    if (isText(control)) control.setSelectionRange(wanted.start, wanted.end)
    else editorCursor(control)?.place(wanted.start)
  })
}

function isText(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text')
}

/** A saved new entry gets another address, and its form is drawn again: the cursor stays where it was. */
import { editorCursor } from '../../ui/editors/editor-cursors.ts'
import { firstControl } from './first-control.ts'

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
  const target = field === null ? null : firstControl(field)
  window.scrollTo({ top: wanted.scroll })
  target?.focus({ preventScroll: true })
  if (wanted.start === null || target === null) return
  if (isText(target)) target.setSelectionRange(wanted.start, wanted.end)
  else editorCursor(target)?.place(wanted.start)
}

function isText(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text')
}

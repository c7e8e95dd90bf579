/** A saved new entry gets another address, and its form is drawn again: the cursor stays where it was. */

let kept: { readonly path: string; readonly start: number | null; readonly end: number | null } | undefined

export function storeFocus(): void {
  const active = document.activeElement
  const path = active?.closest<HTMLElement>('[data-path]')?.dataset.path
  if (active === null || path === undefined) {
    kept = undefined
    return
  }
  const isText = active instanceof HTMLTextAreaElement || (active instanceof HTMLInputElement && active.type === 'text')
  kept = { path, start: isText ? active.selectionStart : null, end: isText ? active.selectionEnd : null }
}

export function restoreFocus(): void {
  const wanted = kept
  kept = undefined
  if (wanted === undefined) return
  const field = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(wanted.path)}"]`)
  const target = field?.querySelector<HTMLElement>('input, textarea, select, [contenteditable="true"], button')
  target?.focus()
  if ((target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && wanted.start !== null)
    target.setSelectionRange(wanted.start, wanted.end)
}

/** Where the cursor goes in a field: its input or editor, not the toolbar above it. */

const CONTROLS = 'input:not([hidden]), textarea, select, button, [contenteditable="true"], [tabindex="0"]'

export function firstControl(field: HTMLElement): HTMLElement | null {
  const all = field.querySelectorAll<HTMLElement>(CONTROLS)
  return [...all].find(control => control.closest('[role="toolbar"]') === null) ?? all[0] ?? null
}

/** With the first control of the field, which may still be on its way. Not if the person goes elsewhere meanwhile. */
export function whenControl(field: HTMLElement, act: (control: HTMLElement) => void): void {
  const found = firstControl(field)
  if (found !== null) act(found)
  else awaitControl(field, act)
}

function awaitControl(field: HTMLElement, act: (control: HTMLElement) => void): void {
  const observer = new MutationObserver(() => {
    const control = firstControl(field)
    if (control === null) return
    stop()
    act(control)
  })
  const stop = () => {
    observer.disconnect()
    window.removeEventListener('pointerdown', stop, true)
    window.removeEventListener('keydown', pressed, true)
  }
  // Whoever goes on writing waits for the field too.
  const pressed = ({ key, target }: KeyboardEvent) => {
    if (key === 'Tab' || target !== document.body) stop()
  }
  observer.observe(field, { childList: true, subtree: true })
  window.addEventListener('pointerdown', stop, true)
  window.addEventListener('keydown', pressed, true)
}

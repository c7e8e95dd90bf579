/** Where the cursor goes in a field: its input or editor, not the toolbar above it. */

const CONTROLS = 'input:not([hidden]), textarea, select, button, [contenteditable="true"], [tabindex="0"]'

export function firstControl(field: HTMLElement): HTMLElement | null {
  const all = field.querySelectorAll<HTMLElement>(CONTROLS)
  return [...all].find(control => control.closest('[role="toolbar"]') === null) ?? all[0] ?? null
}

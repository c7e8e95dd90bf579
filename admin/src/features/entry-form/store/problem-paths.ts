/** Places in an entry: the server counts parts, the form names them by their keys. */
import { whenControl } from '../first-control.ts'
import type { FormStore } from './form-store.ts'
import { isParts } from './form-value.ts'

/** - `['blocks', '2', 'text']` gives `blocks.quote-3.text`, as far as the place exists. */
export function formPath(store: FormStore, steps: readonly (string | number)[]): string {
  let attributes = store.model.attributes
  let path = ''
  let index = 0
  while (index < steps.length) {
    const name = String(steps[index])
    const attribute = attributes[name]
    path = path === '' ? name : `${path}.${name}`
    index += 1
    if (attribute === undefined || !isParts(attribute)) return path
    const isCounted = attribute.type === 'dynamiczone' || attribute.repeatable === true
    const part = store.parts(path)[isCounted ? Number(steps[index]) : 0]
    if (part === undefined) return path
    if (isCounted) index += 1
    if (index >= steps.length) return path
    path = `${path}.${part.key}`
    attributes = store.model.components(part.component)
  }
  return path
}

/** The other way round: `blocks.quote-3.text` gives `blocks.2.text`. */
export function serverPath(store: FormStore, path: string): string {
  const steps = path.split('.')
  const result: string[] = []
  let attributes = store.model.attributes
  let at = ''
  for (let index = 0; index < steps.length; index += 1) {
    const name = steps[index]!
    const attribute = attributes[name]
    at = at === '' ? name : `${at}.${name}`
    result.push(name)
    if (attribute === undefined || !isParts(attribute) || index + 1 >= steps.length) continue
    const key = steps[index + 1]!
    const position = store.parts(at).findIndex(part => part.key === key)
    if (attribute.type === 'dynamiczone' || attribute.repeatable === true) result.push(String(position))
    attributes = store.model.components(store.parts(at)[position]?.component ?? '')
    at = `${at}.${key}`
    index += 1
  }
  return result.join('.')
}

/** The parts around a path, from the outside in: what must be open for it to be seen. */
function partsAround(path: string): readonly string[] {
  const steps = path.split('.')
  return steps.flatMap((_, index) => (index % 2 === 1 ? [steps.slice(0, index + 1).join('.')] : []))
}

/** Opens what hides the place, and puts the focus there. */
export function jumpTo(store: FormStore, path: string): void {
  for (const part of partsAround(path)) store.open.set(part, true)
  const parts = store.parts(path)
  if (parts.length > 0 && store.problems.get(path) === undefined) store.open.set(`${path}.${parts[0]!.key}`, true)
  requestAnimationFrame(() => setTimeout(() => focusPath(path), 50))
}

/** Shows a place without the focus: whoever undoes goes on with the keyboard where they are. */
export function reveal(store: FormStore, path: string): void {
  for (const part of partsAround(path)) store.open.set(part, true)
  requestAnimationFrame(() =>
    setTimeout(() => {
      const field = document.getElementById(fieldId(path))
      field?.scrollIntoView({ block: 'nearest' })
      field?.animate([{ backgroundColor: 'var(--tint)' }, { backgroundColor: 'transparent' }], 1200)
    }, 50),
  )
}

/** To the first field of a part that was just added. */
export function enterPart(path: string): void {
  requestAnimationFrame(() => setTimeout(() => focusIn(`${fieldId(path)}-body`), 50))
}

/** To the header of a part. */
export function focusPart(path: string): void {
  requestAnimationFrame(() =>
    document.getElementById(fieldId(path))?.querySelector<HTMLElement>('[aria-expanded]')?.focus(),
  )
}

export function fieldId(path: string): string {
  return `field-${path}`
}

function focusPath(path: string): void {
  document.getElementById(fieldId(path))?.scrollIntoView({ block: 'center' })
  focusIn(fieldId(path))
}

function focusIn(id: string): void {
  const field = document.getElementById(id)
  if (field === null) return
  whenControl(field, control => {
    control.focus({ preventScroll: true })
    control.scrollIntoView({ block: 'nearest' })
  })
}

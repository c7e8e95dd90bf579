/** A value as plain text, to compare two of them by eye. */
import type { FileValue } from '../../../../../src/admin-api/content-api.ts'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { type FormValue, isPartList, type PartValue, type RelationState } from './form-value.ts'

export function shownValue({ type }: AttributeInfo, value: FormValue): string {
  if (value === null) return ''
  if (type === 'relation') return (value as RelationState).items.map(({ title }) => title).join('\n')
  if (type === 'media') return (value as readonly FileValue[]).map(({ name }) => name).join('\n')
  if (type === 'blocks') return blocksText(value)
  if (isPartList(value)) return value.map(part => partText(part)).join('\n\n')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

/** The name of the component and every value that is not empty. */
export function partText(part: PartValue, nameOf: (component: string) => string = own): string {
  return [nameOf(part.component), valuesText(part)].filter(text => text !== '').join('\n')
}

/** One line for every value that is not empty. */
export function valuesText({ values }: PartValue): string {
  const lines = Object.entries(values).flatMap(([name, value]) => {
    const text = textOf(value)
    return text === '' ? [] : [`${name}: ${text}`]
  })
  return lines.join('\n')
}

function own(component: string): string {
  return component
}

function textOf(value: FormValue): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'number')
    return value === null ? '' : String(value)
  if (typeof value === 'string') return value
  if (isPartList(value)) return value.map(part => partText(part)).join('; ')
  if ('items' in value && 'loaded' in value) return (value as RelationState).items.map(({ title }) => title).join(', ')
  if (Array.isArray(value)) return value.map(item => (item as Partial<FileValue>).name ?? '').join(', ')
  return JSON.stringify(value)
}

/** The words of rich text, one block a line. */
function blocksText(value: FormValue): string {
  const words = (node: unknown): string => {
    if (typeof node !== 'object' || node === null) return ''
    const { text, children } = node as { text?: unknown; children?: unknown }
    if (typeof text === 'string') return text
    return Array.isArray(children) ? children.map(words).join('') : ''
  }
  return Array.isArray(value) ? value.map(words).join('\n') : ''
}

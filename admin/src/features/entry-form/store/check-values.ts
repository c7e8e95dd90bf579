/** What keeps an entry from being published, as far as the browser can tell. The server has the last word. */
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import type { FormStore } from './form-store.ts'
import type { FormValue, RelationState } from './form-value.ts'
import { isJson, isValidJson } from './json-text.ts'
import { chosenCount } from './relation-state.ts'

/** The name of a text and what fills it in. */
export interface Finding {
  readonly path: string
  readonly text:
    | 'required'
    | 'tooShort'
    | 'tooLong'
    | 'tooSmall'
    | 'tooLarge'
    | 'noMatch'
    | 'noEmail'
    | 'tooFew'
    | 'tooMany'
    | 'noJson'
  readonly limit?: number | string
}

export function checkAll(store: FormStore, isDraft: boolean): readonly Finding[] {
  return Object.entries(store.model.attributes).flatMap(([name, attribute]) => checkAt(store, name, attribute, isDraft))
}

function checkAt(store: FormStore, path: string, attribute: AttributeInfo, isDraft: boolean): readonly Finding[] {
  if (!attribute.writable) return []
  if (attribute.type !== 'component' && attribute.type !== 'dynamiczone')
    return checkValue(path, attribute, (store.values.get(path) ?? null) as FormValue, isDraft)
  const parts = store.parts(path)
  const inside = parts.flatMap(({ key, component }) =>
    Object.entries(store.model.components(component)).flatMap(([name, inner]) =>
      checkAt(store, `${path}.${key}.${name}`, inner, isDraft),
    ),
  )
  return isDraft ? inside : [...checkCount(path, attribute, parts.length), ...inside]
}

function checkCount(path: string, { required, min, max }: AttributeInfo, count: number): readonly Finding[] {
  if (count === 0) return required ? [{ path, text: 'required' }] : []
  if (min !== undefined && count < Number(min)) return [{ path, text: 'tooFew', limit: min }]
  if (max !== undefined && count > Number(max)) return [{ path, text: 'tooMany', limit: max }]
  return []
}

function checkValue(path: string, attribute: AttributeInfo, value: FormValue, isDraft: boolean): readonly Finding[] {
  if (isEmpty(attribute, value)) {
    // A password that exists is not sent to the browser.
    const mustHave = attribute.required && !isDraft && attribute.type !== 'password'
    return mustHave ? [{ path, text: 'required' }] : []
  }
  if (isJson(attribute)) return isValidJson(value as string) ? [] : [{ path, text: 'noJson' }]
  if (typeof value === 'string') return checkText(path, attribute, value, isDraft)
  if (typeof value === 'number') return checkNumber(path, attribute, value)
  return []
}

function checkText(path: string, attribute: AttributeInfo, value: string, isDraft: boolean): readonly Finding[] {
  const { type, minLength, maxLength, regex } = attribute
  if (type === 'biginteger') return checkNumber(path, attribute, BigInt(/^-?\d+$/.test(value) ? value : 0))
  if (type === 'email' && !looksLikeEmail(value)) return [{ path, text: 'noEmail' }]
  if (maxLength !== undefined && value.length > maxLength) return [{ path, text: 'tooLong', limit: maxLength }]
  if (!isDraft && minLength !== undefined && value.length < minLength)
    return [{ path, text: 'tooShort', limit: minLength }]
  if (regex !== undefined && !matches(regex, value)) return [{ path, text: 'noMatch' }]
  return []
}

function checkNumber(path: string, { min, max }: AttributeInfo, value: number | bigint): readonly Finding[] {
  if (min !== undefined && value < Number(min)) return [{ path, text: 'tooSmall', limit: min }]
  if (max !== undefined && value > Number(max)) return [{ path, text: 'tooLarge', limit: max }]
  return []
}

function isEmpty({ type }: AttributeInfo, value: FormValue): boolean {
  if (value === null || value === '') return true
  if (type === 'relation') return chosenCount(value as RelationState) === 0
  return (type === 'media' || type === 'blocks') && Array.isArray(value) && value.length === 0
}

function matches(regex: string, value: string): boolean {
  try {
    return new RegExp(regex).test(value)
  } catch {
    return true
  }
}

/** - `ada@example.org`, but not `ada@localhost` */
function looksLikeEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(value) && value.slice(value.indexOf('@') + 2, -1).includes('.')
}

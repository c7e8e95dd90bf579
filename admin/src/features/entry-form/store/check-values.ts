/** What keeps an entry from being saved or published, as far as the browser can tell. The server has the last word. */
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { valueProblems } from '../../../../../src/admin-api/value-rules.ts'
import type { FormStore } from './form-store.ts'
import { type FormValue, isParts, type RelationState } from './form-value.ts'
import { isJson, isValidJson, parsedJson } from './json-text.ts'
import { chosenCount } from './relation-state.ts'

/** What is wrong at one place, in the words of the server. */
export interface Finding {
  readonly path: string
  readonly message: string
}

export function checkAll(store: FormStore, isDraft: boolean): readonly Finding[] {
  return Object.entries(store.model.attributes).flatMap(([name, attribute]) =>
    checkAt(store, { path: name, name, attribute, isDraft }),
  )
}

interface Place {
  readonly path: string
  readonly name: string
  readonly attribute: AttributeInfo
  readonly isDraft: boolean
}

function checkAt(store: FormStore, place: Place): readonly Finding[] {
  const { path, name, attribute, isDraft } = place
  if (!attribute.writable) return []
  if (!isParts(attribute)) return checkValue(place, (store.values.get(path) ?? null) as FormValue)
  const parts = store.parts(path)
  const isList = attribute.type === 'dynamiczone' || attribute.repeatable === true
  const own = valueProblems(name, attribute, isList ? parts : (parts[0] ?? null), isDraft)
  const inside = parts.flatMap(({ key, component }) =>
    Object.entries(store.model.components(component)).flatMap(([inner, part]) =>
      checkAt(store, { path: `${path}.${key}.${inner}`, name: inner, attribute: part, isDraft }),
    ),
  )
  return [...found(path, own), ...inside]
}

const HUNDREDTHS = /^-?\d+(\.\d\d?)?$/

function checkValue({ path, name, attribute, isDraft }: Place, value: FormValue): readonly Finding[] {
  // A password that exists is not sent to the browser.
  if (attribute.type === 'password' && value === null) return []
  if (isJson(attribute) && !isValidJson(value as string | null))
    return [{ path, message: `${name} must be valid JSON` }]
  // The database would round it without a word.
  if (attribute.type === 'decimal' && typeof value === 'number' && !HUNDREDTHS.test(String(value)))
    return [{ path, message: `${name} must have at most two digits after the decimal point` }]
  return found(path, valueProblems(name, attribute, judgedValue(attribute, value), isDraft))
}

/** The value as a body would have it. What holds nothing is no value. */
function judgedValue(attribute: AttributeInfo, value: FormValue): unknown {
  if (value === '') return null
  if (isJson(attribute)) return parsedJson(value as string | null)
  if (attribute.type === 'relation') return value === null || chosenCount(value as RelationState) === 0 ? null : []
  return Array.isArray(value) && value.length === 0 ? null : value
}

/** One problem is enough at each place. */
function found(path: string, messages: readonly string[]): readonly Finding[] {
  return messages.slice(0, 1).map(message => ({ path, message }))
}

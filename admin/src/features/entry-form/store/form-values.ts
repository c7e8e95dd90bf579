/** Turns the values of the API into those of a form. */
import type {
  EntryValue,
  EntryValues,
  FileValue,
  PartValues,
  RelationValue,
} from '../../../../../src/admin-api/content-api.ts'
import type { Json } from '../../../../../src/admin-api/route-types.ts'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import {
  type Attributes,
  type ComponentAttributes,
  type FormValue,
  type FormValues,
  isPartList,
  NO_RELATION,
  newPartKey,
  type PartValue,
} from './form-value.ts'
import { isJson, jsonText } from './json-text.ts'
import { relationState } from './relation-state.ts'

export interface Conversion {
  readonly attributes: Attributes
  readonly components: ComponentAttributes
  /** What the form has now. Parts that are still the same keep their keys. */
  readonly previous?: FormValues
  /** True for the answer to a save of `previous`: its new parts are those at the same places. In other versions they are not. */
  readonly isAnswer?: boolean
}

export function formValues(values: EntryValues, conversion: Conversion): FormValues {
  const { attributes, previous } = conversion
  const names = Object.keys(attributes)
  return Object.fromEntries(
    names.map(name => [name, formValue(attributes[name]!, values[name] ?? null, conversion, previous?.[name])]),
  )
}

/** What a new entry or a new part starts with. */
export function emptyValues(attributes: Attributes, components: ComponentAttributes): FormValues {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, emptyValue(attribute, components)]),
  )
}

export function newPart(component: string, components: ComponentAttributes): PartValue {
  return { key: newPartKey(), id: null, component, values: emptyValues(components(component), components) }
}

function emptyValue(attribute: AttributeInfo, components: ComponentAttributes): FormValue {
  if (attribute.type === 'media') return []
  if (attribute.type === 'relation') return NO_RELATION
  if (attribute.type === 'dynamiczone') return []
  if (attribute.type === 'component')
    return attribute.required && !attribute.repeatable ? [newPart(attribute.component!, components)] : []
  const value = attribute.default ?? null
  return isJson(attribute) ? jsonText(value) : value
}

function formValue(
  attribute: AttributeInfo,
  value: EntryValue,
  conversion: Conversion,
  previous: FormValue | undefined,
): FormValue {
  if (attribute.type === 'media') return listOf(value) as readonly FileValue[]
  if (attribute.type === 'relation') return value === null ? NO_RELATION : relationState(value as RelationValue)
  if (attribute.type === 'component' || attribute.type === 'dynamiczone') {
    const parts = listOf(value) as readonly PartValues[]
    const known = (previous ?? []) as readonly PartValue[]
    return parts.map((part, index) =>
      partValue(part, part.__component ?? attribute.component!, conversion, known, index),
    )
  }
  if (isJson(attribute)) return jsonText(value as Json)
  return value as Json
}

function partValue(
  { id, __component: _, ...values }: PartValues,
  component: string,
  { components, isAnswer = false }: Conversion,
  known: readonly PartValue[],
  index: number,
): PartValue {
  const before =
    known.find(part => part.id === id && part.component === component) ??
    (isAnswer ? unsaved(known[index], component) : undefined)
  return {
    key: before?.key ?? `${component.split('.').at(-1)}-${id}`,
    id,
    component,
    values: formValues(values as EntryValues, {
      attributes: components(component),
      components,
      isAnswer,
      ...(before === undefined ? {} : { previous: before.values }),
    }),
  }
}

function unsaved(part: PartValue | undefined, component: string): PartValue | undefined {
  return part !== undefined && part.id === null && part.component === component ? part : undefined
}

function listOf(value: EntryValue): readonly unknown[] {
  if (value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** Parts without an id are recognised by their place, so that what is on the screen stays the same part. */
export function withKeysOf(values: FormValues, previous: FormValues): FormValues {
  const pairs = Object.entries(values).map(([name, value]) => [name, keyed(value, previous[name] ?? null)] as const)
  return Object.fromEntries(pairs)
}

function keyed(value: FormValue, previous: FormValue): FormValue {
  if (!isPartList(value) || !isPartList(previous)) return value
  return value.map((part, index) => {
    const same =
      part.id === null ? unsaved(previous[index], part.component) : previous.find(({ key }) => key === part.key)
    return same === undefined ? part : { ...part, key: same.key, values: withKeysOf(part.values, same.values) }
  })
}

/** What to send to the server for the changes of a form. */
import type { EntryInput, FileValue, RelationChange } from '../../../../../src/admin-api/content-api.ts'
import type { Json } from '../../../../../src/admin-api/route-types.ts'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import {
  type Attributes,
  type ComponentAttributes,
  type FormValue,
  type FormValues,
  isFileList,
  isPartList,
  type PartValue,
  type RelationState,
  sameFiles,
  sameValue,
} from './form-value.ts'
import { isJson, parsedJson } from './json-text.ts'
import { isRelation, newRelation, relationChange } from './relation-state.ts'

export interface InputModel {
  readonly attributes: Attributes
  readonly components: ComponentAttributes
  /** Whether the person may change the field: `seo.metaTitle`. */
  readonly may: (field: string) => boolean
}

/** The attributes whose values differ from `before`. */
export function changedInput(before: FormValues, now: FormValues, model: InputModel): EntryInput {
  const names = Object.keys(model.attributes).filter(
    name => model.attributes[name]!.writable && model.may(name) && isDifferent(before[name], now[name]),
  )
  return inputOf(names, now, { ...model, prefix: '', isNew: false })
}

/** Of an entry that does not exist yet: everything that has a value. */
export function newInput(now: FormValues, model: InputModel): EntryInput {
  const names = Object.keys(model.attributes).filter(name => model.attributes[name]!.writable && model.may(name))
  const input = inputOf(names, now, { ...model, prefix: '', isNew: true })
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
}

export function isDifferent(before: FormValue | undefined, now: FormValue | undefined): boolean {
  if (isRelation(now)) return !sameValue(isRelation(before) ? relationChange(before) : undefined, relationChange(now))
  if (isPartList(now ?? null) && isPartList(before ?? null))
    return areDifferent((before ?? []) as readonly PartValue[], (now ?? []) as readonly PartValue[])
  if (isFileList(now ?? null) && isFileList(before ?? null))
    return !sameFiles((before ?? []) as readonly FileValue[], (now ?? []) as readonly FileValue[])
  return !sameValue(before ?? null, now ?? null)
}

/** The keys of parts do not count: a part without an id gets another one each time it is shown. */
function areDifferent(before: readonly PartValue[], now: readonly PartValue[]): boolean {
  if (before.length !== now.length) return true
  return now.some((part, index) => {
    const old = before[index]!
    if (old.id !== part.id || old.component !== part.component) return true
    const names = new Set([...Object.keys(old.values), ...Object.keys(part.values)])
    return [...names].some(name => isDifferent(old.values[name], part.values[name]))
  })
}

interface Place extends InputModel {
  readonly prefix: string
  /** True inside a part that does not exist yet. */
  readonly isNew: boolean
}

function inputOf(names: readonly string[], values: FormValues, place: Place): EntryInput {
  const input: Record<string, Json | RelationChange> = {}
  for (const name of names) {
    const value = inputValue(place.attributes[name]!, values[name] ?? null, {
      ...place,
      prefix: `${place.prefix}${name}.`,
    })
    if (value !== undefined) input[name] = value
  }
  return input
}

function inputValue(attribute: AttributeInfo, value: FormValue, place: Place): Json | RelationChange | undefined {
  if (attribute.type === 'media') return mediaInput(value as readonly FileValue[], attribute.multiple === true)
  if (attribute.type === 'relation')
    return place.isNew ? newRelation(value as RelationState) : relationChange(value as RelationState)
  if (attribute.type === 'dynamiczone') return (value as readonly PartValue[]).map(part => zonePart(part, place))
  if (attribute.type === 'component') return componentInput(attribute, value as readonly PartValue[], place)
  if (isJson(attribute)) return parsedJson(value as string | null)
  // The server never says what a password is, so an empty one means "as before".
  return attribute.type === 'password' && value === null ? undefined : (value as Json)
}

function mediaInput(files: readonly FileValue[], multiple: boolean): Json {
  const ids = files.map(({ id }) => id)
  return multiple ? ids : (ids[0] ?? null)
}

function componentInput(attribute: AttributeInfo, parts: readonly PartValue[], place: Place): Json {
  const list = parts.map(part => partInput(part, place))
  return attribute.repeatable ? list : (list[0] ?? null)
}

function zonePart(part: PartValue, place: Place): Json {
  return { __component: part.component, ...(partInput(part, place) as Record<string, Json>) }
}

function partInput({ id, component, values }: PartValue, place: Place): Json {
  const attributes = place.components(component)
  const names = Object.keys(attributes).filter(
    name => attributes[name]!.writable && place.may(`${place.prefix}${name}`),
  )
  const input = inputOf(names, values, { ...place, attributes, isNew: id === null })
  return { ...(id === null ? {} : { id }), ...(input as Record<string, Json>) }
}

/** Shows changes that were saved but not published on top of the values that are live. */
import type {
  EntryInput,
  FileValue,
  PendingChanges,
  RelationChange,
  RelationItem,
} from '../../../../../src/admin-api/content-api.ts'
import type { Json, JsonObject } from '../../../../../src/admin-api/route-types.ts'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import {
  type Attributes,
  type ComponentAttributes,
  type FormValue,
  type FormValues,
  NO_RELATION,
  newPartKey,
  type PartValue,
  type RelationState,
} from './form-value.ts'
import { emptyValues } from './form-values.ts'
import { isJson, jsonText } from './json-text.ts'
import { connect, disconnect } from './relation-state.ts'

interface Known {
  readonly components: ComponentAttributes
  readonly files: readonly FileValue[]
  readonly related: PendingChanges['related']
}

export function withPending(
  values: FormValues,
  pending: PendingChanges,
  attributes: Attributes,
  components: ComponentAttributes,
): FormValues {
  return applied(values, pending.data, attributes, { components, files: pending.files, related: pending.related })
}

function applied(values: FormValues, input: EntryInput, attributes: Attributes, known: Known): FormValues {
  const result: Record<string, FormValue> = { ...values }
  for (const [name, value] of Object.entries(input)) {
    const attribute = attributes[name]
    if (attribute !== undefined) result[name] = appliedValue(attribute, values[name] ?? null, value, known)
  }
  return result
}

function appliedValue(
  attribute: AttributeInfo,
  before: FormValue,
  value: Json | RelationChange,
  known: Known,
): FormValue {
  if (attribute.type === 'media') return files(before as readonly FileValue[], listOf(value as Json), known)
  if (attribute.type === 'relation')
    return relation((before ?? NO_RELATION) as RelationState, value as RelationChange, attribute, known)
  if (attribute.type === 'component' || attribute.type === 'dynamiczone')
    return listOf(value as Json).map(part =>
      appliedPart(part as JsonObject, attribute, before as readonly PartValue[], known),
    )
  return isJson(attribute) ? jsonText(value as Json) : (value as Json)
}

function files(before: readonly FileValue[] | null, ids: readonly Json[], known: Known): readonly FileValue[] {
  const all = [...known.files, ...(before ?? [])]
  return ids.flatMap(id => all.find(file => file.id === id) ?? [])
}

function relation(
  before: RelationState,
  change: RelationChange,
  attribute: AttributeInfo,
  known: Known,
): RelationState {
  const find = ({ id, __type }: { readonly id: number; readonly __type?: string }): RelationItem => {
    const item = (known.related[__type ?? attribute.target ?? ''] ?? []).find(other => other.id === id)
    const named = item ?? before.loaded.find(other => other.id === id) ?? unknownItem(id)
    return __type === undefined ? named : { ...named, uid: __type }
  }
  const start = change.set === undefined ? before : before.items.reduce(disconnect, before)
  const without = (change.disconnect ?? []).map(find).reduce(disconnect, start)
  return [...(change.set ?? []), ...(change.connect ?? [])].reduce(
    (state, reference) => placed(state, find(reference), attribute, reference),
    without,
  )
}

type Connection = NonNullable<RelationChange['connect']>[number]

function placed(
  state: RelationState,
  item: RelationItem,
  attribute: AttributeInfo,
  reference: Connection,
): RelationState {
  const { position } = reference
  if (position === undefined || attribute.multiple !== true) return connect(state, item, attribute.multiple === true)
  const others = state.items.filter(other => other.id !== item.id || other.uid !== item.uid)
  const index = indexOf(others, position)
  return { ...state, items: [...others.slice(0, index), item, ...others.slice(index)] }
}

function indexOf(items: readonly RelationItem[], position: NonNullable<Connection['position']>): number {
  if ('start' in position) return 0
  if ('before' in position)
    return Math.max(
      0,
      items.findIndex(({ id }) => id === position.before),
    )
  const after = 'after' in position ? items.findIndex(({ id }) => id === position.after) : -1
  return after === -1 ? items.length : after + 1
}

function unknownItem(id: number): RelationItem {
  return { id, title: String(id), status: null, locale: null }
}

function appliedPart(
  input: JsonObject,
  attribute: AttributeInfo,
  before: readonly PartValue[] | null,
  known: Known,
): PartValue {
  const { id = null, __component, ...values } = input
  const component = typeof __component === 'string' ? __component : attribute.component!
  const old = (before ?? []).find(part => part.id !== null && part.id === id && part.component === component)
  const attributes = known.components(component)
  const start = old?.values ?? emptyValues(attributes, known.components)
  return {
    key: old?.key ?? newPartKey(),
    id: old?.id ?? null,
    component,
    values: applied(start, values as EntryInput, attributes, known),
  }
}

function listOf(value: Json): readonly Json[] {
  if (value === null) return []
  return Array.isArray(value) ? value : [value as Json]
}

/** The values of an earlier version, as a form would have them, so that two versions can be compared. */
import type { EntryInput, PendingChanges, RelationChange } from '../../../../../src/admin-api/content-api.ts'
import type { RecordedValues } from '../../../../../src/admin-api/history-api.ts'
import type { Json, JsonObject } from '../../../../../src/admin-api/route-types.ts'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { longestCommon } from '../../../ui/diffs/longest-common.ts'
import { withPending } from '../store/apply-input.ts'
import {
  type Attributes,
  type ComponentAttributes,
  type FormValue,
  type FormValues,
  isPartList,
  type PartValue,
} from '../store/form-value.ts'

export interface VersionModel {
  readonly attributes: Attributes
  readonly components: ComponentAttributes
}

export function versionValues({ values, related, files }: RecordedValues, model: VersionModel): FormValues {
  const { attributes, components } = model
  const pending: PendingChanges = { data: inputOf(values, attributes, components), related, files, ...NOBODY }
  return withPending({}, pending, attributes, components)
}

const NOBODY = { savedAt: '', by: null } as const

function inputOf(values: JsonObject, attributes: Attributes, components: ComponentAttributes): EntryInput {
  const known = Object.entries(values).filter(([name]) => attributes[name] !== undefined)
  return Object.fromEntries(known.map(([name, value]) => [name, inputValue(attributes[name]!, value, components)]))
}

function inputValue(attribute: AttributeInfo, value: Json, components: ComponentAttributes): Json | RelationChange {
  if (attribute.type === 'relation') return { set: listOf(value).map(reference) }
  if (attribute.type !== 'component' && attribute.type !== 'dynamiczone') return value
  return listOf(value).map(given => {
    const part = given as JsonObject
    const uid = typeof part.__component === 'string' ? part.__component : attribute.component!
    return { ...part, ...inputOf(part, components(uid), components) } as Json
  })
}

function reference(value: Json): { readonly id: number; readonly __type?: string } {
  return typeof value === 'object' ? (value as { id: number; __type: string }) : { id: Number(value) }
}

function listOf(value: Json): readonly Json[] {
  if (value === null) return []
  return Array.isArray(value) ? value : [value as Json]
}

/** Gives parts the keys of those that they were before: parts that are the same belong together, then those of one component. */
export function withPartsOf(values: FormValues, before: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, pairedValue(value, before[name] ?? null)]),
  )
}

function pairedValue(value: FormValue, before: FormValue): FormValue {
  if (!isPartList(value) || !isPartList(before)) return value
  const partners = new Map(pairsOf(value, before))
  return value.map((part, index) => {
    const partner = partners.get(index)
    if (partner === undefined) return part
    const old = before[partner]!
    return { ...part, key: old.key, values: withPartsOf(part.values, old.values) }
  })
}

/** Places in both lists. */
function pairsOf(now: readonly PartValue[], before: readonly PartValue[]): readonly (readonly [number, number])[] {
  const same = longestCommon(now.map(textOf), before.map(textOf))
  let [here, there] = [0, 0]
  const between = [...same, [now.length, before.length] as const].flatMap(([end, oldEnd]) => {
    const pairs = longestCommon(now.slice(here, end).map(componentOf), before.slice(there, oldEnd).map(componentOf))
    const placed = pairs.map(([place, oldPlace]) => [here + place, there + oldPlace] as const)
    here = end + 1
    there = oldEnd + 1
    return placed
  })
  return [...same, ...between]
}

const componentOf = ({ component }: PartValue): string => component

/** Keys are made anew for each version. */
function textOf({ component, values }: PartValue): string {
  const plain = Object.entries(values).map(([name, value]) => [name, isPartList(value) ? value.map(textOf) : value])
  return JSON.stringify([component, plain])
}

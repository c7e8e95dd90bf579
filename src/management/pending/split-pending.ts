/**
 * Changes that wait to be published, by a list of fields: those that it covers, and those of others. A component of which it covers only
 * some fields has a part in both.
 */
import { isDeepStrictEqual } from 'node:util'
import type { EntryInput, EntryValues } from '../../admin-api/content-api.ts'
import { coversPart, coversPath } from '../../plan/placed-model.ts'
import { isPlainObject } from '../../schema/rules/rule.ts'
import {
  type Attribute,
  type ComponentAttribute,
  type Model,
  modelOf,
  type Schema,
  type ZoneAttribute,
} from '../../schema/schema.ts'

export interface PendingGrant {
  readonly schema: Schema
  /** `null`: all of them. */
  readonly fields: ReadonlySet<string> | null
  /** The entry as it is stored. Without it, nobody knows whether parts would be added, removed or moved. */
  readonly values: EntryValues | undefined
}

/** The changes that the list covers. */
export function coveredPending(model: Model, data: EntryInput, { fields, ...grant }: PendingGrant): EntryInput {
  return fields === null ? data : (split(model, data, { ...grant, fields, path: '' }).covered as EntryInput)
}

/** `own` instead of the changes that the list covers, beside those of others. */
export function replacedPending(
  model: Model,
  { data, own }: { readonly data: EntryInput; readonly own: EntryInput },
  { fields, ...grant }: PendingGrant,
): EntryInput {
  return fields === null ? own : (replaced(model, data, own, { ...grant, fields, path: '' }) as EntryInput)
}

interface Place extends PendingGrant {
  readonly fields: ReadonlySet<string>
  /** `seo.` */
  readonly path: string
}

type Values = Readonly<Record<string, unknown>>
type Parted = ComponentAttribute | ZoneAttribute

/** How much of an attribute the list covers. */
function coverage(attribute: Attribute | undefined, { schema, fields, path }: Place): 'all' | 'some' | 'none' {
  if (attribute === undefined) return 'none'
  const at = `${path}${attribute.name}`
  if (!coversPath(fields, at)) return 'none'
  if (!isParted(attribute)) return 'all'
  const uids = attribute.kind === 'zone' ? attribute.components : [attribute.target]
  return uids.every(uid => coversPart(fields, at, modelOf(schema, uid), schema)) ? 'all' : 'some'
}

function isParted(attribute: Attribute | undefined): attribute is Parted {
  return attribute?.kind === 'component' || attribute?.kind === 'zone'
}

interface Split {
  readonly covered: Values
  readonly others: Values
}

function split(model: Model, data: Values, place: Place): Split {
  const covered: Record<string, unknown> = {}
  const others: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(data)) {
    const attribute = model.attributes.get(name)
    const covers = coverage(attribute, place)
    if (covers === 'some' && isParted(attribute)) {
      const parts = splitParts(attribute, value, place)
      if (parts.covered !== undefined) covered[name] = parts.covered
      if (parts.others !== undefined) others[name] = parts.others
    } else if (covers === 'all') covered[name] = value
    else others[name] = value
  }
  return { covered, others }
}

/** `undefined`: nothing is said. */
function splitParts(attribute: Parted, value: unknown, place: Place): { covered: unknown; others: unknown } {
  const stored = place.values === undefined ? undefined : partsOf(place.values[attribute.name])
  const items = partsOf(value).map(item => splitPart(attribute, item, place))
  const said = (parts: readonly Values[]) => {
    if (!parts.some(hasContent) && areSame(parts, stored)) return undefined
    return Array.isArray(value) ? parts : (parts[0] ?? null)
  }
  // Nothing is said of a new part without values of others.
  const others = items.map(item => item.others).filter(part => part.id !== undefined || hasContent(part))
  return { covered: said(items.map(item => item.covered)), others: said(others) }
}

function splitPart(attribute: Parted, item: Values, place: Place): Split {
  const { named, rest } = apart(item)
  const part = partModel(attribute, item, place)
  if (part === undefined) return { covered: named, others: item }
  const { covered, others } = split(part, rest, within(attribute, item, place))
  return { covered: { ...named, ...covered }, others: { ...named, ...others } }
}

function replaced(model: Model, before: Values, own: Values, place: Place): Values {
  const kept = split(model, before, place).others
  const given = Object.entries(own).map(([name, value]) => {
    const attribute = model.attributes.get(name)
    const isMerged = isParted(attribute) && coverage(attribute, place) === 'some' && Object.hasOwn(before, name)
    return [name, isMerged ? replacedParts(attribute, before[name], value, place) : value] as const
  })
  return { ...kept, ...Object.fromEntries(given) }
}

/** Stored parts correspond by their ids, new ones by their order. */
function replacedParts(attribute: Parted, before: unknown, own: unknown, place: Place): unknown {
  const left = [...partsOf(before)]
  const items = partsOf(own).map(item => {
    const at = left.findIndex(({ id, __component }) => id === item.id && __component === item.__component)
    const [partner] = at === -1 ? [] : left.splice(at, 1)
    const part = partModel(attribute, item, place)
    if (partner === undefined || part === undefined) return item
    const { named, rest } = apart(item)
    return { ...named, ...replaced(part, apart(partner).rest, rest, within(attribute, item, place)) }
  })
  return Array.isArray(own) ? items : (items[0] ?? null)
}

function partModel(attribute: Parted, item: Values, { schema }: Place): Model | undefined {
  return schema.components.get(attribute.kind === 'zone' ? String(item.__component) : attribute.target)
}

/** Inside a part of an attribute. */
function within({ name }: Parted, { id, __component }: Values, place: Place): Place {
  const values = place.values === undefined ? undefined : partsOf(place.values[name])
  const before = values?.find(other => other.id === id && other.__component === __component)
  return { ...place, path: `${place.path}${name}.`, values: values && ((before ?? {}) as EntryValues) }
}

function apart({ id, __component, ...rest }: Values): { readonly named: Values; readonly rest: Values } {
  return { named: { ...(id === undefined ? {} : { id }), ...(__component === undefined ? {} : { __component }) }, rest }
}

/** Whether no part is added, removed or moved. */
function areSame(parts: readonly Values[], stored: readonly Values[] | undefined): boolean {
  const ids = (list: readonly Values[]) => list.map(({ id }) => id ?? null)
  return stored === undefined || isDeepStrictEqual(ids(parts), ids(stored))
}

function hasContent(part: Values): boolean {
  return Object.keys(apart(part).rest).length > 0
}

/** A single component, or a list of them. */
function partsOf(value: unknown): readonly Values[] {
  return (Array.isArray(value) ? value : [value]).filter(isPlainObject)
}

/** Turns an answer of the read pipeline into the values of a form. */
import type {
  EntryStatus,
  EntryValue,
  EntryValues,
  FileValue,
  PartValues,
  PersonName,
  RelationItem,
  RelationValue,
} from '../../admin-api/content-api.ts'
import type { Json, JsonObject } from '../../admin-api/route-types.ts'
import { type Attribute, type Model, modelOf, type Schema } from '../../schema/schema.ts'

export interface ShapeScope {
  readonly schema: Schema
  readonly titleField: (model: Model) => string
  /** Whether relations to a type name entries that the person may not read. */
  readonly namesHidden?: (uid: string) => boolean
}

/** `{ "id": 1, "attributes": { ... } }` */
export interface RawEntry {
  readonly id: number
  readonly attributes: JsonObject
}

/** Attributes that are shown apart from the values. */
const APART: ReadonlySet<string> = new Set([
  ...['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'localizations', 'locale'],
])

export function shapeEntry(model: Model, { attributes }: RawEntry, scope: ShapeScope): EntryValues {
  return shapeAttributes(model, attributes, scope, name => model.kind === 'type' && APART.has(name))
}

function shapeAttributes(
  model: Model,
  given: JsonObject,
  scope: ShapeScope,
  isApart: (name: string) => boolean = () => false,
): EntryValues {
  const shown = [...model.attributes.values()].flatMap(attribute => {
    if (isApart(attribute.name)) return []
    if (attribute.kind === 'scalar' && attribute.type === 'password') return [[attribute.name, null] as const]
    const value = given[attribute.name]
    return value === undefined ? [] : [[attribute.name, shapeValue(attribute, value, scope)] as const]
  })
  return Object.fromEntries(shown)
}

export function shapeValue(attribute: Attribute, value: Json, scope: ShapeScope): EntryValue {
  switch (attribute.kind) {
    case 'scalar':
    case 'morph':
      return value
    case 'media': {
      const { data } = value as unknown as { data: RawEntry | readonly RawEntry[] | null }
      return isList(data) ? data.map(toFile) : data === null ? null : toFile(data)
    }
    case 'relation':
      return shapeRelation(modelOf(scope.schema, attribute.target), value, scope)
    case 'component': {
      const part = modelOf(scope.schema, attribute.target)
      if (value === null) return null
      return Array.isArray(value)
        ? value.map(item => shapePart(part, item as JsonObject, scope))
        : shapePart(part, value as JsonObject, scope)
    }
    case 'zone':
      return (value as readonly JsonObject[]).map(item => {
        const uid = String(item.__component)
        return { __component: uid, ...shapePart(modelOf(scope.schema, uid), item, scope) }
      })
    default:
      return attribute satisfies never
  }
}

function shapePart(model: Model, item: JsonObject, scope: ShapeScope): PartValues {
  return { id: item.id as number, ...shapeAttributes(model, item, scope) }
}

function shapeRelation(target: Model, value: Json, scope: ShapeScope): RelationValue {
  const { data, meta } = value as unknown as {
    data: RawEntry | readonly RawEntry[] | null
    meta?: { pagination: { total: number } }
  }
  const list = isList(data) ? data : data === null ? [] : [data]
  const isBare = scope.namesHidden?.(target.uid) ?? false
  const items = list.map(entry =>
    isBare && Object.keys(entry.attributes).length === 0 ? hiddenItem(entry.id) : toItem(target, entry, scope),
  )
  return { count: meta?.pagination.total ?? items.length, items }
}

export function toItem(target: Model, { id, attributes }: RawEntry, scope: ShapeScope): RelationItem {
  return {
    id,
    title: titleOf(target, { id, attributes }, scope),
    status: statusOf(target, attributes),
    locale: localeOf(attributes),
  }
}

/** An entry of which the person may know nothing but that it is linked. */
export function hiddenItem(id: number): RelationItem {
  return { id, title: `#${id}`, status: null, locale: null, readable: false }
}

/** The title, or `#3` if there is none or it may not be read. */
export function titleOf(model: Model, { id, attributes }: RawEntry, { titleField }: ShapeScope): string {
  const value = attributes[titleField(model)]
  if (typeof value === 'string' && value !== '') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `#${id}`
}

export function statusOf(model: Model, { publishedAt }: JsonObject): EntryStatus {
  if (model.kind !== 'type' || !model.draftAndPublish) return null
  return publishedAt === null || publishedAt === undefined ? 'draft' : 'published'
}

export function localeOf({ locale }: JsonObject): string | null {
  return typeof locale === 'string' ? locale : null
}

export function personOf(value: Json | undefined): PersonName | null {
  const data = (value as { data?: RawEntry | null } | undefined)?.data
  return data === null || data === undefined ? null : toPerson(data)
}

function toPerson({ id, attributes }: RawEntry): PersonName {
  return { id, name: personName(id, attributes) }
}

/** `Ina Stone`; the username if there is no name. */
export function personName(id: number, given: Readonly<Record<string, unknown>>): string {
  const full = [given.firstname, given.lastname].filter(part => typeof part === 'string' && part !== '').join(' ')
  if (full !== '') return full
  return typeof given.username === 'string' && given.username !== '' ? given.username : `#${id}`
}

export function toFile({ id, attributes }: RawEntry): FileValue {
  return { id, ...attributes } as unknown as FileValue
}

function isList<T>(data: T | readonly T[] | null): data is readonly T[] {
  return Array.isArray(data)
}

/** A record of an entry, in the form of a body: what a client would send to store the same. */
import type { EntryRecord, RecordReference } from '../../history/version-record.ts'
import { type Attribute, type Model, modelOf, type Schema } from '../../schema/schema.ts'

export type Body = Readonly<Record<string, unknown>>

export interface RecordOptions {
  /** Leaves attributes out; `path` is `seo.metaTitle` for those of components. */
  readonly includes: (attribute: Attribute, path: string, model: Model) => boolean
  /** Leaves references out. */
  readonly keeps: (reference: RecordReference, attribute: Attribute, path: string) => boolean
  /** Whether components have the ids that they had; if not, they become new ones. */
  readonly keepIds?: boolean
}

/** Attributes that no body decides. */
const APART: ReadonlySet<string> = new Set([
  ...['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'localizations', 'locale'],
])

/** Attributes that the schema no longer has are absent, and so are passwords. */
export function recordBody(schema: Schema, type: Model, { attributes }: EntryRecord, options: RecordOptions): Body {
  return bodyOf(schema, type, attributes, { ...options, path: '' })
}

interface Place extends RecordOptions {
  readonly path: string
}

function bodyOf(schema: Schema, model: Model, values: Body, place: Place): Body {
  const members = [...model.attributes.values()].flatMap(attribute => {
    const { name, kind } = attribute
    const path = place.path === '' ? name : `${place.path}.${name}`
    const given = values[name]
    const isApart = (model.kind === 'type' && APART.has(name)) || (kind === 'scalar' && attribute.type === 'password')
    if (given === undefined || isApart || !place.includes(attribute, path, model)) return []
    return [[name, bodyValue(schema, attribute, given, { ...place, path })] as const]
  })
  return Object.fromEntries(members)
}

function bodyValue(schema: Schema, attribute: Attribute, given: unknown, place: Place): unknown {
  switch (attribute.kind) {
    case 'scalar':
      return given
    case 'relation':
    case 'media': {
      const ids = referencesIn(given).flatMap(each => (place.keeps(each, attribute, place.path) ? [each.id] : []))
      return attribute.many ? ids : (ids[0] ?? null)
    }
    case 'morph': {
      const kept = referencesIn(given).filter(each => place.keeps(each, attribute, place.path))
      const targets = kept.map(({ type, id }) => ({ __type: type, id }))
      return attribute.many ? targets : (targets[0] ?? null)
    }
    case 'component': {
      const parts = partsIn(given).map(part => partBody(schema, attribute.target, part, place))
      return attribute.many ? parts : (parts[0] ?? null)
    }
    case 'zone':
      return partsIn(given).flatMap(part => {
        const uid = String(part.__component)
        if (!attribute.components.includes(uid)) return []
        return [{ __component: uid, ...partBody(schema, uid, part, place) }]
      })
    default:
      return attribute satisfies never
  }
}

function partBody(schema: Schema, uid: string, part: Body, place: Place): Body {
  return { ...(place.keepIds === true ? { id: part.id } : {}), ...bodyOf(schema, modelOf(schema, uid), part, place) }
}

export function referencesIn(given: unknown): readonly RecordReference[] {
  return (Array.isArray(given) ? given : [given]).filter(
    (each): each is RecordReference => typeof each === 'object' && each !== null && 'id' in each && 'type' in each,
  )
}

/** A single component, or a list of them. */
function partsIn(given: unknown): readonly Body[] {
  return (Array.isArray(given) ? given : [given]).filter(
    (each): each is Body => typeof each === 'object' && each !== null,
  )
}

/** Everything that a record refers to: ids by uid. */
export function referencedIds(
  schema: Schema,
  type: Model,
  record: EntryRecord,
): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>()
  recordBody(schema, type, record, {
    includes: () => true,
    keeps: reference => {
      found.set(reference.type, (found.get(reference.type) ?? new Set()).add(reference.id))
      return true
    },
  })
  return found
}

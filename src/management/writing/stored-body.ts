/** The values of a form, in the form of a body: what a client would send to store the same. */
import type { EntryValue, EntryValues, RelationValue } from '../../admin-api/content-api.ts'
import { type Attribute, type MediaAttribute, type Model, modelOf, type Schema } from '../../schema/schema.ts'

type Body = Record<string, unknown>

export interface BodyOptions {
  /** Whether components keep their ids; if not, they become new ones. */
  readonly keepIds: boolean
  /** Without links to entries that the person may not read. */
  readonly readableOnly?: boolean
  /** Leaves attributes out. */
  readonly includes?: (attribute: Attribute) => boolean
  /** The ids of related entries, if they are not the same. */
  readonly relate?: (target: string, ids: readonly number[]) => readonly number[]
}

/** Passwords are unknown, so they are absent. */
export function storedBody(values: EntryValues, model: Model, schema: Schema, options: BodyOptions): Body {
  const body: Body = {}
  for (const attribute of model.attributes.values()) {
    const value = values[attribute.name]
    const isPassword = attribute.kind === 'scalar' && attribute.type === 'password'
    if (value === undefined || isPassword || options.includes?.(attribute) === false) continue
    body[attribute.name] = bodyValue(attribute, value, schema, options)
  }
  return body
}

function bodyValue(attribute: Attribute, value: EntryValue, schema: Schema, options: BodyOptions): unknown {
  switch (attribute.kind) {
    case 'scalar':
    case 'morph':
      return value
    case 'media':
      return mediaBody(attribute, value, options)
    case 'relation': {
      const { items } = value as RelationValue
      const ids = idsOf(options.readableOnly === true ? items.filter(({ readable }) => readable !== false) : items)
      const related = options.relate?.(attribute.target, ids) ?? ids
      return attribute.many ? related : (related[0] ?? null)
    }
    case 'component': {
      const part = modelOf(schema, attribute.target)
      if (value === null) return null
      return Array.isArray(value)
        ? value.map(item => partBody(item as EntryValues, part, schema, options))
        : partBody(value as EntryValues, part, schema, options)
    }
    case 'zone':
      return (value as readonly EntryValues[]).map(item => ({
        __component: item.__component,
        ...partBody(item, modelOf(schema, String(item.__component)), schema, options),
      }))
    default:
      return attribute satisfies never
  }
}

function mediaBody({ target }: MediaAttribute, value: EntryValue, { relate }: BodyOptions): unknown {
  const files = idsOf(Array.isArray(value) ? value : value === null ? [] : [value])
  const ids = relate?.(target, files) ?? files
  return Array.isArray(value) ? ids : (ids[0] ?? null)
}

function partBody(values: EntryValues, part: Model, schema: Schema, options: BodyOptions): Body {
  const { includes: _, ...inside } = options
  return { ...(options.keepIds ? { id: values.id } : {}), ...storedBody(values, part, schema, inside) }
}

function idsOf(items: readonly unknown[]): readonly number[] {
  return (items as readonly { id: number }[]).map(({ id }) => id)
}

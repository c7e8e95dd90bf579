/** Changes that wait to be published may name parts that the entry no longer has: those become new ones. */
import type { EntryInput, EntryValue, EntryValues } from '../../admin-api/content-api.ts'
import { isPlainObject } from '../../schema/rules/rule.ts'
import { type Model, modelOf, type Schema } from '../../schema/schema.ts'

/** `values` is the entry as it is stored. */
export function withKnownParts(data: EntryInput, values: EntryValues, model: Model, schema: Schema): EntryInput {
  const known = Object.entries(data).map(([name, value]) => {
    const attribute = model.attributes.get(name)
    if (attribute?.kind !== 'component' && attribute?.kind !== 'zone') return [name, value] as const
    const stored = partsOf(values[name])
    const inside = (item: unknown) => {
      if (!isPlainObject(item)) return item
      const uid = attribute.kind === 'zone' ? String(item.__component) : attribute.target
      return schema.components.has(uid) ? knownPart(item, stored, uid, schema) : item
    }
    return [name, Array.isArray(value) ? value.map(inside) : inside(value)] as const
  })
  return Object.fromEntries(known) as EntryInput
}

function knownPart(
  { id, ...part }: Readonly<Record<string, unknown>>,
  stored: readonly EntryValues[],
  uid: string,
  schema: Schema,
): unknown {
  const before = stored.find(other => other.id === id && (other.__component ?? uid) === uid)
  const inner = withKnownParts(part as EntryInput, before ?? {}, modelOf(schema, uid), schema)
  return before === undefined ? inner : { id, ...inner }
}

function partsOf(value: EntryValue | undefined): readonly EntryValues[] {
  if (value === null || value === undefined) return []
  return (Array.isArray(value) ? value : [value]) as readonly EntryValues[]
}

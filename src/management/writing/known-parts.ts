/** Parts that a body names, and parts that the entry has. */
import type { EntryInput, EntryValue, EntryValues } from '../../admin-api/content-api.ts'
import { isPlainObject } from '../../schema/rules/rule.ts'
import { type Model, modelOf, type Schema } from '../../schema/schema.ts'

/**
 * Changes that wait to be published may name parts that the entry no longer has: those become new ones. `values` is the entry as it is
 * stored.
 */
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

/**
 * A body that comes from somewhere else changes the parts that the entry has, so that what it does not say of them stays: a part with the
 * same id, or else the next one of the same kind. Other parts are new ones.
 */
export function withPairedParts(data: EntryInput, values: Values, model: Model, schema: Schema): EntryInput {
  const paired = Object.entries(data).map(([name, value]) => {
    const attribute = model.attributes.get(name)
    if (attribute?.kind !== 'component' && attribute?.kind !== 'zone') return [name, value] as const
    const uidOf = (part: Values) => (attribute.kind === 'zone' ? String(part.__component) : attribute.target)
    const items = (Array.isArray(value) ? value : [value]).filter(isPlainObject)
    const partners = partnersOf(items, partsOf(values[name] as EntryValue), uidOf)
    const changed = items.map((item, index) => {
      const { id: _, ...part } = item
      const partner = partners[index]
      const inner = withPairedParts(part as EntryInput, partner ?? {}, modelOf(schema, uidOf(item)), schema)
      return partner === undefined ? inner : { id: partner.id, ...inner }
    })
    return [name, Array.isArray(value) ? changed : (changed[0] ?? null)] as const
  })
  return Object.fromEntries(paired) as EntryInput
}

type Values = Readonly<Record<string, unknown>>

function partnersOf(
  items: readonly Values[],
  stored: readonly Values[],
  uidOf: (part: Values) => string,
): readonly (Values | undefined)[] {
  const left = [...stored]
  const take = (isIt: (part: Values) => boolean) => {
    const at = left.findIndex(isIt)
    return at === -1 ? undefined : left.splice(at, 1)[0]
  }
  const same = items.map(item => take(part => part.id === item.id && uidOf(part) === uidOf(item)))
  return items.map((item, index) => same[index] ?? take(part => uidOf(part) === uidOf(item)))
}

function partsOf(value: EntryValue | undefined): readonly EntryValues[] {
  if (value === null || value === undefined) return []
  return (Array.isArray(value) ? value : [value]) as readonly EntryValues[]
}

/** Entries without what the caller may not see, and bodies without what the caller may not write. */
import { mayReach, writableFields } from '../../../plan/access.ts'
import { visibleAttribute } from '../../../plan/visibility.ts'
import { isWritable } from '../../../plan/write/model-rule.ts'
import type { Attribute, Model } from '../../../schema/schema.ts'
import { isRecord } from '../entities/query-values.ts'
import { namedModel, type SeenBy, targetOf } from './seen-by.ts'

/** Values that belong to no attribute stay: the project's code has added them. */
export function sanitizeOutput(model: Model, value: unknown, by: SeenBy): unknown {
  if (Array.isArray(value)) return value.map(item => sanitizeOutput(model, item, by))
  if (!isRecord(value)) return value
  const shown = Object.entries(value).flatMap(([name, given]): [string, unknown][] => {
    const attribute = model.attributes.get(name)
    if (attribute === undefined) return [[name, given]]
    if (visibleAttribute(model, name, by) === undefined) return []
    const part = outputPart(attribute, given, by)
    return part === undefined ? [] : [[name, part]]
  })
  return Object.fromEntries(shown)
}

function outputPart(attribute: Attribute, value: unknown, by: SeenBy): unknown {
  if (attribute.kind === 'scalar') return value
  const target = targetOf(by, attribute)
  if (target !== undefined) return sanitizeOutput(target, value, by)
  if (attribute.kind === 'morph' && !Array.isArray(value)) return morphOne(value, by)
  if (!Array.isArray(value)) return value
  const items = value.flatMap(item => {
    const model = isRecord(item) ? namedModel(by, item) : undefined
    return model === undefined ? [] : [sanitizeOutput(model, item, by)]
  })
  return attribute.kind === 'morph' && items.length === 0 ? undefined : items
}

/** Without a type, nobody can say what may be seen of it. */
function morphOne(value: unknown, by: SeenBy): unknown {
  if (!isRecord(value)) return value
  const model = namedModel(by, value)
  return model === undefined ? undefined : sanitizeOutput(model, value, by)
}

/** The id of the entry itself is not part of a body. */
export function sanitizeInput(model: Model, value: unknown, by: SeenBy): unknown {
  if (Array.isArray(value)) return value.map(item => sanitizeInput(model, item, by))
  if (!isRecord(value)) return value
  const { id, ...given } = value
  if (id !== undefined) by.refuse('id')
  return writableParts(model, given, by, writableFields(by.access, model.uid))
}

function writableParts(
  model: Model,
  given: Readonly<Record<string, unknown>>,
  by: SeenBy,
  fields?: ReadonlySet<string>,
): Record<string, unknown> {
  const kept = Object.entries(given).filter(([name]) => {
    const attribute = model.attributes.get(name)
    if (attribute === undefined) return true
    const isOpen = isWritable(attribute) && (fields?.has(name) ?? true) && isReachable(attribute, by)
    if (!isOpen) by.refuse(name)
    return isOpen
  })
  return Object.fromEntries(kept.map(([name, value]) => [name, inputPart(model.attributes.get(name), value, by)]))
}

function isReachable(attribute: Attribute, { access }: SeenBy): boolean {
  return attribute.kind !== 'relation' || mayReach(access, attribute.target)
}

function inputPart(attribute: Attribute | undefined, value: unknown, by: SeenBy): unknown {
  if (attribute?.kind !== 'component' && attribute?.kind !== 'zone') return value
  const part = (item: unknown): unknown => {
    if (!isRecord(item)) return item
    const model = targetOf(by, attribute) ?? namedModel(by, item)
    return model === undefined ? item : writableParts(model, item, by)
  }
  return Array.isArray(value) ? value.map(part) : part(value)
}

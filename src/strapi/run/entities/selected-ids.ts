/** Removes ids that `select` does not name: Strapi gives exactly what is selected, unless something is populated. */
import type { StoredObject } from '../../../content/read/read-objects.ts'
import { type Model, modelOf, type Schema } from '../../../schema/schema.ts'
import type { DatabaseParams } from './database-query.ts'
import { isRecord } from './query-values.ts'

export function withoutUnselected(
  schema: Schema,
  model: Model,
  found: readonly StoredObject[],
  params: DatabaseParams,
): readonly StoredObject[] {
  for (const object of found) strip(schema, model, object, params)
  return found
}

function strip(schema: Schema, model: Model, object: Record<string, unknown>, params: DatabaseParams): void {
  const { select, populate } = params
  const branches = isRecord(populate) ? populate : {}
  for (const [name, options] of Object.entries(branches)) {
    const attribute = model.attributes.get(name)
    if (attribute === undefined || !('target' in attribute) || !isRecord(options)) continue
    const target = modelOf(schema, attribute.target)
    for (const child of [object[name]].flat())
      if (isRecord(child) && !options.count) strip(schema, target, child, options)
  }
  if (!isSelected(select) && !isPopulated(populate)) delete object.id
}

function isSelected(select: unknown): boolean {
  if (select === undefined || select === null) return true
  const names = [select].flat()
  return names.includes('id') || names.includes('*')
}

function isPopulated(populate: unknown): boolean {
  if (Array.isArray(populate)) return populate.length > 0
  return populate === true || (isRecord(populate) && Object.keys(populate).length > 0)
}

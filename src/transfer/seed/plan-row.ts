/** Turns the scalar attributes of an entry or component into a row. */

import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { JsonObject } from '../../schema/json-value.ts'
import { isScalar, type Model, type ScalarAttribute } from '../../schema/schema.ts'
import { suggestion } from './read-content.ts'
import type { SeedDraft } from './seed-draft.ts'
import type { SeedRow } from './seed-plan.ts'

/** Names in a content file that are not attributes. */
const DIRECTIVES: ReadonlySet<string> = new Set(['$key', 'translationOf', '__component'])

export function planRow(draft: SeedDraft, model: Model, source: JsonObject, place: string): SeedRow {
  checkNames(draft, model, source, place)
  const values = new Map<string, unknown>()
  for (const attribute of model.attributes.values()) {
    if (!isScalar(attribute)) continue
    const given = source[attribute.name] ?? (attribute.name in source ? null : attribute.definition.default)
    const result = seedValue(attribute, given ?? null)
    if ('problem' in result) draft.addProblem(`${place}, ${attribute.name}`, result.problem)
    else values.set(attribute.name, result.value)
  }
  if (model.kind === 'type') completeSystemValues(draft, values, source)
  const row: SeedRow = Object.freeze({ model, values })
  draft.addRow(row)
  return row
}

function checkNames(draft: SeedDraft, model: Model, source: JsonObject, place: string): void {
  for (const name of Object.keys(source)) {
    if (DIRECTIVES.has(name) || model.attributes.has(name)) continue
    draft.addProblem(place, `${model.uid} has no attribute "${name}"${suggestion(name, model.attributes.keys())}`)
  }
}

/** `updatedAt` and `publishedAt` default to the creation time; `"publishedAt": null` makes a draft. */
function completeSystemValues(draft: SeedDraft, values: Map<string, unknown>, source: JsonObject): void {
  const createdAt = values.get('createdAt') ?? new Date()
  values.set('createdAt', createdAt)
  values.set('updatedAt', values.get('updatedAt') ?? createdAt)
  if (source.publishedAt === undefined && values.has('publishedAt')) values.set('publishedAt', createdAt)
  if (values.has('locale')) values.set('locale', values.get('locale') ?? draft.locale)
}

export type SeedValue = { readonly value: unknown } | { readonly problem: string }

/**
 * The value of a scalar attribute, as one that an SQL dialect can encode.
 * `seedValue(title, 'Bread')` is `{ value: 'Bread' }`, `seedValue(body, ['One.', 'Two.'])` is `{ value: 'One.\n\nTwo.' }`,
 * `seedValue(readingTime, 'three')` is `{ problem: 'must be a whole number' }`.
 */
function seedValue(attribute: ScalarAttribute, given: unknown): SeedValue {
  const { seed } = ATTRIBUTE_TYPES[attribute.type]
  if (given === null) return { value: null }
  if (!seed.accepts(given)) return { problem: `must be ${seed.expected}` }
  return { value: seed.convert === undefined ? given : seed.convert(given as never) }
}

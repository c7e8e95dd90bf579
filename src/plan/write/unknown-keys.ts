/** Keys of a body that no attribute has. */

import { isPlainObject } from '../../schema/rules/rule.ts'
import { type Attribute, type Model, modelOf, type Schema } from '../../schema/schema.ts'
import { nearestName } from '../../util/nearest-name.ts'
import { isWritable } from './model-rule.ts'
import type { ValueProblem } from './write-plan.ts'

type Values = Readonly<Record<string, unknown>>

/** Keys that an answer may contain besides the attributes of its model; they are ignored when sent back. */
const IN_ANSWERS: ReadonlySet<string> = new Set([
  ...['id', '__component', '__type', 'createdAt', 'updatedAt', 'publishedAt'],
  ...['createdBy', 'updatedBy', 'localizations', 'locale'],
])

/** Finds unknown keys in the entry and its components, each with the attribute that was probably meant. */
export function unknownKeys(values: Values, model: Model, schema: Schema): readonly ValueProblem[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const attribute = model.attributes.get(key)
    if (attribute !== undefined) return insideOf(attribute, value, schema, [key])
    return IN_ANSWERS.has(key) ? [] : [{ path: [key], message: unknownMessage(key, model) }]
  })
}

function unknownMessage(key: string, model: Model): string {
  const open = [...model.attributes.values()].filter(attribute => isWritable(attribute) && !attribute.private)
  const nearest = nearestName(
    key,
    open.map(({ name }) => name),
  )
  return `There is no attribute ${key.slice(0, 100)}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`
}

function insideOf(
  attribute: Attribute,
  value: unknown,
  schema: Schema,
  path: readonly string[],
): readonly ValueProblem[] {
  if (attribute.kind !== 'component' && attribute.kind !== 'zone') return []
  if (Array.isArray(value))
    return value.flatMap((item, index) => insideOf(attribute, item, schema, [...path, String(index)]))
  if (!isPlainObject(value)) return []
  const model =
    attribute.kind === 'zone' ? schema.components.get(String(value.__component)) : modelOf(schema, attribute.target)
  if (model === undefined) return []
  return unknownKeys(value, model, schema).map(problem => ({ ...problem, path: [...path, ...problem.path] }))
}

/** What is wrong with the relations of a body as a whole, as far as it can be seen without the database. */
import { type Attribute, type Model, modelOf, type Schema } from '../schema/schema.ts'
import { idOf, parseRelationInput } from './relation-input.ts'
import { isPlainObject } from './value-rules/rule.ts'

type Values = Readonly<Record<string, unknown>>

const INVALID = 'Invalid relations'
const NO_COMPONENT = 'Cannot build relations store from dynamiczone, component identifier is undefined'

/** The first problem in the order of the attributes. */
export function relationProblem(values: Values, model: Model, schema: Schema): string | null {
  for (const attribute of model.attributes.values()) {
    const value = Object.hasOwn(values, attribute.name) ? values[attribute.name] : undefined
    const problem = value === null || value === undefined ? null : problemAt(attribute, value, schema)
    if (problem !== null) return problem
  }
  return null
}

function problemAt(attribute: Attribute, value: unknown, schema: Schema): string | null {
  switch (attribute.kind) {
    case 'scalar':
      return null
    case 'relation':
    case 'media':
      return parseRelationInput(value) === null ? INVALID : null
    case 'morph':
      return isMorphInput(value, schema) ? null : INVALID
    case 'component': {
      const model = modelOf(schema, attribute.target)
      return firstOf(value, item => (isPlainObject(item) ? relationProblem(item, model, schema) : null))
    }
    case 'zone':
      return firstOf(value, item => zoneProblem(item, schema))
  }
}

function firstOf(value: unknown, problemOf: (item: unknown) => string | null): string | null {
  for (const item of Array.isArray(value) ? value : [value]) {
    const problem = problemOf(item)
    if (problem !== null) return problem
  }
  return null
}

function zoneProblem(item: unknown, schema: Schema): string | null {
  if (item === null) return INVALID
  if (!isPlainObject(item) || !item.__component) return NO_COMPONENT
  const model = typeof item.__component === 'string' ? schema.components.get(item.__component) : undefined
  return model === undefined ? INVALID : relationProblem(item, model, schema)
}

/** Every entry is named with its type; there is no way to connect some more. */
function isMorphInput(value: unknown, schema: Schema): boolean {
  const input = parseRelationInput(value)
  if (input?.kind !== 'set') return false
  return input.items.every(
    ({ id, source }) => idOf(id) !== undefined && typeof source.__type === 'string' && schema.types.has(source.__type),
  )
}

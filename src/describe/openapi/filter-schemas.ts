/** `filters`. Values arrive as texts; the types here are what they are read as. */
import { COUNT, COUNTED, isCounted } from '../../plan/read/conditions/resolve-count.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import { type Attribute, type Model, modelOf, type ScalarAttribute, type ZoneAttribute } from '../../schema/schema.ts'
import { isDescribed } from '../model-names.ts'
import { type DescribedApi, modelSchema, sharedSchema, visibleAttributes } from './described-api.ts'
import { type JsonSchema, listOf, object, oneOrMore, onlyNames, STRING } from './json-schema.ts'

/** Conditions on the entries of a model; all of them must hold. `counted`: on their number, too. */
export function filtersSchema(api: DescribedApi, model: Model, counted = false): JsonSchema {
  return modelSchema(api, model, counted ? 'CountedFilters' : 'Filters', () => {
    const own = filtersSchema(api, model)
    const attributes = visibleAttributes(model, api, 'filter')
    const conditions = attributes.flatMap(attribute => {
      const schema = conditionSchema(api, attribute)
      return schema === null ? [] : [[attribute.name, schema] as const]
    })
    const groups = { $and: listOf(own), $or: listOf(own), $not: own }
    const number = counted ? { [COUNT]: scalarFilter(api, COUNTED) } : {}
    const properties = { id: idFilter(api), ...number, ...Object.fromEntries(conditions), ...groups }
    // The column of an attribute has no meaning here, but is no mistake either.
    return { ...object(properties), ...onlyNames([...Object.keys(properties), ...columnsOf(attributes)]) }
  })
}

/** The columns that are not called as their attributes. */
export function columnsOf(attributes: readonly Attribute[]): readonly string[] {
  return attributes.flatMap(attribute =>
    attribute.kind === 'scalar' && attribute.column !== null && attribute.column !== attribute.name
      ? [attribute.column]
      : [],
  )
}

/** `null` for what cannot be in a filter. */
function conditionSchema(api: DescribedApi, attribute: Attribute): JsonSchema | null {
  if (attribute.kind === 'scalar') return scalarFilter(api, attribute)
  if (attribute.kind === 'zone') return blocksFilter(api, attribute)
  if (attribute.kind === 'morph') return null
  if (!isDescribed(attribute.target)) return idFilter(api)
  const target = modelOf(api.schema, attribute.target)
  return { anyOf: [idFilter(api), filtersSchema(api, target, isCounted(COUNT, attribute, target))] }
}

/** Blocks of a component: any, or those that match. */
function blocksFilter(api: DescribedApi, { components }: ZoneAttribute): JsonSchema | null {
  if (components.length === 0) return null
  const each = components.map(uid => {
    const schema = { anyOf: [{ const: true }, { const: 'true' }, filtersSchema(api, modelOf(api.schema, uid))] }
    return [uid, schema] as const
  })
  const closed = api.dialect.typosAreErrors ? onlyNames(components) : {}
  return { ...object({ on: { ...object(Object.fromEntries(each)), ...closed } }, ['on']), additionalProperties: false }
}

function scalarFilter(api: DescribedApi, { type }: ScalarAttribute): JsonSchema {
  switch (ATTRIBUTE_TYPES[type].output) {
    case 'number':
      return testSchema(api, { name: 'Number', value: { type: 'number' } })
    case 'boolean':
      return testSchema(api, { name: 'Boolean', value: FLAG })
    case 'date':
    case 'datetime':
    case 'epoch':
      return testSchema(api, { name: 'Moment', value: { type: ['string', 'number'] } })
    default:
      return testSchema(api, { name: 'Text', value: STRING, text: true })
  }
}

/** A mistake in a condition on the id is an error in both dialects. */
function idFilter(api: DescribedApi): JsonSchema {
  return testSchema(api, { name: 'Id', value: { type: 'integer' }, strict: true })
}

/** True or false, and the other ways to write them in an address. */
export const FLAG: JsonSchema = { anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['1', '0', 't', 'f'] }] }

interface TestKind {
  readonly name: string
  readonly value: JsonSchema
  /** Whether parts of the value can be compared. */
  readonly text?: boolean
  readonly strict?: boolean
}

/** A value, several values of which one must match, or operators. */
function testSchema(api: DescribedApi, kind: TestKind): JsonSchema {
  return sharedSchema(api, `${kind.name}Filter`, () => ({
    anyOf: [kind.value, { type: 'null' }, listOf(listed(api, kind)), operatorsSchema(api, kind)],
  }))
}

/** Where Strapi accepts conditions in a list of values, so does its dialect. */
function listed(api: DescribedApi, kind: TestKind): JsonSchema {
  return api.dialect.typosAreErrors ? kind.value : { anyOf: [kind.value, operatorsSchema(api, kind)] }
}

const COMPARISONS = ['$lt', '$lte', '$gt', '$gte', '$in', '$notIn']
const PATTERNS = ['$contains', '$notContains', '$containsi', '$notContainsi']
const ENDS = ['$startsWith', '$startsWithi', '$endsWith', '$endsWithi']

function operatorsSchema(api: DescribedApi, kind: TestKind): JsonSchema {
  return sharedSchema(api, `${kind.name}Operators`, () => {
    const { value, text = false, strict = false } = kind
    const each = (names: readonly string[], schema: JsonSchema) =>
      Object.fromEntries(names.map(operator => [operator, schema]))
    const equal = [value, { type: 'null' }, listOf(value)]
    const properties = {
      ...each(['$eq', '$ne', '$eqi', '$nei'], { anyOf: equal }),
      ...each(COMPARISONS, oneOrMore(value)),
      $between: { ...listOf(value), minItems: 2, maxItems: 2 },
      ...each(['$null', '$notNull'], FLAG),
      ...(text ? each([...PATTERNS, ...ENDS], oneOrMore(STRING)) : {}),
      $not: { anyOf: [...equal, operatorsSchema(api, kind)] },
    }
    const isClosed = strict || api.dialect.typosAreErrors
    return { ...object(properties), ...(isClosed ? { additionalProperties: false } : {}) }
  })
}

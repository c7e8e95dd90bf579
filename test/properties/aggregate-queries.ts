/** Random aggregates over a content model, beside queries that select entries. */
import fc from 'fast-check'
import { type Attribute, type ContentType, type Model, modelOf, type ScalarType } from '../../src/schema/schema.ts'
import { isVisibleTo, type Query, type QueryModel, type QueryPart, queryOf } from './query-generator.ts'

/** A name that has one value for each entry. */
export interface ValueName {
  readonly name: string
  /** The attributes on the way, the last one included. */
  readonly path: readonly Attribute[]
  /** `id` for related entries. */
  readonly type: ScalarType | 'id'
}

const JSON_TYPES: readonly ScalarType[] = ['json', 'array', 'blocks']
const NUMBERS: readonly ValueName['type'][] = ['integer', 'biginteger', 'float', 'decimal']
const DATES: readonly ValueName['type'][] = ['date', 'datetime', 'timestamp']

/** The names that a caller may use, through relations to one entry and single components. */
export function valueNames(model: QueryModel, type: Model, depth = 2): readonly ValueName[] {
  return [...type.attributes.values()].flatMap((attribute): readonly ValueName[] => {
    if (!isVisibleTo(model, attribute)) return []
    const { name } = attribute
    if (attribute.kind === 'scalar')
      return JSON_TYPES.includes(attribute.type) ? [] : [{ name, path: [attribute], type: attribute.type }]
    if (!('target' in attribute) || attribute.many || depth === 0) return []
    const below = valueNames(model, modelOf(model.schema, attribute.target), depth - 1)
    const through = below.map(each => ({ ...each, name: `${name}.${each.name}`, path: [attribute, ...each.path] }))
    return attribute.kind === 'component' ? through : [{ name, path: [attribute], type: 'id' as const }, ...through]
  })
}

const BUCKETS = ['day', 'week', 'month', 'quarter', 'year']

/** Groups and computed values, with what selects the entries. */
export function aggregateOf(model: QueryModel, type: ContentType): fc.Arbitrary<Query> {
  const names = valueNames(model, type)
  const some = (chosen: readonly ValueName[], most: number): fc.Arbitrary<readonly string[]> =>
    chosen.length === 0
      ? fc.constant([])
      : fc.uniqueArray(fc.constantFrom(...chosen.map(({ name }) => name)), { maxLength: most })
  const numbers = names.filter(each => NUMBERS.includes(each.type))
  const ordered = names.filter(each => each.type === 'time' || [...NUMBERS, ...DATES].includes(each.type))
  const keys = names.flatMap(({ name, type: value }) =>
    DATES.includes(value) ? [name, ...BUCKETS.map(bucket => `${name}:${bucket}`)] : [name],
  )
  const computed = fc.record({
    count: fc.constantFrom<QueryPart>('true', null),
    sum: some(numbers, 3),
    avg: some(numbers, 2),
    min: some(ordered, 2),
    max: some(ordered, 2),
    countDistinct: some(names, 2),
    groupBy: fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 3 }),
  })
  return fc.tuple(queryOf(model, type), computed).map(([query, { count, ...lists }]) => ({
    ...selecting(query),
    count,
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
  }))
}

/** The part of a query that decides which entries there are. */
export function selecting({ filters, locale, publicationState, _q }: Query): Query {
  const parts = Object.entries({ filters, locale, publicationState, _q })
  return Object.fromEntries(parts.filter((part): part is [string, QueryPart] => part[1] !== undefined))
}

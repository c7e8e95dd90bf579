/** What queries have in common if only their values differ. The values are left out: they may be secrets. */
import type { QueryUse } from '../../kept/use/query-use.ts'
import type { Condition } from '../../plan/read/conditions/condition.ts'
import type { OrderTerm, ReadPlan } from '../../plan/read/read-plan.ts'
import type { ReadTarget } from '../../plan/read/read-target.ts'
import { isList, isObject, type QueryObject, type QueryValue } from '../../query/query-value.ts'
import type { ContentType, ScalarAttribute } from '../../schema/schema.ts'
import type { ContentContext } from '../content-context.ts'

/** Stands for a value. */
export const VALUE = '…'
/** A longer shape is cut: somebody has written it, and it is only read by people. */
const LONGEST = 2000
/** What names of attributes, components, locales and operators look like. Anything else may be a value. */
const NAME = /^[$*\w.:-]{1,100}$/

/** What the terms of a value say after its name: `[slug][$eq]=…`. */
type Write = (value: QueryValue) => readonly string[]

/**
 * `filters[slug][$eq]=…&populate=author,tags` for `populate[0]=author&populate[1]=tags&filters[slug]=tide`; parameters that
 * no query has are left out.
 */
export function queryShape(query: QueryObject): string {
  const text = terms(query, SHAPES)
    .map(([name, endings]) => endings.map(ending => `${name}${ending}`).join('&'))
    .join('&')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}${VALUE}` : text
}

/** Whether something is missing at the end of a shape. */
export function isCutShape(shape: string): boolean {
  return shape.length > LONGEST
}

const hidden: Write = () => [`=${VALUE}`]

const names: Write = value => {
  const items = isList(value) ? value : [value]
  if (items.some(isObject)) return hidden(value)
  const words = items.flatMap(item => String(item ?? '').split(',')).map(word => nameOf(word.trim()))
  return [`=${[...new Set(words)].join(',')}`]
}

/** Names of fields are not separated by commas. */
const fields: Write = value =>
  isList(value) ? value.flatMap((item, index) => below(String(index), names(item))) : names(value)

/** Lists of values are one value; lists of conditions have each kind of condition once. */
const conditions: Write = value => {
  if (isList(value) && value.some(isObject)) {
    const kinds = new Map(value.map(conditions).map(endings => [endings.join('&'), endings]))
    return [...kinds].sort(byName).flatMap(([, endings], index) => below(String(index), endings))
  }
  if (!isObject(value)) return hidden(value)
  return sorted(value).flatMap(([name, inner]) => below(nameOf(name), conditions(inner)))
}

const populate: Write = value => {
  if (!isObject(value)) return names(value)
  return sorted(value).flatMap(([name, options]) =>
    isObject(options)
      ? terms(options, OPTIONS).flatMap(([option, endings]) => below(nameOf(name), below(option, endings)))
      : below(nameOf(name), names(options)),
  )
}

const pages: Write = value =>
  isObject(value) ? sorted(value).flatMap(([name]) => below(nameOf(name), hidden(null))) : hidden(value)

/** No more of them than a shape shows: each level of a query copies what is below it. */
function below(name: string, endings: readonly string[]): readonly string[] {
  const shown: string[] = []
  let length = 0
  for (const ending of endings) {
    if (length > LONGEST) break
    shown.push(`[${name}]${ending.slice(0, LONGEST)}`)
    length += ending.length
  }
  return shown
}

const SELECTED = { fields, filters: conditions, populate, sort: names, pagination: pages }

/** Of a whole query: a list, an entry or an aggregate. */
const SHAPES: Readonly<Record<string, Write>> = {
  ...SELECTED,
  ...{ locale: names, fallback: names, publicationState: names, format: names },
  ...{ _q: hidden, search: hidden, start: hidden, limit: hidden, page: hidden, pageSize: hidden },
  ...{ count: names, sum: names, avg: names, min: names, max: names, groupBy: names, having: conditions },
}

/** Of a populated attribute. */
const OPTIONS: Readonly<Record<string, Write>> = {
  ...SELECTED,
  ...{ on: populate, publicationState: names, components: names, ordering: names },
  ...{ count: names, exists: names, ids: names, required: names, start: hidden, limit: hidden },
}

function terms(query: QueryObject, shapes: Readonly<Record<string, Write>>) {
  return sorted(query)
    .filter(([name]) => Object.hasOwn(shapes, name))
    .map(([name, value]) => [name, shapes[name]!(value)] as const)
}

/** The order of parameters means nothing. */
function sorted(query: QueryObject): readonly (readonly [string, QueryValue])[] {
  return Object.entries(query).sort(byName)
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}

function nameOf(word: string): string {
  return NAME.test(word) ? word : VALUE
}

// The record in which the answers of a query are counted. Found once, when the query is planned.

interface PlannedQuery {
  readonly type: ContentType
  readonly query: QueryObject
  readonly target: ReadTarget | { readonly kind: 'aggregate' }
  readonly plan: Pick<ReadPlan, 'where' | 'order' | 'cost'>
}

export function countedQuery(
  { inventory }: Pick<ContentContext, 'inventory'>,
  { type: { uid }, query, target, plan }: PlannedQuery,
): QueryUse | undefined {
  const fields = () => comparedFields(plan).map(({ attribute, use }) => ({ type: uid, field: attribute.name, use }))
  const name = target.kind === 'unique' ? `${target.field}:` : target.kind
  return inventory?.of({ type: uid, target: name, text: queryShape(query) }, fields, plan.cost)
}

// The fields of a type by which a list is sorted or searched: those that an index would be of use for.

export interface ComparedAttribute {
  readonly attribute: ScalarAttribute
  readonly use: 'sort' | 'filter'
}

/** What decides first: the first key of the order, and comparisons that every entry of the list must pass. */
function comparedFields({ where, order }: Pick<ReadPlan, 'where' | 'order'>): readonly ComparedAttribute[] {
  return [...sortedBy(order), ...testedBy(where)]
}

function sortedBy([first]: readonly OrderTerm[]): readonly ComparedAttribute[] {
  if (first === undefined || first.hops.length > 0 || first.column.kind !== 'scalar') return []
  return [{ attribute: first.column.attribute, use: 'sort' }]
}

function testedBy(where: Condition | null): readonly ComparedAttribute[] {
  if (where?.kind === 'all') return where.items.flatMap(testedBy)
  if (where?.kind !== 'test' || where.negated || where.column.kind !== 'scalar') return []
  const { kind } = where.test
  const isFound = kind === 'compare' || kind === 'in' || kind === 'between'
  return isFound && !ALWAYS.includes(where.column.attribute.name)
    ? [{ attribute: where.column.attribute, use: 'filter' }]
    : []
}

/** Every list is limited by these, and its indexes have them. */
const ALWAYS = ['locale', 'publishedAt']

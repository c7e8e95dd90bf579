/** The entry point of planning aggregates: checks a request against the schema and the caller's rights. */
import { PopulusError } from '../../errors.ts'
import type {
  AggregateRequest,
  AggregateSort,
  MeasureName,
  NamedValue,
} from '../../query/aggregate/aggregate-request.ts'
import { isProblem } from '../../query/read-request.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { ContentType, ScalarType } from '../../schema/schema.ts'
import { nearestName } from '../../util/text/nearest-name.ts'
import { aggregateCost } from '../cost/aggregate-cost.ts'
import { chooseReads } from '../cost/choose-reads.ts'
import { checkParts } from '../cost/estimate-cost.ts'
import { NO_STATISTICS } from '../cost/table-statistics.ts'
import type { PlanContext } from '../plan-context.ts'
import { planListed } from '../read/plan-read.ts'
import type { AggregateOrder, AggregatePlan, Computed, GroupPlan, MeasurePlan, ValuePath } from './aggregate-plan.ts'
import { resolveHaving } from './resolve-having.ts'
import { resolveValue, typeOf, type ValueScope } from './resolve-value.ts'

const BY_NUMBER = 'groups have pages by number only'

/** The entries that count are exactly those that the same query would list. */
export function planAggregate(request: AggregateRequest, type: ContentType, context: PlanContext): AggregatePlan {
  checkNumber(request, context)
  const { where, search, page, hints } = planListed(request.rows, type, context)
  if (search?.snippets === true) throw bad('search[snippets]', 'an aggregate shows no entries')
  if (page?.kind === 'cursor') throw bad(`pagination[${page.direction}]`, BY_NUMBER)
  if (page?.links === true) throw bad('pagination[links]', BY_NUMBER)
  const state = isProblem(request.rows.publicationState) ? 'live' : request.rows.publicationState
  const scope: ValueScope = { context, state }
  const measures = request.measures.map(named => planMeasure(type, named, scope))
  const groups = request.groups.map(named => planGroup(type, named, scope))
  checkPaths([...measures, ...groups], context)
  const find = finder(measures, groups)
  checkNeeded(request)
  const plan = {
    type,
    where,
    search,
    showsCount: request.count,
    measures,
    groups,
    having: resolveHaving(request.having, { context, measures, find }),
    order: request.sort.map(term => resolveOrder(term, find, { measures, groups })),
    page: groups.length === 0 ? null : page,
    hints,
  }
  const statistics = context.statistics ?? NO_STATISTICS
  const cost = checkParts(aggregateCost(plan, statistics), context.settings)
  return { ...plan, where: chooseReads(plan, type, statistics), cost }
}

function checkNumber({ measures, groups }: AggregateRequest, { settings }: PlanContext): void {
  const { aggregateValues: limit } = settings
  if (measures.length + groups.length > limit) throw new PopulusError('tooManyAggregates', { limit })
}

function checkPaths(planned: readonly { readonly value: ValuePath }[], { settings }: PlanContext): void {
  const { relatedSortKeys: limit } = settings
  if (planned.filter(({ value }) => value.hops.length > 0).length > limit)
    throw new PopulusError('tooManyRelatedKeys', { parameter: 'groupBy', limit })
}

/** One answer about everything has neither an order nor pages, and nothing to leave out. */
function checkNeeded({ groups, sort, having, rows: { pagination } }: AggregateRequest): void {
  if (groups.length > 0) return
  if (!isProblem(pagination) && pagination.given) throw bad('pagination', 'it needs groupBy')
  if (sort.length > 0) throw bad('sort', 'it needs groupBy')
  if (having !== undefined) throw bad('having', 'it needs groupBy')
}

const NUMBERS: readonly ScalarType[] = ['integer', 'biginteger', 'float', 'decimal']
const DATES: readonly ScalarType[] = ['date', 'datetime', 'timestamp']
const ORDERED: readonly ScalarType[] = [...NUMBERS, ...DATES, 'time']

function planMeasure(
  type: ContentType,
  named: NamedValue & { readonly measure: MeasureName },
  scope: ValueScope,
): MeasurePlan {
  const { measure, name: key, parameter } = named
  const value = resolveValue(type, named, scope)
  const valueType = typeOf(value)
  if (measure === 'countDistinct') checkPlain(valueType, key, parameter)
  else if (measure === 'sum' || measure === 'avg') {
    if (!NUMBERS.includes(valueType)) throw bad(parameter, `${key} is not a number`)
  } else if (!ORDERED.includes(valueType)) throw bad(parameter, `${key} is neither a number nor a date or time`)
  return { measure, key, value }
}

function planGroup(type: ContentType, group: AggregateRequest['groups'][number], scope: ValueScope): GroupPlan {
  const { key, name, parameter, bucket } = group
  const value = resolveValue(type, group, scope)
  checkPlain(typeOf(value), name, parameter)
  if (bucket !== null && !DATES.includes(typeOf(value))) throw bad(parameter, `${name} is not a date`)
  return { key, value, bucket }
}

function checkPlain(type: ScalarType, name: string, parameter: string): void {
  if (ATTRIBUTE_TYPES[type].output === 'json') throw bad(parameter, `${name} is a JSON value, which cannot be compared`)
}

/** A group hides a measure of the same name. */
function finder(measures: readonly MeasurePlan[], groups: readonly GroupPlan[]): (key: string) => Computed | undefined {
  const known = new Map<string, Computed>([['count', { kind: 'count' }]])
  for (const [index, { measure, key }] of measures.entries()) known.set(`${measure}.${key}`, { kind: 'measure', index })
  for (const [index, { key }] of groups.entries()) known.set(key, { kind: 'group', index })
  return key => known.get(key)
}

function resolveOrder(
  { key, order }: AggregateSort,
  find: (key: string) => Computed | undefined,
  { measures, groups }: Pick<AggregatePlan, 'measures' | 'groups'>,
): AggregateOrder {
  const by = find(key)
  if (by !== undefined) return { by, order }
  const known = ['count', ...measures.map(each => `${each.measure}.${each.key}`), ...groups.map(each => each.key)]
  const nearest = nearestName(key, known)
  throw bad(
    'sort',
    `${key} is neither a group nor computed${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
  )
}

function bad(parameter: string, problem: string): PopulusError {
  return new PopulusError('badValue', { parameter, problem })
}

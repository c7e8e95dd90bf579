/**
 * A planned list whose filters take other values: only these are checked and cast again, by the rules of the plan. Everything
 * else (names, rights, order, cost, statements) is the same for all queries of one shape.
 */

import type { QueryUse } from '../../../kept/use/query-use.ts'
import type { Comparison } from '../../../plan/plan-context.ts'
import type { Condition, Test } from '../../../plan/read/conditions/condition.ts'
import { applyOperator } from '../../../plan/read/conditions/filter-operators.ts'
import { filterShape, testShape, valuesOf } from '../../../plan/read/list-shape.ts'
import type { ReadPlan } from '../../../plan/read/read-plan.ts'
import type { QueryLimits } from '../../../query/limits.ts'
import { joinPath } from '../../../query/query-value.ts'
import { attempt, isProblem } from '../../../query/read-request.ts'
import type { ReadProgram } from '../../../sql/read-program.ts'
import { type AnsweringParts, type PreparedRead, type PreparedShown, preparedRead } from '../prepared-read.ts'
import { type CutQuery, decoded } from './cut-values.ts'

export interface PlannedShape {
  readonly plan: ReadPlan
  readonly shown: PreparedShown
  readonly use: QueryUse | undefined
  /** The statements with the values of the first query; compiled when one of them is needed. */
  readonly compile: (onlyFinds: boolean) => ReadProgram
  /** For a list with other values. `search`: the query, if it is part of the address. */
  readonly answering: (plan: ReadPlan, search: string | null) => AnsweringParts
  readonly comparisons: readonly PlacedComparison[]
}

/** A comparison of the filters. */
interface PlacedComparison extends Pick<Comparison, 'operator' | 'site'> {
  readonly test: Test
  readonly negated: boolean
  /** Where its values are among those of the list. */
  readonly slot: number
  /** Which values of the query they come from. */
  readonly from: readonly number[]
}

/** `null` if the plan depends on more than these values of its filters. */
export function placeComparisons(
  cut: CutQuery,
  where: Condition | null,
  comparisons: readonly Comparison[],
): readonly PlacedComparison[] | null {
  const places = new Map(cut.names.map((name, index) => [decoded(name), index]))
  const { slots } = filterShape(where)
  const used = new Set<number>()
  const placed: PlacedComparison[] = []
  for (const { operator, site, values, condition } of comparisons) {
    const alone = values.length === 1 ? places.get(site.path) : undefined
    const from = values.map((_, index) => alone ?? places.get(joinPath(site.path, index)))
    // Those of what is populated are no values of the list.
    if (from.every(place => place === undefined)) continue
    const isSame = from.every((place, index) => place !== undefined && cut.values[place] === values[index])
    const slot = condition.kind === 'test' ? slots.get(condition.test) : undefined
    if (!isSame || slot === undefined || condition.kind !== 'test' || !isPlain(condition.test, values)) return null
    const { test, negated } = condition
    placed.push({ operator, site, test, negated, slot, from: from as readonly number[] })
    for (const place of from as readonly number[]) used.add(place)
  }
  const sources = placed.reduce((sum, { from }) => sum + from.length, 0)
  return used.size === cut.names.length && sources === used.size && places.size === used.size ? placed : null
}

/** What a pattern costs depends on its wildcards. */
function isPlain({ kind }: Test, values: readonly (string | null)[]): boolean {
  return kind !== 'like' || !values.some(value => value !== null && WILDCARD.test(value))
}

const WILDCARD = /[%_\\]/

/** A query of the shape. */
interface SameQuery {
  readonly cut: CutQuery
  readonly search: string
  readonly limits: Pick<QueryLimits, 'queryLength'>
  readonly key: () => string
}

/** A character of a query takes at most so many bytes. */
const MOST_BYTES = 3

/** The list with other values; `undefined` if it has to be planned, which also tells what is wrong with them. */
export function withValues(shape: PlannedShape, { cut, search, limits, key }: SameQuery): PreparedRead | undefined {
  const { plan, shown, use, compile, comparisons, answering } = shape
  // A record that has lost its place would count this query among the others.
  if (use?.isGone === true || search.length * MOST_BYTES > limits.queryLength) return undefined
  const tests = new Map<Test, Test>()
  for (const comparison of comparisons) {
    const test = testWith(comparison, cut.values)
    if (test === undefined) return undefined
    tests.set(comparison.test, test)
  }
  const values = compile(true).values.slice()
  for (const { slot, test } of comparisons)
    for (const [index, value] of valuesOf(tests.get(test)!).entries()) values[slot + index] = value
  const parts = answering(plan, search)
  const scan = () => answering({ ...plan, where: withTests(plan.where!, tests) }, search).scan()
  const compileSame = (onlyFinds: boolean) => programWith(compile(onlyFinds), values)
  return preparedRead({ ...parts, key: key(), plan, shown, use, compile: compileSame, scan })
}

/** The same statements. A literal: to copy the whole object takes several times as long. */
function programWith(
  { envelope, shown, list, page, cost, tables, timed }: ReadProgram,
  values: ReadProgram['values'],
): ReadProgram {
  return { envelope, shown, list, values, page, cost, tables, timed }
}

/** `undefined` for values that are refused, or that make another test than those of the plan. */
function testWith({ operator, site, test, negated, from }: PlacedComparison, all: readonly string[]): Test | undefined {
  const given = from.map(place => all[place]!)
  const condition = attempt(() => applyOperator(operator, given, site))
  if (isProblem(condition) || condition.kind !== 'test' || condition.negated !== negated) return undefined
  return testShape(condition.test) === testShape(test) && isPlain(condition.test, given) ? condition.test : undefined
}

function withTests(condition: Condition, tests: ReadonlyMap<Test, Test>): Condition {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return { ...condition, items: condition.items.map(item => withTests(item, tests)) }
    case 'test': {
      const test = tests.get(condition.test)
      return test === undefined ? condition : { ...condition, test }
    }
    case 'some':
    case 'none':
    case 'count':
      return { ...condition, condition: withTests(condition.condition, tests) }
    case 'recorded':
    case 'entry-id':
    case 'unknown':
      return condition
    default:
      return condition satisfies never
  }
}

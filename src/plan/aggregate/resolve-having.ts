/** `having` -> tests of what is computed for each group. */
import { PopulusError } from '../../errors.ts'
import { isList, isObject, joinPath, type QueryObject, type QueryValue, shown } from '../../query/query-value.ts'
import { castBoolean } from '../../schema/attributes/boolean.ts'
import type { PlanContext } from '../plan-context.ts'
import type { FilterValue } from '../read/conditions/condition.ts'
import { castFilterValue } from '../read/conditions/filter-value.ts'
import type { Comparison, Computed, HavingPlan, MeasurePlan } from './aggregate-plan.ts'

type Tested = HavingPlan['of']

interface HavingScope {
  readonly context: PlanContext
  readonly measures: readonly MeasurePlan[]
  readonly find: (key: string) => Computed | undefined
}

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  $eq: '=',
  $ne: '<>',
  $lt: '<',
  $lte: '<=',
  $gt: '>',
  $gte: '>=',
}

/** `{ count: { $gt: '5' }, sum: { price: { $gte: '100' } } }` */
export function resolveHaving(having: QueryValue | undefined, scope: HavingScope): readonly HavingPlan[] {
  if (having === undefined) return []
  return membersOf(having, 'having').flatMap(([name, value]) => {
    const path = joinPath('having', name)
    if (name === 'count') return resolveTests({ kind: 'count' }, value, path, scope)
    return membersOf(value, path).flatMap(([key, test]) => {
      const of = scope.find(`${name}.${key}`)
      const place = joinPath(path, key)
      if (of?.kind !== 'measure') throw bad(place, 'it is not computed; ask for it first')
      return resolveTests(of, test, place, scope)
    })
  })
}

function membersOf(value: QueryValue, path: string): readonly [string, QueryValue][] {
  if (isObject(value)) return Object.entries(value)
  throw bad(path, `expected conditions such as having[count][$gt]=1, got ${shown(value)}`)
}

function resolveTests(of: Tested, value: QueryValue, path: string, scope: HavingScope): readonly HavingPlan[] {
  const tests: QueryObject = isObject(value) ? value : { $eq: value }
  return Object.entries(tests).flatMap(([operator, operand]) => {
    const place = isObject(value) ? joinPath(path, operator) : path
    if (operator === '$between') {
      if (!isList(operand) || operand.length !== 2) throw bad(place, 'expected two values')
      const [low, high] = operand.map((item, index) => cast(of, item, joinPath(place, index), scope))
      return [compare(of, '>=', low!), compare(of, '<=', high!)]
    }
    if (operator === '$null' || operator === '$notNull') {
      const isNull = typeof operand !== 'string' || castBoolean(operand)
      return [{ of, test: { kind: 'null', negated: isNull === (operator === '$notNull') } }]
    }
    const comparison = Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined
    if (comparison === undefined) throw bad(place, `${operator} cannot be used here`)
    return [compare(of, comparison, cast(of, operand, place, scope))]
  })
}

function compare(of: Tested, operator: Comparison, value: FilterValue): HavingPlan {
  return { of, test: { kind: 'compare', operator, value } }
}

const NUMBER = /^[+-]?\d{1,30}(\.\d{1,30})?$/

/** The smallest and largest values are compared as values of their attribute, everything else as a number. */
function cast(of: Tested, value: QueryValue, path: string, { context, measures }: HavingScope): FilterValue {
  const measure = of.kind === 'measure' ? measures[of.index] : undefined
  if (typeof value !== 'string') throw bad(path, `expected a value, got ${shown(value)}`)
  if (measure?.measure === 'min' || measure?.measure === 'max')
    return castFilterValue(value, { column: measure.value.column, path, strictTypes: context.settings.strictTypes })
  const number = value.trim()
  if (!NUMBER.test(number)) throw bad(path, `expected a number, got ${shown(value)}`)
  return number
}

function bad(parameter: string, problem: string): PopulusError {
  return new PopulusError('badValue', { parameter, problem })
}

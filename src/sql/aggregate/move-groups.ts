/**
 * What was computed from a list, after rows have changed: what changes tell of rows is enough to count those that have come and gone, and
 * to add up whole numbers. Whatever it does not say exactly is left to the database.
 */
import { isMarked, type Marks, marksTest, numberKey } from '../../kept/dependencies/row-marks.ts'
import type { FactName, GroupRows } from '../../kept/list-facts.ts'
import type { AggregatePlan, Computed, GroupPlan, ValuePath } from '../../plan/aggregate/aggregate-plan.ts'
import { typeOf } from '../../plan/aggregate/resolve-value.ts'
import { filterShape } from '../../plan/read/list-shape.ts'
import type { OutputForm } from '../../schema/attributes/attribute-type.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { SqlDialect } from '../sql-dialect.ts'
import { MEASURE_MOVES, type MeasureMove } from './move-measures.ts'
import { readSum } from './read-sum.ts'

export type MoveGroups = NonNullable<FactName<GroupRows>['moved']>

/** Rows have the number of all groups, the number of entries in the group, the groups, and the measures. */
const FIRST_VALUE = 2

interface MarkedGroup {
  readonly column: string
  readonly form: OutputForm
}

interface MarkedMeasure {
  readonly column: string
  readonly move: MeasureMove
  /** Where its values are in a row. */
  readonly at: number
}

/** `null` if it always takes a look at the database. */
export function moveGroups(plan: AggregatePlan, { rows: format }: SqlDialect): MoveGroups | null {
  const { where, search, having } = plan
  const { slots, values } = filterShape(where)
  const passes = marksTest(where, slots)
  const groups = plan.groups.map(markedGroup)
  const measures = markedMeasures(plan)
  if (passes === null || search !== null || having.length > 0 || measures === null) return null
  if (!groups.every(group => group !== null) || plan.order.some(({ by }) => !isWhole(by, plan))) return null
  const keyOfRow = (row: readonly unknown[]) =>
    JSON.stringify(groups.map(({ form }, index) => JSON.parse(format.toJson(form, row[FIRST_VALUE + index]))))
  const side = (marks: Marks | null) => {
    const isListed = marks === null ? false : passes(marks, values)
    if (isListed !== true) return isListed === undefined ? undefined : null
    return groups.every(({ column }) => column in marks!)
      ? JSON.stringify(groups.map(of => told(marks!, of)))
      : undefined
  }
  return (rows, moved) => {
    const byKey = new Map(rows.map(row => [keyOfRow(row), [...row]]))
    for (const [before, after] of moved) {
      for (const [marks, by] of [
        [before, -1],
        [after, 1],
      ] as const) {
        const key = side(marks)
        if (key === undefined) return undefined
        // A group that comes into being has a place that only the database knows.
        if (key !== null && !moveRow(byKey.get(key), marks!, by, measures)) return undefined
      }
    }
    const changed = [...byKey.values()]
    if (groups.length > 0 && changed.some(([, count]) => count === 0)) return undefined
    return inOrder(rows, changed, plan, measures)
  }
}

/** Changes the row. Returns false if the marks do not tell what becomes of it. */
function moveRow(row: unknown[] | undefined, marks: Marks, by: 1 | -1, measures: readonly MarkedMeasure[]): boolean {
  if (row === undefined) return false
  row[1] = Number(row[1]) + by
  return measures.every(({ column, move, at }) => {
    const value = marks[numberKey(column)]
    if (value === null) return true
    return Number.isSafeInteger(value) && move(row, at, value as number, by)
  })
}

/** Groups that are equal in what they are sorted by stay in the order that the database has found, and only there it is known. */
function inOrder(
  before: GroupRows,
  rows: readonly (readonly unknown[])[],
  { order }: AggregatePlan,
  measures: readonly MarkedMeasure[],
): GroupRows | undefined {
  const terms = order.filter(({ by }) => by.kind !== 'group')
  if (terms.length === 0) return rows
  // Sorted by a group first, and then by something that changes.
  if (terms.length < order.length) return undefined
  const keys = (row: readonly unknown[]) =>
    terms.map(({ by }) => (by.kind === 'count' ? String(row[1]) : wholeOf(row[measures[by.index]!.at])))
  const old = new Map(rows.map((row, index) => [row, JSON.stringify(keys(before[index]!))]))
  const sorted = [...rows].sort((one, other) => compared(keys(one), keys(other), terms))
  const isClear = sorted.every((row, index) => {
    const next = sorted[index + 1]
    return next === undefined || compared(keys(row), keys(next), terms) !== 0 || old.get(row) === old.get(next)
  })
  return isClear ? sorted : undefined
}

function compared(
  one: readonly (string | null)[],
  other: readonly (string | null)[],
  terms: AggregatePlan['order'],
): number {
  for (const [index, { order }] of terms.entries()) {
    const [a, b] = [one[index]!, other[index]!]
    if (a === b) continue
    if (a === null || b === null) return a === null ? 1 : -1
    return BigInt(a) < BigInt(b) === (order === 'asc') ? -1 : 1
  }
  return 0
}

/** What the database returns for a sum of whole numbers. */
function wholeOf(sum: unknown): string | null {
  return sum === null ? null : readSum('integer', String(sum))
}

function markedColumn({ hops, column }: ValuePath): string | null {
  return hops.length > 0 || column.kind === 'id' || column.attribute.private ? null : column.attribute.column
}

function markedGroup({ value, bucket }: GroupPlan): MarkedGroup | null {
  const column = markedColumn(value)
  const type = typeOf(value)
  // Of a time it is only told that there is one.
  if (column === null || bucket !== null || type === 'datetime') return null
  return value.column.kind !== 'id' && isMarked(value.column.attribute)
    ? { column, form: ATTRIBUTE_TYPES[type].output }
    : null
}

function markedMeasures({ measures, groups }: AggregatePlan): readonly MarkedMeasure[] | null {
  let at = FIRST_VALUE + groups.length
  const found: MarkedMeasure[] = []
  for (const { measure, value } of measures) {
    const column = markedColumn(value)
    const move = MEASURE_MOVES[measure]
    if (column === null || move === null || typeOf(value) !== 'integer') return null
    found.push({ column, move, at })
    at += measure === 'avg' ? 2 : 1
  }
  return found
}

/** Whether groups are sorted by a whole number, or by what they are groups of. */
function isWhole(by: Computed, { measures }: AggregatePlan): boolean {
  return by.kind !== 'measure' || measures[by.index]?.measure === 'sum'
}

function told(marks: Marks, { column, form }: MarkedGroup): unknown {
  const mark = marks[column]!
  return form === 'boolean' && mark !== null ? mark === 1 : mark
}

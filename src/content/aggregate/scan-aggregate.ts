/** The rows of an aggregate from kept columns, as its statement would give them. The database is asked for the values of the groups alone. */

import type { AggregateProgram } from '../../sql/aggregate/aggregate-program.ts'
import { rangeOf } from '../../sql/entries/compile-root-rows.ts'
import type { Row } from '../../sql/statement.ts'
import { steps } from '../../storage/database.ts'
import type { ContentContext } from '../content-context.ts'
import { NO_VALUE } from '../read/columns/kept-column.ts'
import type { AggregateScan } from './aggregate-scan.ts'
import { type MeasuredGroup, type ScannedGroup, scanGroups } from './scan-groups.ts'

interface ScannedRows {
  readonly rows: readonly Row[]
  /** The number of the last change before they were computed. */
  readonly asOf: number
}

/** `undefined` if the database has to compute it. */
export async function scanAggregate(
  context: ContentContext,
  program: AggregateProgram,
  scan: AggregateScan,
): Promise<ScannedRows | undefined> {
  const { columns, database } = context
  const { versions, dialect } = database
  const kept = await columns?.keptFor(scan)
  const asOf = versions.now
  const version = versions.latest(program.tables)
  const groups = kept && scanGroups(scan, kept)
  if (kept === undefined || groups === undefined) return undefined
  if (scan.inOrder === null) return { rows: [rowOf(1, groups[0] ?? EMPTY, [], scan)], asOf }
  const ids = kept[0]!.numbers
  const byId = new Map(groups.map(group => [ids[group.row]!, group]))
  const bound = dialect.bind(scan.inOrder, [...byId.keys()])
  const found = byId.size === 0 ? [[]] : await database.readUnchanged(program.tables, steps(bound))
  const [named = []] = found ?? []
  if (found === undefined || named.length < byId.size || versions.latest(program.tables) !== version) return undefined
  const { numbers } = kept[scan.groups[0]!]!
  const groupsInOrder = named.map(([id, ...values], place): NamedGroup => {
    const group = byId.get(Number(id))!
    return { values, place, group, hasValue: numbers[group.row] !== NO_VALUE }
  })
  return { rows: pageOf(groupsInOrder, program, scan), asOf }
}

const NOTHING: MeasuredGroup = { count: 0, sum: 0, min: 0, max: 0 }
/** What is computed from no entries. */
const EMPTY: Omit<ScannedGroup, 'measures'> = { row: 0, count: 0 }

type Counted = Omit<ScannedGroup, 'measures'> & Partial<Pick<ScannedGroup, 'measures'>>

/** `groups` are in the order of their values. */
function pageOf(groups: readonly NamedGroup[], { page }: AggregateProgram, scan: AggregateScan): readonly Row[] {
  const [limit, start] = rangeOf(page!)
  const total = page!.withCount ? groups.length : 0
  const shown = groups.toSorted((one, other) => compared(one, other, scan)).slice(start, start + limit)
  if (shown.length === 0 && page!.withCount) return [[total, null]]
  return shown.map(({ values, group }) => rowOf(total, group, values, scan))
}

interface NamedGroup {
  readonly values: readonly unknown[]
  /** In the order of the values. */
  readonly place: number
  readonly group: ScannedGroup
  /** Of the first of what it is grouped by. */
  readonly hasValue: boolean
}

/** What has no value comes last, in both directions. */
function compared(one: NamedGroup, other: NamedGroup, { order, measures }: AggregateScan): number {
  for (const { by, order: direction } of order) {
    const keys = [one, other].map(({ group, place, hasValue }) => {
      if (by.kind === 'group') return hasValue ? place : null
      if (by.kind === 'count') return group.count
      return shownValue(measures[by.index]!.measure, group.measures[by.index]!)
    })
    const [left, right] = keys as [number | null, number | null]
    if (left === right) continue
    if (left === null || right === null) return left === null ? 1 : -1
    return left < right === (direction === 'asc') ? -1 : 1
  }
  return one.place - other.place
}

function shownValue(
  measure: AggregateScan['measures'][number]['measure'],
  { count, sum, min, max }: MeasuredGroup,
): number | null {
  if (count === 0) return null
  return measure === 'min' ? min : measure === 'max' ? max : sum
}

/** In the form that `AggregateProgram.statement` describes. */
function rowOf(total: number, { count, measures }: Counted, values: readonly unknown[], scan: AggregateScan): Row {
  const measured = scan.measures.flatMap(({ measure }, index) => {
    const found = measures?.[index] ?? NOTHING
    const value = shownValue(measure, found)
    return measure === 'avg' ? [value, found.count] : [value]
  })
  return [total, count, ...values, ...measured]
}

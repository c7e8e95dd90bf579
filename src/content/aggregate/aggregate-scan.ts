/**
 * An aggregate that can be computed from columns kept in memory: of entries that these find, in groups of flags or short texts, of whole
 * numbers. Everything else is left to the database.
 */
import type { AggregateOrder, AggregatePlan, MeasurePlan, ValuePath } from '../../plan/aggregate/aggregate-plan.ts'
import { compileGroupsInOrder } from '../../sql/aggregate/compile-groups-in-order.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Statement } from '../../sql/statement.ts'
import {
  type ColumnScan,
  columnScan,
  hasNames,
  ID,
  namesOf,
  numbersOf,
  WantedColumns,
} from '../read/columns/list-scan.ts'

export interface AggregateScan extends ColumnScan {
  /** Places in `columns`. */
  readonly groups: readonly number[]
  readonly measures: readonly ScannedMeasure[]
  readonly order: readonly AggregateOrder[]
  /** Gives the values of groups, of each of which it gets the id of an entry, in order; `null` without groups. */
  readonly inOrder: Statement | null
}

export interface ScannedMeasure {
  readonly measure: MeasurePlan['measure']
  /** A place in `columns`. */
  readonly column: number
}

/** `null` if the database has to compute it. */
export function aggregateScan(plan: AggregatePlan, dialect: SqlDialect): AggregateScan | null {
  const { type, where, search, having, order } = plan
  if (search !== null || having.length > 0 || !order.every(term => isOrdered(term, plan))) return null
  const columns = new WantedColumns(dialect.lowersAsciiOnly)
  const groups = plan.groups.map(({ bucket, value }) => (bucket === null ? groupColumn(value, columns) : null))
  const measures = plan.measures.map(({ measure, value }) => ({
    measure,
    column: measureColumn(measure, value, columns),
  }))
  const scan = columnScan(type, where, columns)
  if (scan === null || !groups.every(isPlace) || !measures.every(hasPlace)) return null
  const weight = scan.weight + groups.length + measures.length
  const inOrder = groups.length === 0 ? null : compileGroupsInOrder(plan, scan.model.table, dialect)
  return { ...scan, weight, groups, measures, order, inOrder }
}

const isPlace = (place: number | null): place is number => place !== null
const hasPlace = <Measure extends { readonly column: number | null }>(
  measure: Measure,
): measure is Measure & { readonly column: number } => measure.column !== null

function groupColumn({ hops, column }: ValuePath, columns: WantedColumns): number | null {
  if (hops.length > 0 || column.kind === 'id' || column.attribute.column === null) return null
  const { attribute } = column
  if (attribute.type === 'boolean') return columns.place(numbersOf(attribute))
  return hasNames(attribute) ? columns.place(namesOf(attribute)) : null
}

function measureColumn(
  measure: MeasurePlan['measure'],
  { hops, column }: ValuePath,
  columns: WantedColumns,
): number | null {
  if (hops.length > 0 || measure === 'countDistinct') return null
  if (column.kind === 'id') return columns.place(ID)
  const { attribute } = column
  return attribute.type === 'integer' && attribute.column !== null ? columns.place(numbersOf(attribute)) : null
}

/** A single group has a place of its own; of several, the database knows the order of all together alone. */
function isOrdered({ by }: AggregateOrder, { groups, measures }: AggregatePlan): boolean {
  if (by.kind === 'group') return groups.length === 1
  return by.kind === 'count' || measures[by.index]!.measure !== 'avg'
}

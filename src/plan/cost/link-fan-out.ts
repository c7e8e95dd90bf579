/** The average number of related rows per entry. */
import type { LinkedAttribute, Model, MorphAttribute, ZoneAttribute } from '../../schema/schema.ts'
import type { TableStatistics } from './table-statistics.ts'

/** A table that holds the links of many attributes reveals little about any one of them. */
const MOST_FROM_SHARED_TABLE = 10

export function rowsOf({ table }: Model, statistics: TableStatistics): number {
  return table === null ? 0 : statistics.rows(table)
}

/** Rows of `target` per row of `parent`. */
export function fanOut(attribute: LinkedAttribute, parent: Model, target: Model, statistics: TableStatistics): number {
  const { link, many } = attribute
  if (link === null || target.table === null) return 0
  if (link.kind === 'parent-column') return 1
  const links = link.kind === 'table' ? statistics.rows(link.table) : rowsOf(target, statistics)
  const most = many ? (link.fixed.length > 0 ? MOST_FROM_SHARED_TABLE : Number.POSITIVE_INFINITY) : 1
  return Math.min(links / Math.max(1, rowsOf(parent, statistics)), most)
}

/** Blocks of a zone, or entries of a morph relation, per row of `parent`. */
export function variantFanOut(
  { link }: ZoneAttribute | MorphAttribute,
  parent: Model,
  statistics: TableStatistics,
): number {
  if (link === null) return 0
  if (link.kind === 'columns') return 1
  return statistics.rows(link.table) / Math.max(1, rowsOf(parent, statistics))
}

/** Binds a link of the schema to what the opened database has for it. */
import type { LinkTable } from '../../schema/schema.ts'
import type { FoundTable, FoundTables } from './inspect-tables.ts'

export interface Adopted<T> {
  readonly value: T
  /** What is missing, one line each. */
  readonly lines: readonly string[]
}

interface MaybeTyped extends LinkTable {
  readonly typeColumn?: string
}

/** `null` when the table, or a column needed to find the children, is missing. Anything else that is missing is left out. */
export function adoptLinkTable<L extends MaybeTyped>(link: L, found: FoundTables): Adopted<L | null> {
  const table = found.table(link.table)
  if (table === undefined) return { value: null, lines: [`no table ${link.table}: reads as empty`] }
  const needed = [link.parentColumn, link.childColumn, ...typeColumns(link), ...link.fixed.map(({ column }) => column)]
  const absent = needed.filter(column => !found.hasColumn(link.table, column))
  if (absent.length > 0) {
    return { value: null, lines: absent.map(column => `no column ${link.table}.${column}: reads as empty`) }
  }
  const ordered = link.orderColumn === null || found.hasColumn(link.table, link.orderColumn)
  const keyed = link.rowKey === null || found.hasColumn(link.table, link.rowKey)
  const lines: string[] = []
  if (!ordered) lines.push(`no column ${link.table}.${link.orderColumn}: rows keep the order in which they are stored`)
  const value = Object.freeze({
    ...link,
    orderColumn: ordered ? link.orderColumn : null,
    rowKey: keyed ? link.rowKey : null,
    unique: link.unique && hasUniquePair(table, needed),
  })
  return { value, lines }
}

function typeColumns(link: MaybeTyped): string[] {
  return link.typeColumn === undefined ? [] : [link.typeColumn]
}

/** True if a unique index covers only columns that tell one attribute's rows apart. */
function hasUniquePair(table: FoundTable, columns: readonly string[]): boolean {
  return table.indexes.some(index => index.unique && index.columns.every(column => columns.includes(column)))
}

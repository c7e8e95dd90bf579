/** Collects what a plan depends on, table by table. */
import type { PlanDependencies, RowWatch, TableDependency } from './dependencies.ts'
import type { RowTest } from './row-tests.ts'

interface OpenWatch {
  inserts: readonly RowTest[] | null
  deletes: boolean
  any: boolean
  readonly columns: Set<string>
}

interface OpenTable {
  readonly watch: OpenWatch
  readonly rows: Map<string, { readonly key: string; readonly set: number; columns: Set<string> | 'any' }>
}

interface WatchedRows {
  readonly key: string
  readonly set: number
  readonly columns: Iterable<string | null> | 'any'
}

export class DependencyBuilder {
  readonly #tables = new Map<string, OpenTable>()

  /** Every change of the table counts. */
  any(table: string): void {
    this.#open(table).watch.any = true
  }

  /** New rows count, or only those that pass the tests. */
  inserts(table: string, tests: readonly RowTest[] = []): void {
    const { watch } = this.#open(table)
    watch.inserts = watch.inserts === null ? tests : []
  }

  /** Deleted rows count. */
  deletes(table: string): void {
    this.#open(table).watch.deletes = true
  }

  /** Updates of the columns count, whichever row they concern. `null` is a column that does not exist. */
  columns(table: string, columns: Iterable<string | null>): void {
    const { watch } = this.#open(table)
    for (const column of columns) if (column !== null) watch.columns.add(column)
  }

  /** Changes of rows whose `key` is in the set count, if they concern one of the columns. */
  rows(table: string, { key, set, columns }: WatchedRows): void {
    const { rows } = this.#open(table)
    const name = `${set} ${key}`
    const known = rows.get(name) ?? { key, set, columns: new Set<string>() }
    rows.set(name, known)
    if (columns === 'any') known.columns = 'any'
    else if (known.columns !== 'any') for (const column of columns) if (column !== null) known.columns.add(column)
  }

  /** `read`: every table that is read. Those of which nothing was said count as a whole. */
  finish(read: readonly string[], sets: number): PlanDependencies {
    const tables = new Map<string, TableDependency>()
    for (const table of read) if (!this.#tables.has(table)) this.any(table)
    for (const [table, { watch, rows }] of this.#tables) tables.set(table, closed(watch, [...rows.values()]))
    return Object.freeze({ tables, sets, bytes: sizeOf(tables) })
  }

  #open(table: string): OpenTable {
    const known = this.#tables.get(table)
    if (known !== undefined) return known
    const watch: OpenWatch = { inserts: null, deletes: false, any: false, columns: new Set() }
    const opened: OpenTable = { watch, rows: new Map() }
    this.#tables.set(table, opened)
    return opened
  }
}

function closed({ inserts, deletes, any, columns }: OpenWatch, rows: readonly RowWatch[]): TableDependency {
  const watches = any || inserts !== null || deletes || columns.size > 0
  return { watch: watches ? { inserts, deletes, columns: any ? 'any' : columns } : null, rows }
}

/** A table with its objects, a watch for rows, a column in a set, a test of new rows. */
const SIZES = { table: 300, rows: 150, column: 40, test: 300 } as const

function sizeOf(tables: ReadonlyMap<string, TableDependency>): number {
  let bytes = 0
  for (const { watch, rows } of tables.values()) {
    const sets = [watch, ...rows].map(each => (each === null || each.columns === 'any' ? 0 : each.columns.size))
    bytes += SIZES.table + (watch?.inserts?.length ?? 0) * SIZES.test
    bytes += rows.length * SIZES.rows + sets.reduce((sum, size) => sum + size, 0) * SIZES.column
  }
  return bytes
}

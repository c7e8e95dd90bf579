/**
 * Desired tables + found tables -> what to add. The only thing ever removed is something that only we create: an index
 * that enforces `unique: true`, once the schema no longer asks for it.
 */
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import {
  type ColumnDefinition,
  type ForeignKeyDefinition,
  type IndexDefinition,
  OWN_PREFIX,
  type TableDefinition,
} from '../desired/table-definition.ts'
import type { FoundTable, FoundTables } from '../existing/inspect-tables.ts'
import { storedName } from '../existing/stored-name.ts'

export type Change =
  | { readonly kind: 'add-table'; readonly table: TableDefinition }
  | {
      readonly kind: 'add-column'
      readonly table: string
      readonly column: ColumnDefinition
      readonly foreignKey: ForeignKeyDefinition | null
    }
  /** `fresh`: the table is created in the same run, so the index is not reported separately. */
  | { readonly kind: 'add-index'; readonly table: string; readonly index: IndexDefinition; readonly fresh: boolean }
  | { readonly kind: 'drop-index'; readonly table: string; readonly name: string }

/** Tables first, then columns, then indexes, so each change finds what it needs. */
export function diffTables(
  desired: readonly TableDefinition[],
  found: FoundTables,
  dialect: Pick<SqlDialect, 'name'>,
): readonly Change[] {
  const missing = desired.filter(table => found.table(table.name) === undefined)
  const present = desired.filter(table => found.table(table.name) !== undefined)
  return Object.freeze([
    ...missing.map((table): Change => ({ kind: 'add-table', table })),
    ...present.flatMap(table => missingColumns(table, found)),
    ...present.flatMap(table => obsoleteIndexes(table, found, dialect)),
    ...missing.flatMap(table => table.indexes.map((index): Change => addIndex(table, index, true))),
    ...present.flatMap(table => missingIndexes(table, found, dialect)),
  ])
}

function missingColumns(table: TableDefinition, found: FoundTables): Change[] {
  const columns = table.columns.filter(column => column.kind !== 'id' && !found.hasColumn(table.name, column.name))
  return columns.map(column => ({
    kind: 'add-column',
    table: table.name,
    column,
    foreignKey: table.foreignKeys.find(key => key.column === column.name) ?? null,
  }))
}

function missingIndexes(table: TableDefinition, found: FoundTables, dialect: Pick<SqlDialect, 'name'>): Change[] {
  const there = found.table(table.name)
  return table.indexes
    .filter(index => there !== undefined && !hasIndex(there, index, dialect))
    .map(index => addIndex(table, index, false))
}

/** Matches by name, or by the same columns under another name. */
function hasIndex(table: FoundTable, index: IndexDefinition, dialect: Pick<SqlDialect, 'name'>): boolean {
  const name = storedName(index.name, dialect)
  const columns = index.columns.map(column => storedName(column, dialect)).join('\n')
  return table.indexes.some(
    there => there.name === name || (there.columns.join('\n') === columns && (there.unique || !index.unique)),
  )
}

/** Our unique indexes that would refuse values the schema now allows. */
function obsoleteIndexes(table: TableDefinition, found: FoundTables, dialect: Pick<SqlDialect, 'name'>): Change[] {
  const wanted = table.indexes.filter(({ unique }) => unique)
  const isWanted = (columns: readonly string[]) =>
    wanted.some(index => index.columns.map(column => storedName(column, dialect)).join('\n') === columns.join('\n'))
  return (found.table(table.name)?.indexes ?? [])
    .filter(({ name, unique, columns }) => unique && name.startsWith(OWN_PREFIX) && !isWanted(columns))
    .map(({ name }) => ({ kind: 'drop-index', table: table.name, name }))
}

function addIndex(table: TableDefinition, index: IndexDefinition, fresh: boolean): Change {
  return { kind: 'add-index', table: table.name, index, fresh }
}

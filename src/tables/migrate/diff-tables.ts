/**
 * Desired tables + found tables -> what to add. The only things ever removed are indexes that only we create: those that
 * enforce `unique: true` or serve `index: true`, once the schema no longer asks for them, and those that need other columns.
 */
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import {
  BY,
  type ColumnDefinition,
  type ForeignKeyDefinition,
  type IndexDefinition,
  OWN_PREFIX,
  type TableDefinition,
} from '../desired/table-definition.ts'
import type { FoundIndex, FoundTable, FoundTables } from '../existing/inspect-tables.ts'
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

/** Matches by name, or by the same columns under another name. One that only makes reads cheaper must have the columns. */
function hasIndex(table: FoundTable, index: IndexDefinition, dialect: Pick<SqlDialect, 'name'>): boolean {
  const name = storedName(index.name, dialect)
  return table.indexes.some(
    there =>
      (there.name === name && index.origin !== 'populus') ||
      (hasColumns(there, index, dialect) && (there.unique || !index.unique)),
  )
}

/** Our indexes that would refuse values the schema now allows, or that no list is read by any more. */
function obsoleteIndexes(table: TableDefinition, found: FoundTables, dialect: Pick<SqlDialect, 'name'>): Change[] {
  const lists = table.indexes.flatMap(({ name, origin }) => (origin === 'populus' ? [storedName(name, dialect)] : []))
  const isOurs = ({ name, unique }: FoundIndex) =>
    unique ? name.startsWith(OWN_PREFIX) : lists.includes(name) || name.startsWith(`${OWN_PREFIX}${table.name}_${BY}`)
  return (found.table(table.name)?.indexes ?? [])
    .filter(there => isOurs(there))
    .filter(there => !table.indexes.some(index => index.unique === there.unique && hasColumns(there, index, dialect)))
    .map(({ name }) => ({ kind: 'drop-index', table: table.name, name }))
}

function hasColumns({ columns }: FoundIndex, index: IndexDefinition, dialect: Pick<SqlDialect, 'name'>): boolean {
  return index.columns.map(column => storedName(column, dialect)).join('\n') === columns.join('\n')
}

function addIndex(table: TableDefinition, index: IndexDefinition, fresh: boolean): Change {
  return { kind: 'add-index', table: table.name, index, fresh }
}

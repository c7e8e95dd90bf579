/** Tables of a MySQL database -> the same tables for SQLite or PostgreSQL, as Strapi creates them there. */

import type { ColumnKind } from '../../schema/column-kind.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { MysqlColumn, MysqlKey, MysqlTable } from '../../storage/mysql/mysql-tables.ts'
import { distinctNames } from '../../tables/desired/distinct-names.ts'
import {
  type ForeignKeyDefinition,
  type IndexDefinition,
  strapiIndex,
  type TableDefinition,
} from '../../tables/desired/table-definition.ts'
import { storedName } from '../../tables/existing/stored-name.ts'
import type { Change } from '../../tables/migrate/diff-tables.ts'

export interface PlannedTable {
  readonly source: MysqlTable
  /** Its columns are in the order of the source. */
  readonly definition: TableDefinition
  /** Types of columns that no `ColumnKind` describes exactly. Only databases that enforce column types have them. */
  readonly exactTypes: ReadonlyMap<string, ExactType>
}

export type ExactType =
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'bytes' }

export interface TablePlan {
  readonly tables: readonly PlannedTable[]
  /** What is left out, one line each. */
  readonly notes: readonly string[]
}

/** `known` are the tables of the schema: they tell JSON from other text where the server does not. */
export function planTables(
  sources: readonly MysqlTable[],
  known: readonly TableDefinition[],
  dialect: SqlDialect,
): TablePlan {
  const notes: string[] = []
  const planned = sources.map(source => {
    const json = jsonColumns(known.find(({ name }) => name === source.name))
    const columns = source.columns.map(column => ({
      name: storedName(column.name, dialect),
      kind: kindOf(column, source, json),
    }))
    const definition = {
      name: storedName(source.name, dialect),
      columns,
      indexes: indexesOf(source, notes),
      foreignKeys: source.foreignKeys.flatMap(key => foreignKeyOf(source, key, notes)),
    }
    return { source, definition, exactTypes: exactTypesOf(source) }
  })
  for (const { name, engine } of sources)
    if (!/^(innodb|aria|rocksdb)?$/i.test(engine))
      notes.push(`${name} is a table of ${engine}: changes during the copy may be missing in it`)
  return Object.freeze({ tables: withDistinctNames(planned, dialect), notes })
}

function jsonColumns(known: TableDefinition | undefined): ReadonlySet<string> {
  return new Set(known?.columns.filter(({ kind }) => kind === 'json').map(({ name }) => name))
}

function kindOf(column: MysqlColumn, { primaryKey }: MysqlTable, json: ReadonlySet<string>): ColumnKind {
  if (column.name === 'id' && primaryKey.length === 1 && primaryKey[0] === 'id' && column.autoIncrement) return 'id'
  if (column.fullType.startsWith('tinyint(1)')) return 'boolean'
  const kind = KINDS[column.type]
  if (kind === 'text' && (column.json || json.has(column.name))) return 'json'
  if (kind === 'varchar' && column.length !== null && column.length > VARCHAR_LENGTH) return 'text'
  return kind ?? 'text'
}

const VARCHAR_LENGTH = 255

const KINDS: Readonly<Record<string, ColumnKind>> = {
  tinyint: 'integer',
  smallint: 'integer',
  mediumint: 'integer',
  int: 'integer',
  year: 'integer',
  bigint: 'bigint',
  bit: 'bigint',
  decimal: 'decimal',
  float: 'double',
  double: 'double',
  char: 'varchar',
  varchar: 'varchar',
  enum: 'varchar',
  set: 'text',
  json: 'json',
  tinytext: 'text',
  text: 'text',
  mediumtext: 'text',
  longtext: 'text',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  timestamp: 'datetime',
}

/** `decimal(10,2)` is what Strapi creates. */
function exactTypesOf({ columns }: MysqlTable): ReadonlyMap<string, ExactType> {
  const types = new Map<string, ExactType>()
  for (const { name, type, precision, scale } of columns) {
    if (type === 'decimal' && precision !== null && scale !== null && (precision !== 10 || scale !== 2))
      types.set(name, { kind: 'decimal', precision, scale })
    if (/(blob|binary)$/.test(type)) types.set(name, { kind: 'bytes' })
  }
  return types
}

function indexesOf({ name, indexes, primaryKey }: MysqlTable, notes: string[]): readonly IndexDefinition[] {
  const copied = indexes.flatMap(({ name: index, columns, unique, partial }) => {
    if (!partial) return [strapiIndex(index, columns, unique)]
    notes.push(`the index ${index} of ${name} covers only parts of values, and is not copied`)
    return []
  })
  const hasId = primaryKey.length === 1 && primaryKey[0] === 'id'
  return hasId || primaryKey.length === 0 ? copied : [...copied, strapiIndex(`${name}_primary`, primaryKey, true)]
}

/** Strapi's own keys refer to one id, and delete or empty what refers to it. */
function foreignKeyOf(source: MysqlTable, key: MysqlKey, notes: string[]): readonly ForeignKeyDefinition[] {
  const { name, columns, table, targetColumns, onDelete } = key
  const simple = columns.length === 1 && targetColumns[0] === 'id'
  if (simple && (onDelete === 'cascade' || onDelete === 'set null'))
    return [{ name, column: columns[0]!, table, onDelete }]
  notes.push(`the foreign key ${name} of ${source.name} is not one of Strapi's, and is not copied`)
  return []
}

const NOTHING_FOUND = { tables: [], hasIndex: () => false }

/** On MySQL two tables may have indexes of the same name. */
function withDistinctNames(planned: readonly PlannedTable[], dialect: SqlDialect): readonly PlannedTable[] {
  const changes = planned.flatMap(({ definition }): readonly Change[] => [
    { kind: 'add-table', table: definition },
    ...definition.indexes.map(index => ({ kind: 'add-index' as const, table: definition.name, index, fresh: true })),
  ])
  const named = distinctNames(changes, NOTHING_FOUND, dialect)
  return planned.map(table => {
    const { name } = table.definition
    const added = named.find(change => change.kind === 'add-table' && change.table.name === name)
    const indexes = named.flatMap(change =>
      change.kind === 'add-index' && change.table === name ? [change.index] : [],
    )
    const { foreignKeys } = (added as Extract<Change, { kind: 'add-table' }>).table
    return Object.freeze({ ...table, definition: { ...table.definition, indexes, foreignKeys } })
  })
}

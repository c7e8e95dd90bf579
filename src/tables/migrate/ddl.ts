/** The statements that create and change tables, columns, keys and indexes. */

import { type Fragment, join, NOTHING, name, sql, table as tableName } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type {
  ColumnDefinition,
  ForeignKeyDefinition,
  IndexDefinition,
  TableDefinition,
} from '../desired/table-definition.ts'

/** Pass `schema` if the table is not in the content's schema. */
export function createTable(table: TableDefinition, dialect: SqlDialect, schema?: string): Fragment {
  const columns = table.columns.map(column => columnText(column, dialect))
  // PostgreSQL requires the referenced table to exist, so its keys are added after all tables.
  const keys = dialect.name === 'sqlite' ? table.foreignKeys.map(keyText) : []
  return sql`create table ${tableName(table.name, schema)} (${join([...columns, ...keys])})`
}

export function addForeignKey(table: string, key: ForeignKeyDefinition): Fragment {
  return sql`alter table ${tableName(table)} add ${keyText(key)}`
}

export function addColumn(
  table: string,
  column: ColumnDefinition,
  key: ForeignKeyDefinition | null,
  dialect: SqlDialect,
): Fragment {
  const reference = key === null ? NOTHING : sql` constraint ${name(key.name)} ${referenceText(key)}`
  return sql`alter table ${tableName(table)} add column ${columnText(column, dialect)}${reference}`
}

/**
 * Strapi drops unique indexes on PostgreSQL, ours included, as constraints. So they must be created as constraints. `beside`: while
 * others write to the table, which is only possible outside of a transaction.
 */
export function createIndex(table: string, index: IndexDefinition, dialect: SqlDialect, beside = false): Fragment {
  const columns = join(index.columns.map(name))
  if (dialect.name === 'postgres' && index.unique) {
    return sql`alter table ${tableName(table)} add constraint ${name(index.name)} unique (${columns})`
  }
  const unique = index.unique ? sql`unique ` : NOTHING
  const how = beside && dialect.name === 'postgres' ? sql`concurrently ` : NOTHING
  return sql`create ${unique}index ${how}${name(index.name)} on ${tableName(table)} (${columns})`
}

/** On PostgreSQL a unique index is a constraint, except an old one from before we created them that way. */
export function dropIndex(table: string, index: string, dialect: SqlDialect): readonly Fragment[] {
  if (dialect.name === 'sqlite') return [sql`drop index if exists ${name(index)}`]
  return [
    sql`alter table ${tableName(table)} drop constraint if exists ${name(index)}`,
    sql`drop index if exists ${name(index)}`,
  ]
}

export function renameColumn(table: string, from: string, to: string): Fragment {
  return sql`alter table ${tableName(table)} rename column ${name(from)} to ${name(to)}`
}

export function renameTable(from: string, to: string): Fragment {
  return sql`alter table ${tableName(from)} rename to ${name(to)}`
}

export function dropColumn(table: string, column: string): Fragment {
  return sql`alter table ${tableName(table)} drop column ${name(column)}`
}

/** On PostgreSQL the keys of other tables that refer to it are dropped, too. */
export function dropTable(table: string, dialect: SqlDialect): Fragment {
  return sql`drop table ${tableName(table)}${dialect.name === 'sqlite' ? NOTHING : sql` cascade`}`
}

/** Keeps all values if the new type has room for them. Only for databases that enforce column types. */
export function changeType(table: string, column: ColumnDefinition, dialect: SqlDialect): Fragment {
  return sql`alter table ${tableName(table)} alter column ${name(column.name)} type ${columnType(column.kind, dialect)}`
}

export interface Replacement {
  readonly add: Fragment
  /** Keeps whatever the database can convert. PostgreSQL refuses it for types that have nothing in common. */
  readonly convert: Fragment
  readonly swap: readonly Fragment[]
}

/** Replaces a column with one of another type. */
export function replaceColumn(table: string, column: ColumnDefinition, dialect: SqlDialect): Replacement {
  const made = { ...column, name: `${column.name}_new` }
  const converted = sql`cast(${name(column.name)} as ${columnType(column.kind, dialect)})`
  return {
    add: addColumn(table, made, null, dialect),
    convert: sql`update ${tableName(table)} set ${name(made.name)} = ${converted}`,
    swap: [dropColumn(table, column.name), renameColumn(table, made.name, column.name)],
  }
}

function columnText(column: ColumnDefinition, dialect: SqlDialect): Fragment {
  return sql`${name(column.name)} ${columnType(column.kind, dialect)}`
}

function keyText(key: ForeignKeyDefinition): Fragment {
  return sql`constraint ${name(key.name)} foreign key (${name(key.column)}) ${referenceText(key)}`
}

function referenceText(key: ForeignKeyDefinition): Fragment {
  const action = key.onDelete === 'cascade' ? sql`cascade` : sql`set null`
  return sql`references ${tableName(key.table)} (${name('id')}) on delete ${action}`
}

export function columnType(kind: ColumnDefinition['kind'], dialect: SqlDialect): Fragment {
  return constant(dialect.columnTypes[kind])
}

/** Only for the dialect's own table of types, never for anything from outside. */
function constant(text: string): Fragment {
  return sql(Object.assign([text], { raw: [text] }))
}

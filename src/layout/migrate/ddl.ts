/** The statements that make tables, columns, keys and indexes. */

import { type Fragment, join, NOTHING, name, sql, table as tableName } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type {
  ColumnDefinition,
  ForeignKeyDefinition,
  IndexDefinition,
  TableDefinition,
} from '../tables/table-definition.ts'

/** `schema` where the table is not in the content's own. */
export function createTable(table: TableDefinition, dialect: SqlDialect, schema?: string): Fragment {
  const columns = table.columns.map(column => columnText(column, dialect))
  // PostgreSQL wants the other table to be there already, so that its keys are added when all tables exist.
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

/** Strapi drops unique indexes of PostgreSQL as constraints, ours among them, so that they must be made as such. */
export function createIndex(table: string, index: IndexDefinition, dialect: SqlDialect): Fragment {
  const columns = join(index.columns.map(name))
  if (dialect.name === 'postgres' && index.unique) {
    return sql`alter table ${tableName(table)} add constraint ${name(index.name)} unique (${columns})`
  }
  const unique = index.unique ? sql`unique ` : NOTHING
  return sql`create ${unique}index ${name(index.name)} on ${tableName(table)} (${columns})`
}

/** A unique index of PostgreSQL is a constraint, unless it was made before all of ours were. */
export function dropIndex(table: string, index: string, dialect: SqlDialect): readonly Fragment[] {
  if (dialect.name === 'sqlite') return [sql`drop index ${name(index)}`]
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

/** Keeps all values, where the new type has room for them; only where the database keeps to its types. */
export function changeType(table: string, column: ColumnDefinition, dialect: SqlDialect): Fragment {
  return sql`alter table ${tableName(table)} alter column ${name(column.name)} type ${constant(dialect.columnTypes[column.kind])}`
}

/** A column of another type takes the place of one, with whatever the database can make of the values. */
export function replaceColumn(table: string, column: ColumnDefinition, dialect: SqlDialect): readonly Fragment[] {
  const made = { ...column, name: `${column.name}_new` }
  const converted = sql`cast(${name(column.name)} as ${constant(dialect.columnTypes[column.kind])})`
  return [
    addColumn(table, made, null, dialect),
    sql`update ${tableName(table)} set ${name(made.name)} = ${converted}`,
    sql`alter table ${tableName(table)} drop column ${name(column.name)}`,
    renameColumn(table, made.name, column.name),
  ]
}

function columnText(column: ColumnDefinition, dialect: SqlDialect): Fragment {
  return sql`${name(column.name)} ${constant(dialect.columnTypes[column.kind])}`
}

function keyText(key: ForeignKeyDefinition): Fragment {
  return sql`constraint ${name(key.name)} foreign key (${name(key.column)}) ${referenceText(key)}`
}

function referenceText(key: ForeignKeyDefinition): Fragment {
  const action = key.onDelete === 'cascade' ? sql`cascade` : sql`set null`
  return sql`references ${tableName(key.table)} (${name('id')}) on delete ${action}`
}

/** Text of a dialect's own table of types; never anything that came from outside. */
function constant(text: string): Fragment {
  return sql(Object.assign([text], { raw: [text] }))
}

/** What a database has: its tables with columns and indexes. */

import { type Fragment, join, NOTHING, sql, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { storedName } from './stored-name.ts'

export interface FoundIndex {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique: boolean
}

export interface FoundTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Of the columns, in their order, as the database names them. */
  readonly types: readonly string[]
  readonly indexes: readonly FoundIndex[]
}

export interface FoundTables {
  readonly tables: readonly FoundTable[]
  /** Looks up the full name, even if the database has shortened it. */
  table(name: string): FoundTable | undefined
  hasColumn(table: string, column: string): boolean
  /** The position of a column in its table; infinite if there is none. */
  columnPlace(table: string, column: string): number
  /** Whether an index of that name exists on any table. */
  hasIndex(name: string): boolean
}

/** `schema` is the schema of the content (`main` on SQLite, the configured one on PostgreSQL), or Populus' own. */
export async function inspectTables(run: RunFragment, dialect: SqlDialect, schema: string): Promise<FoundTables> {
  const { columns, indexes } = QUERIES[dialect.name]
  return foundTables(collect(await run(columns(schema, NOTHING)), await run(indexes(schema))), dialect)
}

/** Only these tables, as far as they are there, without their indexes: a database may have thousands. */
export async function inspectNamed(
  run: RunFragment,
  { dialect, schema }: { readonly dialect: SqlDialect; readonly schema: string },
  names: readonly string[],
): Promise<Pick<FoundTables, 'table' | 'hasColumn'>> {
  const listed = join(names.map(each => value(storedName(each, dialect))))
  const isNamed = dialect.name === 'sqlite' ? sql`and t.name in (${listed})` : sql`and t.relname in (${listed})`
  return foundTables(collect(await run(QUERIES[dialect.name].columns(schema, isNamed)), []), dialect)
}

/** Whether there is a table of that name, or any at all, without a look at what it is made of. */
export async function hasTable(
  run: RunFragment,
  dialect: SqlDialect,
  schema: string,
  named?: string,
): Promise<boolean> {
  const { table, tables } = QUERIES[dialect.name]
  return (await run(named === undefined ? tables(schema) : table(schema, storedName(named, dialect)))).length > 0
}

function foundTables(tables: readonly FoundTable[], dialect: Pick<SqlDialect, 'name'>): FoundTables {
  const byName = new Map(tables.map(table => [table.name, table]))
  const indexNames = new Set(tables.flatMap(table => table.indexes.map(index => index.name)))
  const table = (name: string) => byName.get(storedName(name, dialect))
  return Object.freeze({
    tables: Object.freeze([...tables]),
    table,
    hasColumn: (name: string, column: string) => table(name)?.columns.includes(storedName(column, dialect)) ?? false,
    columnPlace: (name: string, column: string) => {
      const place = table(name)?.columns.indexOf(storedName(column, dialect)) ?? -1
      return place === -1 ? Number.POSITIVE_INFINITY : place
    },
    hasIndex: (name: string) => indexNames.has(storedName(name, dialect)),
  })
}

interface TableQueries {
  /** `more`: a further condition on the tables. */
  readonly columns: (schema: string, more: Fragment) => Fragment
  readonly indexes: (schema: string) => Fragment
  readonly tables: (schema: string) => Fragment
  readonly table: (schema: string, named: string) => Fragment
}

/** Rows: (table, column, type) in table order; (table, index, unique, column) in index order. */
const QUERIES: Readonly<Record<SqlDialect['name'], TableQueries>> = {
  sqlite: {
    table: (schema, named) => sql`
      select 1 from pragma_table_list t where t.schema = ${value(schema)} and t.type = 'table' and t.name = ${value(named)}`,
    tables: schema => sql`
      select 1 from pragma_table_list t
      where t.schema = ${value(schema)} and t.type = 'table' and t.name not like 'sqlite%' limit 1`,
    columns: (schema, more) => sql`
      select t.name, c.name, c.type from pragma_table_list t, pragma_table_info(t.name, t.schema) c
      where t.schema = ${value(schema)} and t.type = 'table' and t.name not like 'sqlite%' ${more}
      order by t.name, c.cid`,
    indexes: schema => sql`
      select t.name, i.name, i."unique", c.name
      from pragma_table_list t, pragma_index_list(t.name, t.schema) i, pragma_index_info(i.name, t.schema) c
      where t.schema = ${value(schema)} and t.type = 'table' and i.partial = 0
      order by t.name, i.name, c.seqno`,
  },
  postgres: {
    table: (schema, named) => sql`
      select 1 from pg_catalog.pg_class t join pg_catalog.pg_namespace n on n.oid = t.relnamespace
      where n.nspname = ${value(schema)}::text and t.relkind in ('r', 'p') and t.relname = ${value(named)}::text`,
    tables: schema => sql`
      select 1 from pg_catalog.pg_class t join pg_catalog.pg_namespace n on n.oid = t.relnamespace
      where n.nspname = ${value(schema)}::text and t.relkind in ('r', 'p') and not exists (
        select from pg_catalog.pg_depend d
        where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = t.oid and d.deptype = 'e'
      )
      limit 1`,
    // Tables that belong to an extension (PostGIS) are not content.
    columns: (schema, more) => sql`
      select t.relname::text, a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod) from pg_catalog.pg_class t
      join pg_catalog.pg_namespace n on n.oid = t.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      where n.nspname = ${value(schema)}::text and t.relkind in ('r', 'p') and not exists (
        select from pg_catalog.pg_depend d
        where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = t.oid and d.deptype = 'e'
      ) ${more}
      order by t.relname, a.attnum`,
    indexes: schema => sql`
      select t.relname::text, i.relname::text, x.indisunique, a.attname::text from pg_catalog.pg_index x
      join pg_catalog.pg_class t on t.oid = x.indrelid
      join pg_catalog.pg_class i on i.oid = x.indexrelid
      join pg_catalog.pg_namespace n on n.oid = t.relnamespace
      join lateral unnest(x.indkey::int2[]) with ordinality k(attnum, position) on true
      left join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum and a.attnum > 0
      where n.nspname = ${value(schema)}::text and not x.indisprimary and x.indpred is null
      order by t.relname, i.relname, k.position`,
  },
}

interface Collected {
  readonly columns: string[]
  readonly types: string[]
  readonly indexes: Map<string, { readonly columns: string[]; readonly unique: boolean }>
}

function collect(columns: readonly Row[], indexes: readonly Row[]): readonly FoundTable[] {
  const tables = new Map<string, Collected>()
  for (const [table, column, type] of columns as readonly [string, string, string][]) {
    const known: Collected = tables.get(table) ?? { columns: [], types: [], indexes: new Map() }
    tables.set(table, known)
    known.columns.push(column)
    known.types.push(type)
  }
  for (const [table, index, unique, column] of indexes as readonly [string, string, unknown, string | null][]) {
    const found = tables.get(table)?.indexes
    const known = found?.get(index) ?? { columns: [], unique: unique === true || unique === 1 }
    found?.set(index, known)
    // An expression has no name. The placeholder keeps such an index from looking like an index over fewer columns.
    known.columns.push(column ?? '(expression)')
  }
  return [...tables].map(([name, found]) => ({
    name,
    columns: Object.freeze(found.columns),
    types: Object.freeze(found.types),
    indexes: Object.freeze([...found.indexes].map(([index, rest]) => Object.freeze({ name: index, ...rest }))),
  }))
}

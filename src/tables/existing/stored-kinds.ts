/** The kinds of a database's columns, and which kinds convert to another without loss. */
import type { ColumnKind } from '../../schema/column-kind.ts'
import { type Fragment, sql, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { storedName } from './stored-name.ts'

export interface StoredColumn {
  /** The database's own name for it: `character varying(255)`. */
  readonly type: string
  /** `null` for a type that we never create. */
  readonly kind: ColumnKind | null
}

export interface StoredColumns {
  column(table: string, column: string): StoredColumn | undefined
}

export async function inspectColumns(run: RunFragment, dialect: SqlDialect, schema: string): Promise<StoredColumns> {
  const rows = (await run(QUERIES[dialect.name](schema))) as readonly (readonly [string, string, string])[]
  const columns = new Map(rows.map(([table, column, type]) => [`${table}\n${column}`, { type, kind: kindOf(type) }]))
  return {
    column: (table, column) => columns.get(`${storedName(table, dialect)}\n${storedName(column, dialect)}`),
  }
}

/** Rows: (table, column, type). */
const QUERIES: Readonly<Record<SqlDialect['name'], (schema: string) => Fragment>> = {
  sqlite: schema => sql`
    select t.name, c.name, c.type from pragma_table_list t, pragma_table_info(t.name, t.schema) c
    where t.schema = ${value(schema)} and t.type = 'table'`,
  postgres: schema => sql`
    select t.relname::text, a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod)
    from pg_catalog.pg_class t
    join pg_catalog.pg_namespace n on n.oid = t.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = ${value(schema)}::text and t.relkind in ('r', 'p')`,
}

/** `kindOf('character varying(255)')` is `varchar`, `kindOf('timestamp(6) without time zone')` is `datetime`. */
function kindOf(type: string): ColumnKind | null {
  const name = type
    .toLowerCase()
    .replace(/\([^()]*\)/g, '')
    .replace(/ with(out)? time zone/, '')
    .trim()
  return KINDS[name] ?? null
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  varchar: 'varchar',
  'character varying': 'varchar',
  text: 'text',
  mediumtext: 'text',
  longtext: 'text',
  json: 'json',
  jsonb: 'json',
  integer: 'integer',
  bigint: 'bigint',
  float: 'double',
  real: 'double',
  'double precision': 'double',
  numeric: 'decimal',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  timestamp: 'datetime',
}

/** Kinds that a database stores in the same way. */
const SAME: Readonly<Record<SqlDialect['name'], Partial<Record<ColumnKind, ColumnKind>>>> = {
  sqlite: { bigint: 'integer', decimal: 'double', text: 'varchar' },
  postgres: {},
}

/** Ids have 64 bits in new databases, and 32 in those that Strapi or an older Populus has made. */
const WHOLE: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['id', 'reference', 'integer', 'bigint'])
const isIdKind = (kind: ColumnKind): boolean => kind === 'id' || kind === 'reference'

export function isSameKind(one: ColumnKind, other: ColumnKind, dialect: Pick<SqlDialect, 'name'>): boolean {
  if (isIdKind(one) ? WHOLE.has(other) : isIdKind(other) && WHOLE.has(one)) return true
  const same = SAME[dialect.name]
  return (same[one] ?? one) === (same[other] ?? other)
}

/** True if every value of `from` is also a value of `to`, with the same meaning. */
export function isLossless(from: ColumnKind, to: ColumnKind): boolean {
  return (from === 'varchar' && to === 'text') || (from === 'integer' && to === 'bigint')
}

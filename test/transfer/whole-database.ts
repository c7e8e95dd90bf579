/** Everything in the tables of a content database, and what they are made of, read without using our own code. */
import SqliteFile from 'better-sqlite3'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { onServer, type PostgresConfig, type SqliteConfig } from '../support/databases.ts'

export interface WholeDatabase {
  /** By table: its rows as texts, sorted. */
  readonly rows: Readonly<Record<string, readonly string[]>>
  /** Columns, indexes, keys and the last given ids, one line each. */
  readonly structure: readonly string[]
}

export function wholeDatabase(database: DatabaseConfig): Promise<WholeDatabase> {
  return database.client === 'sqlite' ? wholeFile(database) : wholePostgres(database)
}

async function wholeFile({ filename }: SqliteConfig): Promise<WholeDatabase> {
  const file = new SqliteFile(filename, { readonly: true })
  try {
    const all = (query: string) => file.prepare(query).safeIntegers().raw().all() as unknown[][]
    const tables = all("select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by 1")
    const rows = Object.fromEntries(
      tables.map(([name]) => [
        String(name),
        all(`select * from "${name}"`)
          .map(row => JSON.stringify(row, shown))
          .sort(),
      ]),
    )
    const structure = tables.flatMap(([name]) =>
      [
        ...all(`select name, lower(type), "notnull", dflt_value, pk from pragma_table_info('${name}')`),
        ...all(`select distinct "from", "table", "to", on_delete, on_update from pragma_foreign_key_list('${name}')`),
        ...all(`select i.name, i."unique", group_concat(c.name) from pragma_index_list('${name}') i,
        pragma_index_info(i.name) c where i.origin = 'c' group by 1, 2`),
        ...all(`select seq from sqlite_sequence where seq > 0 and name = '${name}'`),
      ]
        .map(row => `${name} ${JSON.stringify(row, shown)}`)
        .sort(),
    )
    return { rows, structure }
  } finally {
    file.close()
  }
}

const shown = (_key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}n`
  const bytes = value as { type?: string; data?: readonly number[] } | null
  return bytes?.type === 'Buffer' ? `x${Buffer.from(bytes.data ?? []).toString('hex')}` : value
}

const STRUCTURE = `
  select t.relname || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || ' ' ||
    coalesce(pg_get_expr(d.adbin, d.adrelid), '')
  from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
  where connamespace = 'public'::regnamespace
  union all select sequencename || ' ' || coalesce(last_value, 0) from pg_sequences where schemaname = 'public'`

async function wholePostgres({ url }: PostgresConfig): Promise<WholeDatabase> {
  const rows: Record<string, readonly string[]> = {}
  let structure: readonly string[] = []
  await onServer(url, async sql => {
    const tables = await sql.unsafe(`select tablename from pg_tables where schemaname = 'public' order by 1`).values()
    for (const [name] of tables) {
      const found = await sql.unsafe(`select t::text from "${name}" t`).values()
      rows[String(name)] = found.map(([text]) => String(text)).sort()
    }
    structure = (await sql.unsafe(STRUCTURE).values()).map(([line]) => String(line)).sort()
  })
  return { rows, structure }
}

/** How large the ids of a table can become: in databases that Strapi or an older Populus has made, they have 32 bits. */
import { sql, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { LARGEST_ID } from '../../util/json/largest-id.ts'

/** For tables that Strapi must be able to use as well: it takes ids of 64 bits for texts. */
export function withStrapisIds(dialect: SqlDialect): SqlDialect {
  if (dialect.name === 'sqlite') return dialect
  const columnTypes = { ...dialect.columnTypes, id: 'serial primary key', reference: 'integer' }
  return Object.freeze({ ...dialect, columnTypes })
}

const LARGEST_OF_32_BITS = 2 ** 31 - 1

export async function largestIdOf(run: RunFragment, dialect: SqlDialect, table: string): Promise<number> {
  if (dialect.name === 'sqlite') return LARGEST_ID
  const quoted = `"${table.replaceAll('"', '""')}"`
  const [[type] = []] = await run(sql`
    select a.atttypid::regtype::text from pg_catalog.pg_attribute a
    where a.attrelid = to_regclass(${value(quoted)}::text) and a.attname = 'id' and not a.attisdropped`)
  return type === 'integer' ? LARGEST_OF_32_BITS : LARGEST_ID
}

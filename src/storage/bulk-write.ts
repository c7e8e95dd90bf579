/** What a long write needs besides its rows, for each database. */

import { name, sql, table, value } from '../sql/fragment.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'
import type { RunFragment } from './run-fragment.ts'

/** New rows written by others get ids above `upTo`. */
export async function reserveIds(run: RunFragment, dialect: SqlDialect, of: string, upTo: number): Promise<void> {
  if (dialect.name === 'sqlite') {
    const rows = await run(sql`select seq from sqlite_sequence where name = ${value(of)}`)
    if (rows.length === 0) await run(sql`insert into sqlite_sequence (name, seq) values (${value(of)}, ${value(upTo)})`)
    else await run(sql`update sqlite_sequence set seq = max(seq, ${value(upTo)}) where name = ${value(of)}`)
    return
  }
  const sequence = await sequenceOf(run, of)
  if (sequence === null) return
  await run(sql`
    select setval(${value(sequence)}::text::regclass, greatest(
      ${value(String(upTo))}::bigint, nextval(${value(sequence)}::text::regclass), (select max(${name('id')}) from ${table(of)})
    ))`)
}

/** The next new row gets the id after `last`. */
export async function setLastId(run: RunFragment, dialect: SqlDialect, of: string, last: number): Promise<void> {
  if (dialect.name === 'sqlite') {
    await run(sql`delete from sqlite_sequence where name = ${value(of)}`)
    if (last > 0) await run(sql`insert into sqlite_sequence (name, seq) values (${value(of)}, ${value(BigInt(last))})`)
    return
  }
  const sequence = await sequenceOf(run, of)
  if (sequence === null) return
  const used = value(last > 0)
  await run(
    sql`select setval(${value(sequence)}::text::regclass, ${value(String(Math.max(1, last)))}::bigint, ${used}::boolean)`,
  )
}

async function sequenceOf(run: RunFragment, of: string): Promise<string | null> {
  const quoted = `"${of.replaceAll('"', '""')}"`
  const [found] = await run(sql`select pg_get_serial_sequence(${value(quoted)}::text, 'id')`)
  return typeof found?.[0] === 'string' ? found[0] : null
}

/** Tables of a PostgreSQL database that a restored backup replaces: kept in schemas of their own, with their rows, keys and indexes. */
import { name, sql, table } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { inspectTables } from '../../tables/existing/inspect-tables.ts'

/** Schemas: from, to. */
export type Aside = readonly (readonly [string, string])[]

export async function setAsideTables(
  run: RunFragment,
  dialect: SqlDialect,
  schemas: readonly string[],
  now: Date,
): Promise<Aside> {
  const stamp = now.toISOString().replace(/\D/g, '')
  const aside: [string, string][] = []
  for (const schema of schemas) {
    const { tables } = await inspectTables(run, dialect, schema)
    if (tables.length === 0) continue
    const place = `${schema}_before_restore_${stamp}`
    await run(sql`create schema ${name(place)}`)
    await moveTables(run, dialect, schema, place)
    aside.push([schema, place])
  }
  return aside
}

/** Puts them back. Their places must be empty. */
export async function bringBackTables(run: RunFragment, dialect: SqlDialect, aside: Aside): Promise<void> {
  for (const [schema, place] of aside) {
    await moveTables(run, dialect, place, schema)
    await run(sql`drop schema ${name(place)}`)
  }
}

async function moveTables(run: RunFragment, dialect: SqlDialect, from: string, to: string): Promise<void> {
  const { tables } = await inspectTables(run, dialect, from)
  for (const found of tables) await run(sql`alter table ${table(found.name, from)} set schema ${name(to)}`)
}

/** Tells a database that never had content from one that was filled, or that its owner emptied. */

import type { Schema } from '../../schema/schema.ts'
import { sql, table } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { addToCoreStore, readCoreStore } from '../../tables/core-store.ts'
import { readMeta } from '../../tables/desired/own-tables.ts'

/** Stored with the content, so one commit writes both, on SQLite, too. */
const SEEDED = 'plugin_populus_seeded'
/** Where earlier versions stored it: in our own tables. */
const SEEDED_BEFORE = 'seeded'

/** True if there are no entries of any user-defined type and none were ever seeded. */
export async function needsContent(run: RunFragment, dialect: SqlDialect, schema: Schema): Promise<boolean> {
  if ((await readCoreStore(run, SEEDED)) !== undefined) return false
  if ((await readMeta(run, dialect, SEEDED_BEFORE)) !== null) return false
  for (const { userDefined, table: stored } of schema.types.values()) {
    if (!userDefined || stored === null) continue
    if ((await run(sql`select 1 from ${table(stored)} limit 1`)).length > 0) return false
  }
  return true
}

/** Remembers that content was seeded, so it does not return after its owner has deleted it. */
export async function markAsSeeded(run: RunFragment): Promise<void> {
  if ((await readCoreStore(run, SEEDED)) === undefined) await addToCoreStore(run, SEEDED, new Date().toISOString())
}

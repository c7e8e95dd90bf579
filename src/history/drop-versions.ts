/** Drops versions and deleted entries that have been kept for long enough. */
import type { Database } from '../storage/database.ts'
import { readingFrom, runningIn } from '../storage/run-fragment.ts'
import type { VersionStore } from './version-store.ts'

/** How many deleted entries are dropped in one transaction. */
const TOGETHER = 500

export interface KeptHistory {
  /** Milliseconds since 1970: older versions are dropped. */
  readonly versionsFrom: number
  /** So many versions of each entry are kept. */
  readonly most: number
  /** Entries that were deleted before are gone for good, with all their versions. */
  readonly trashFrom: number
}

export async function dropVersions(
  { database, store }: { readonly database: Database; readonly store: VersionStore },
  { versionsFrom, most, trashFrom }: KeptHistory,
): Promise<void> {
  for (let isMore = true; isMore; ) {
    const rows = await readingFrom(database)(store.deletedBefore(trashFrom, TOGETHER))
    isMore = rows.length === TOGETHER
    await database.write(async transaction => {
      for (const [version, type, id] of rows)
        transaction.send(bound(database, store.purge({ version: Number(version), type: String(type), id: Number(id) })))
    })
  }
  await database.write(async transaction => {
    for (const statement of store.thinOut(versionsFrom, most)) await runningIn(transaction, database)(statement)
  })
}

function bound({ dialect }: Database, fragment: Parameters<Database['dialect']['compile']>[0]) {
  return dialect.bind(dialect.compile(fragment))
}

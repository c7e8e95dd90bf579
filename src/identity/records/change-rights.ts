/**
 * The transaction in which everything about rights changes: roles, permissions, lists of fields, users, API tokens and
 * administrators. How to use it:
 *
 *     await changeRights(context, async run => {
 *       const before = ...      // read here what the change depends on: nobody else changes rights until it commits
 *       await run(...)          // then write
 *     })
 *
 * Rights are complete or absent at every instant, because one commit decides. On SQLite that holds for the content's
 * file alone: a transaction over it and the file of our own tables commits one file after the other, and a crash may fall
 * in between. So whatever grants or limits something is a row of the content's file: the lists of fields are in Strapi's
 * table of settings (`stored-field-lists.ts`). What has to be in our own tables (`admin_sessions`, `password_changes`)
 * carries the mark of the password that it was made under (`password-mark.ts`), and counts only while the content's file
 * holds that password.
 */
import { sql, table } from '../../sql/fragment.ts'
import type { Database, Transaction } from '../../storage/database.ts'
import { type RunFragment, runningIn } from '../../storage/run-fragment.ts'

/** Runs a statement of a transaction and gives its rows. */
export type Run = RunFragment

/** One transaction, whose statements are fragments. */
export function changeIn<T>(database: Database, work: (run: Run, transaction: Transaction) => Promise<T>): Promise<T> {
  return database.write(transaction => work(runningIn(transaction, database), transaction))
}

/**
 * One transaction beside which no other change of rights runs, in any process. When the result is there, every request of
 * every process that begins now knows of the change.
 */
export function changeRights<T>(
  { database }: { readonly database: Database },
  work: (run: Run, transaction: Transaction) => Promise<T>,
): Promise<T> {
  return changeIn(database, async (run, transaction) => {
    await run(holdRights(database))
    return work(run, transaction)
  })
}

/** SQLite lets one transaction write at a time; PostgreSQL makes the next one wait for this row. */
function holdRights({ dialect }: Database) {
  const version = table('access_version', dialect.ownSchema)
  return sql`select version from ${version} where id = 1${dialect.rowLock}`
}

/**
 * The transaction for all changes of rights: roles, permissions, field lists, users, API tokens and administrators. How to
 * use it:
 *
 *     await changeRights(context, async run => {
 *       const before = ...      // read here what the change depends on: nobody else changes rights until it commits
 *       await run(...)          // then write
 *     })
 *
 * Rights are complete or absent at every moment, because one commit decides. On SQLite that is true only for the content's
 * file: a transaction over it and the file of our own tables commits one file after the other, and a crash may happen in
 * between. So everything that grants or limits something is a row of the content's file: the field lists are in Strapi's
 * settings table (`access/field-lists.ts`). Rows that must be in our own tables (`admin_sessions`, `password_changes`)
 * carry the mark of the password under which they were made (`password-mark.ts`). They count only while the content's
 * file has that password.
 */
import { sql, table } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Database, Transaction } from '../../storage/database.ts'
import { type RunFragment, runningIn } from '../../storage/run-fragment.ts'

/** Runs a statement of a transaction and returns its rows. */
export type Run = RunFragment

/** One transaction, whose statements are fragments. */
export function changeIn<T>(database: Database, work: (run: Run, transaction: Transaction) => Promise<T>): Promise<T> {
  return database.write(transaction => work(runningIn(transaction, database), transaction))
}

/**
 * One transaction that no other change of rights overlaps, in any process. When it has resolved, every request that starts
 * from then on, in every process, sees the change.
 */
export function changeRights<T>(
  { database }: { readonly database: Database },
  work: (run: Run, transaction: Transaction) => Promise<T>,
): Promise<T> {
  return changeIn(database, async (run, transaction) => {
    await holdRights({ dialect: database.dialect, ask: run })
    return work(run, transaction)
  })
}

/** SQLite has one writer at a time. On PostgreSQL the next transaction waits for this row. */
export async function holdRights({ dialect, ask }: { readonly dialect: SqlDialect; readonly ask: Run }): Promise<void> {
  const version = table('access_version', dialect.ownSchema)
  await ask(sql`select version from ${version} where id = 1${dialect.rowLock}`)
}

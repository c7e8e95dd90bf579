/** What the operations of the management API work with, and how they change something. */

import type { Config } from '../../config/config.ts'
import type { Schema } from '../../schema/schema.ts'
import { sql, table } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { changeIn, type Run } from '../access/change-permissions.ts'
import type { UsersContext } from '../users/users-context.ts'

export interface AdminContext {
  readonly database: Database
  readonly schema: Schema
  readonly secrets: Config['secrets']
  readonly settings: Config['admin']
  /** What the operations on end users need. */
  readonly users: UsersContext
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/**
 * One transaction that no other change of rights runs beside, so that what it has checked still holds when it commits.
 * When the result is there, every request of every process that begins now knows of the change.
 */
export async function changeRights<T>({ database }: AdminContext, work: (run: Run) => Promise<T>): Promise<T> {
  const version = table('access_version', database.dialect.ownSchema)
  return changeIn(database, async run => {
    await run(sql`update ${version} set version = version + 1 where id = 1`)
    return work(run)
  })
}

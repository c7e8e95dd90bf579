/** Adds and removes single permissions of a role inside one transaction. */
import type { Fragment } from '../../sql/fragment.ts'
import type { Row } from '../../sql/statement.ts'
import type { Database } from '../../storage/database.ts'
import type { PermissionStatements } from './permission-statements.ts'
import { boundStatement } from './read-rows.ts'

/** Runs a statement of a transaction and gives its rows. */
export type Run = (fragment: Fragment) => Promise<readonly Row[]>

/** One transaction, whose statements are fragments. */
export function changeIn<T>(database: Database, work: (run: Run) => Promise<T>): Promise<T> {
  return database.write(transaction => work(fragment => transaction.run(boundStatement(database.dialect, fragment))))
}

/** Nothing where the role has it already. */
export async function addPermission(
  run: Run,
  statements: PermissionStatements,
  roleId: number,
  action: string,
): Promise<void> {
  const known = await run(statements.selectIds(roleId, action))
  if (known.length > 0) return
  const [row] = await run(statements.insert(action, new Date()))
  await run(statements.link(Number(row?.[0]), roleId))
}

export async function removePermission(
  run: Run,
  statements: PermissionStatements,
  roleId: number,
  action: string,
): Promise<void> {
  for (const [id] of await run(statements.selectIds(roleId, action))) {
    await run(statements.unlink(Number(id)))
    await run(statements.delete(Number(id)))
  }
}

/** Adds and removes single permissions of a role inside one transaction. */
import type { Run } from '../records/change-rights.ts'
import type { PermissionStatements } from './permission-statements.ts'

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

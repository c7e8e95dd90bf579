/** The actions of custom API tokens: rows of their own, linked with the token. */
import { knownActionNames } from '../../identity/access/action-owners.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import type { Run } from '../../identity/records/change-rights.ts'
import { API_TOKEN_PERMISSION, API_TOKEN_PERMISSION_UID, idValue, linkOf } from '../../identity/records/record-shape.ts'
import { StoredRows } from '../../identity/records/stored-rows.ts'
import { badInput } from '../../input/check-input.ts'
import { name, sql, table } from '../../sql/fragment.ts'
import { noSuchName } from '../../util/no-such-name.ts'

/** What the operations on tokens need. */
export type TokenContext = Pick<AdminContext, 'database' | 'schema' | 'secrets' | 'clock'>

/** Throws `badInput`. Actions of a project's own code are unknown here; those that the token has may stay. */
export function checkPermissions(
  { schema }: TokenContext,
  type: string,
  permissions: readonly string[],
  held: readonly string[] = [],
): void {
  const path = ['permissions']
  if (type !== 'custom' && permissions.length > 0)
    throw badInput([{ path, message: `a ${type} token has no list of permissions` }])
  if (type === 'custom' && permissions.length === 0)
    throw badInput([{ path, message: 'a custom token needs at least one action' }])
  const known = [...knownActionNames(schema), ...held]
  const unknown = permissions.filter(action => !known.includes(action))
  if (unknown.length === 0) return
  throw badInput(unknown.map(action => ({ path, message: noSuchName('action', action, known) })))
}

export async function addPermissions(
  context: TokenContext,
  run: Run,
  tokenId: number,
  actions: readonly string[],
): Promise<void> {
  for (const action of new Set(actions)) await addPermission(context, run, tokenId, action)
}

async function addPermission(context: TokenContext, run: Run, tokenId: number, action: string): Promise<void> {
  const permissions = storedPermissions(context)
  const id = await permissions.insert(run, { action }, new Date(context.clock()))
  await permissions.connect(run, 'token', id, tokenId)
}

export async function removePermissions(context: TokenContext, run: Run, tokenId: number): Promise<void> {
  const link = linkOf(context.schema, API_TOKEN_PERMISSION_UID, 'token')
  if (link === null) return
  const permissions = storedPermissions(context)
  const token = idValue(context.database.dialect, tokenId)
  const rows = await run(
    sql`select ${name(link.parentColumn)} from ${table(link.table)} where ${name(link.childColumn)} = ${token}`,
  )
  for (const [id] of rows) {
    await permissions.disconnect(run, 'token', Number(id))
    await permissions.delete(run, Number(id))
  }
}

function storedPermissions({ database, schema }: TokenContext): StoredRows<typeof API_TOKEN_PERMISSION> {
  return new StoredRows(database.dialect, schema, API_TOKEN_PERMISSION)
}

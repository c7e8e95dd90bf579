/** Reads and changes what the roles may do. A change is one transaction; telling other processes is up to the caller. */
import { StartError } from '../errors.ts'
import type { Schema } from '../schema/schema.ts'
import type { Fragment } from '../sql/fragment.ts'
import type { Row } from '../sql/statement.ts'
import type { Database } from '../storage/database.ts'
import { actionName, CONTENT_ACTIONS, READ_ACTIONS, uidOfAction } from './content-actions.ts'
import { deleteFieldGrants, insertFieldGrants } from './field-grants.ts'
import { type PermissionStatements, permissionStatements } from './permission-statements.ts'
import { boundStatement } from './read-rows.ts'
import { type GrantInput, type ResolvedGrant, resolveGrant } from './resolve-grant.ts'
import { loadAllAccess, loadRoleAccess } from './roles.ts'

export interface Grant {
  /** The role's type: `public`. */
  readonly role: string
  /** Such as `api::article.article.find`. */
  readonly action: string
  /** The attributes that may be read; `null` for all of them. */
  readonly fields: readonly string[] | null
}

/** Every grant of every role, by role and then by action. */
export async function listGrants(database: Database, schema: Schema): Promise<readonly Grant[]> {
  const roles = await loadAllAccess(database, schema)
  return roles.flatMap(([role, access]) =>
    [...access.actions].map(action => {
      const reads = READ_ACTIONS.some(read => action.endsWith(`.${read}`))
      const fields = reads ? access.fields.get(uidOfAction(action)) : undefined
      return Object.freeze({ role: role.type, action, fields: fields === undefined ? null : [...fields] })
    }),
  )
}

/**
 * Lets a role do something with a type. A grant to read without `fields` opens all fields, one with `fields` only those,
 * whatever was granted before. Throws StartError for unknown names.
 */
export async function grant(database: Database, schema: Schema, input: GrantInput): Promise<ResolvedGrant> {
  const resolved = await resolveGrant(database, schema, input)
  const { role, type, actions, fields } = resolved
  const reads = actions.some(action => READ_ACTIONS.includes(action))
  if (fields !== undefined && !reads) throw new StartError('Nothing was changed', [ONLY_READING])
  const statements = permissionStatements(database.dialect, schema)
  await change(database, async run => {
    for (const action of actions) await addPermission(run, statements, role.id, actionName(type.uid, action))
    if (reads) await run(deleteFieldGrants(database.dialect, role.id, type.uid))
    if (fields !== undefined) await run(insertFieldGrants(database.dialect, role.id, type.uid, fields))
  })
  return resolved
}

const ONLY_READING = 'fields can be listed for find and findOne only'

/**
 * Takes back what a role may do with a type: the given actions, or all of them. With `fields`, the role keeps its actions
 * and only loses these fields. Throws StartError for unknown names.
 */
export async function revoke(database: Database, schema: Schema, input: GrantInput): Promise<ResolvedGrant> {
  const resolved = await resolveGrant(database, schema, { ...input, actions: input.actions ?? CONTENT_ACTIONS })
  if (resolved.fields === undefined) await revokeActions(database, schema, resolved)
  else if (input.actions !== undefined)
    throw new StartError('Nothing was changed', ['give either actions or fields to revoke'])
  else await revokeFields(database, schema, resolved, resolved.fields)
  return resolved
}

async function revokeActions(
  database: Database,
  schema: Schema,
  { role, type, actions }: ResolvedGrant,
): Promise<void> {
  const statements = permissionStatements(database.dialect, schema)
  const { actions: before } = await loadRoleAccess(database, schema, role.id)
  const reads = READ_ACTIONS.some(action => before.has(actionName(type.uid, action)) && !actions.includes(action))
  await change(database, async run => {
    for (const action of actions) await removePermission(run, statements, role.id, actionName(type.uid, action))
    if (!reads) await run(deleteFieldGrants(database.dialect, role.id, type.uid))
  })
}

async function revokeFields(
  database: Database,
  schema: Schema,
  { role, type }: ResolvedGrant,
  fields: readonly string[],
): Promise<void> {
  const access = await loadRoleAccess(database, schema, role.id)
  const before = [...(access.fields.get(type.uid) ?? type.attributes.keys())]
  const kept = before.filter(field => !fields.includes(field))
  await change(database, async run => {
    await run(deleteFieldGrants(database.dialect, role.id, type.uid))
    await run(insertFieldGrants(database.dialect, role.id, type.uid, kept))
  })
}

type Run = (fragment: Fragment) => Promise<readonly Row[]>

function change(database: Database, work: (run: Run) => Promise<void>): Promise<void> {
  return database.write(transaction => work(fragment => transaction.run(boundStatement(database.dialect, fragment))))
}

async function addPermission(
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

async function removePermission(
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

/** The rows of roles: inserted, changed, deleted, and their users moved. */

import { PopulusError } from '../../errors.ts'
import { ROLE_UID, USER_UID } from '../../schema/schema.ts'
import { column, type Fragment, join, name, sql, table, value } from '../../sql/fragment.ts'
import type { Run } from '../records/change-rights.ts'
import { idValue, linkOf, PERMISSION_UID, scalarOf, tableOf } from '../records/stored-type.ts'
import { setRole } from '../users/user-store.ts'
import type { UsersContext } from '../users/users-context.ts'

type RoleValues = ReadonlyMap<string, string | null>

function rolesTable({ content }: UsersContext): Fragment {
  const roles = tableOf(content.schema, ROLE_UID)
  if (roles === null) throw new PopulusError('unavailable', {}, { cause: new Error('There is no table of roles') })
  return roles
}

/** Gives the new role's id. */
export async function insertRole(
  context: UsersContext,
  run: Run,
  role: { readonly name: string; readonly type: string; readonly description: string | null },
): Promise<number> {
  const stored = columnsOf(context, new Map(Object.entries(role)), ['createdAt', 'updatedAt'])
  const columns = join(stored.map(([place]) => place))
  const bound = join(stored.map(([, given]) => given))
  const rows = await run(sql`insert into ${rolesTable(context)} (${columns}) values (${bound}) returning ${name('id')}`)
  return Number(rows[0]?.[0])
}

export async function updateRoleRow(context: UsersContext, run: Run, id: number, values: RoleValues): Promise<void> {
  const stored = columnsOf(context, values, ['updatedAt'])
  const assignments = join(stored.map(([place, given]) => sql`${place} = ${given}`))
  await run(sql`update ${rolesTable(context)} set ${assignments} where ${isRole(context, id)}`)
}

export async function deleteRoleRow(context: UsersContext, run: Run, id: number): Promise<void> {
  await run(sql`delete from ${rolesTable(context)} where ${isRole(context, id)}`)
}

/** Whether there is a role of this type. */
export async function hasRoleOfType(context: UsersContext, run: Run, type: string): Promise<boolean> {
  const stored = scalarOf(context.content.schema, ROLE_UID, 'type', 'r')
  const rows = await run(sql`select 1 from ${rolesTable(context)} as r where ${stored} = ${value(type)} limit 1`)
  return rows.length > 0
}

/** Every action that the role may do. */
export async function roleActions({ content }: UsersContext, run: Run, id: number): Promise<readonly string[]> {
  const { schema, database } = content
  const permissions = tableOf(schema, PERMISSION_UID)
  const link = linkOf(schema, PERMISSION_UID, 'role')
  if (permissions === null || link === null) return []
  const mine = sql`select ${name(link.parentColumn)} from ${table(link.table)} where ${name(link.childColumn)} = ${idValue(database.dialect, id)}`
  const action = scalarOf(schema, PERMISSION_UID, 'action', 'p')
  const rows = await run(
    sql`select distinct ${action} from ${permissions} as p where ${column('p', 'id')} in (${mine})`,
  )
  return rows.map(([name]) => String(name))
}

/** All users of one role get another. */
export async function moveUsers(context: UsersContext, run: Run, from: number, to: number): Promise<void> {
  const { schema, database } = context.content
  const link = linkOf(schema, USER_UID, 'role')
  if (link === null) return
  const [user, role] = [name(link.parentColumn), name(link.childColumn)]
  const users = await run(
    sql`select ${user} from ${table(link.table)} where ${role} = ${idValue(database.dialect, from)} order by ${user}`,
  )
  for (const [id] of users) await setRole(context, run, Number(id), to)
}

function isRole({ content: { database } }: UsersContext, id: number): Fragment {
  return sql`${name('id')} = ${idValue(database.dialect, id)}`
}

function columnsOf(
  context: UsersContext,
  values: RoleValues,
  moments: readonly string[],
): readonly (readonly [Fragment, Fragment])[] {
  const { dialect } = context.content.database
  const now = dialect.encode('datetime', new Date(context.clock()))
  const all = [...values, ...moments.map(moment => [moment, now] as const)]
  return all.flatMap(([attribute, given]) => {
    const found = context.content.schema.types.get(ROLE_UID)?.attributes.get(attribute)
    return found?.kind === 'scalar' && found.column !== null ? [[name(found.column), value(given)] as const] : []
  })
}

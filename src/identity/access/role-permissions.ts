/** The roles of the users, and what each of them may do. */
import type { Access } from '../../plan/access.ts'
import { ROLE_UID, type Schema } from '../../schema/schema.ts'
import { column, type Fragment, sql, table } from '../../sql/fragment.ts'
import type { Row } from '../../sql/statement.ts'
import type { Database } from '../../storage/database.ts'
import { readRows } from '../records/read-rows.ts'
import { linkOf, PERMISSION_UID, scalarOf, tableOf } from '../records/stored-type.ts'
import { accessLists, selectFieldGrants } from './field-grants.ts'
import { makeAccess } from './make-access.ts'

export interface Role {
  readonly id: number
  readonly name: string
  /** The name that code uses: `public`, `authenticated`. */
  readonly type: string
}

/** All roles, the oldest first. */
export async function loadRoles(database: Database, schema: Schema): Promise<readonly Role[]> {
  const [roles = []] = await readRows(database, [selectRoles(schema)])
  return roles.map(toRole)
}

/** What the role with this id (a number) or type (a text) may do; a role that does not exist may do nothing. */
export async function loadRoleAccess(database: Database, schema: Schema, role: string | number): Promise<Access> {
  const all = await loadAllAccess(database, schema)
  return all.find(([known]) => known.id === role || known.type === role)?.[1] ?? makeAccess([])
}

/** Every role with its rights. Roles are few, so that one read of all is as cheap as the read of one. */
export async function loadAllAccess(database: Database, schema: Schema): Promise<readonly (readonly [Role, Access])[]> {
  const statements = [selectRoles(schema), selectPermissions(schema), selectFieldGrants(database.dialect)]
  const [roles = [], permissions = [], grants = []] = await readRows(database, statements)
  return roles.map(toRole).map(role => {
    const granted = permissions.filter(([roleId]) => Number(roleId) === role.id).map(([, action]) => String(action))
    return [role, makeAccess(granted, accessLists(grants, role.id))] as const
  })
}

function toRole([id, name, type]: Row): Role {
  return Object.freeze({ id: Number(id), name: String(name ?? ''), type: String(type ?? '') })
}

function selectRoles(schema: Schema): Fragment | null {
  const roles = tableOf(schema, ROLE_UID)
  if (roles === null) return null
  const columns = sql`${column('r', 'id')}, ${scalarOf(schema, ROLE_UID, 'name', 'r')}, ${scalarOf(schema, ROLE_UID, 'type', 'r')}`
  return sql`select ${columns} from ${roles} as r order by ${column('r', 'id')}`
}

/** Rows `(role_id, action)`. */
function selectPermissions(schema: Schema): Fragment | null {
  const permissions = tableOf(schema, PERMISSION_UID)
  const link = linkOf(schema, PERMISSION_UID, 'role')
  if (permissions === null || link === null) return null
  const columns = sql`${column('l', link.childColumn)}, ${scalarOf(schema, PERMISSION_UID, 'action', 'p')}`
  const joined = sql`${permissions} as p join ${table(link.table)} as l on ${column('l', link.parentColumn)} = ${column('p', 'id')}`
  return sql`select ${columns} from ${joined} where ${column('l', link.childColumn)} is not null`
}

/** Reads the roles of end users and what each may do. `role-records.ts` changes them. */

import type { Access } from '../../plan/access.ts'
import type { Schema } from '../../schema/schema.ts'
import { column, type Fragment, sql } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import type { Database } from '../../storage/database.ts'
import { selectFieldLists } from '../../tables/desired/field-grants.ts'
import { linkOf, PERMISSION, PERMISSION_UID, type RecordOf, ROLE } from '../records/record-shape.ts'
import { readRows, StoredRows } from '../records/stored-rows.ts'
import { uidOfAction } from './content-actions.ts'
import { type AllLists, accessLists, decodeFieldLists, listsFor, type RoleLists } from './field-lists.ts'
import { makeAccess } from './make-access.ts'

/** `type` is the name that code uses: `public`, `authenticated`. */
export type Role = RecordOf<typeof ROLE, 'name' | 'type'>

/** Action names, such as `api::article.article.find`, and the field lists that limit them. */
export interface RoleRights {
  readonly actions: ReadonlySet<string>
  readonly lists: RoleLists
}

export const NO_RIGHTS: RoleRights = Object.freeze({ actions: new Set<string>(), lists: new Map() })

const ROLE_ATTRIBUTES = ['name', 'type'] as const

/** All roles, the oldest first. */
export async function loadRoles(database: Database, schema: Schema): Promise<readonly Role[]> {
  const [roles = []] = await readRows(database, [selectRoles(database.dialect, schema)])
  return roleRows(database.dialect, schema).records(ROLE_ATTRIBUTES, roles)
}

/** By type; if no role has this type, by name. */
export function roleNamed(roles: readonly Role[], given: string): Role | undefined {
  return roles.find(({ type }) => type === given) ?? roles.find(({ name }) => name === given)
}

export interface RoleAccess {
  /** The type of the role; empty if it does not exist. */
  readonly type: string
  readonly access: Access
}

/** What the role with this id (a number) or type (a string) may do. A role that does not exist may do nothing. */
export async function loadRoleAccess(database: Database, schema: Schema, role: string | number): Promise<Access> {
  return (await loadTypedAccess(database, schema, role)).access
}

/** The same, with the type of the role. */
export async function loadTypedAccess(database: Database, schema: Schema, role: string | number): Promise<RoleAccess> {
  const all = await loadAllAccess(database, schema)
  const [found, access = makeAccess([])] = all.find(([known]) => known.id === role || known.type === role) ?? []
  return { type: found?.type ?? '', access }
}

/** Every role with its rights. Roles are few, so reading all is as cheap as reading one. */
export async function loadAllAccess(database: Database, schema: Schema): Promise<readonly (readonly [Role, Access])[]> {
  const roles = await loadHeldRoles(database, schema)
  return roles.map(({ role, rights }) => [role, accessOf(rights)] as const)
}

/** The same, with the rights as they are stored. */
export async function loadHeldRoles(database: Database, schema: Schema): Promise<readonly HeldRole[]> {
  const rows = await readRows(database, rightsStatements(database.dialect, schema))
  return toRights(database.dialect, schema, rows).roles
}

export function accessOf({ actions, lists }: RoleRights): Access {
  return makeAccess(actions, accessLists(lists))
}

/** When the last right to read or write a type goes, so do the field lists that limited it. */
export function exactly({ actions, lists }: RoleRights, granted: ReadonlySet<string>): RoleRights {
  const touched = new Set([...actions].filter(action => !granted.has(action)).map(uidOfAction))
  const left = [...lists].map(([uid, limited]) => {
    const kept = [...granted].filter(action => uidOfAction(action) === uid)
    return [uid, touched.has(uid) ? listsFor(limited, kept) : limited] as const
  })
  return { actions: granted, lists: new Map(left) }
}

export interface HeldRole {
  readonly role: Role
  readonly rights: RoleRights
  /** The row ids for each action: one, or several if the row was made twice. */
  readonly permissionIds: ReadonlyMap<string, readonly number[]>
}

export interface HeldRights {
  readonly roles: readonly HeldRole[]
  /** `null` if they cannot be parsed: then no role has rights. */
  readonly lists: AllLists | null
}

/** The statements for `toRights`, all on one file; `null` for tables that do not exist. */
export function rightsStatements(dialect: SqlDialect, schema: Schema): readonly (Fragment | null)[] {
  const link = linkOf(schema, PERMISSION_UID, 'role')
  const rest = sql`order by ${column('t', 'id')}`
  const permissions = new StoredRows(dialect, schema, PERMISSION).selectLinked(link, ['action'], {
    from: 'parent',
    rest,
  })
  return [selectRoles(dialect, schema), permissions, selectFieldLists()]
}

export function toRights(
  dialect: SqlDialect,
  schema: Schema,
  [roleRowsFound = [], permissionRows = [], listRows = []]: readonly (readonly Row[])[],
): HeldRights {
  const permissions = new StoredRows(dialect, schema, PERMISSION).linkedRecords(['action'], permissionRows)
  const lists = decodeFieldLists(listRows)
  const roles = roleRows(dialect, schema)
    .records(ROLE_ATTRIBUTES, roleRowsFound)
    .map(role => {
      const permissionIds = new Map<string, readonly number[]>()
      for (const { id, action } of permissions.get(role.id) ?? [])
        permissionIds.set(action, [...(permissionIds.get(action) ?? []), id])
      const rights =
        lists === null ? NO_RIGHTS : { actions: new Set(permissionIds.keys()), lists: lists.get(role.id) ?? new Map() }
      return Object.freeze({ role, rights, permissionIds })
    })
  return { roles, lists }
}

function selectRoles(dialect: SqlDialect, schema: Schema): Fragment | null {
  const roles = roleRows(dialect, schema)
  return roles.exists ? roles.select(ROLE_ATTRIBUTES, sql`order by ${column('t', 'id')}`) : null
}

function roleRows(dialect: SqlDialect, schema: Schema): StoredRows<typeof ROLE> {
  return new StoredRows(dialect, schema, ROLE)
}

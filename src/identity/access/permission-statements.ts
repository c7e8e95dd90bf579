/** The statements that read and change single permissions of a role. */
import { StartError } from '../../errors.ts'
import { type LinkTable, ROLE_UID, type Schema } from '../../schema/schema.ts'
import { column, type Fragment, join, name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { idValue, linkOf, PERMISSION_UID, scalarOf, tableOf } from '../records/stored-type.ts'

export interface PermissionStatements {
  /** The ids of a role's permissions for an action: none or one, several where the row was made twice. */
  selectIds(roleId: number, action: string): Fragment
  /** Gives the new row's id. */
  insert(action: string, now: Date): Fragment
  link(permissionId: number, roleId: number): Fragment
  unlink(permissionId: number): Fragment
  delete(permissionId: number): Fragment
}

/** Throws StartError where the opened database has no permissions at all. */
export function permissionStatements(dialect: SqlDialect, schema: Schema): PermissionStatements {
  const permissions = tableOf(schema, PERMISSION_UID)
  const link = linkOf(schema, PERMISSION_UID, 'role')
  if (permissions === null || link === null) throw new StartError('The database has no tables for permissions')
  const [parent, child] = [name(link.parentColumn), name(link.childColumn)]
  const id = (given: number) => idValue(dialect, given)
  const linked = (roleId: number) => sql`select ${parent} from ${table(link.table)} where ${child} = ${id(roleId)}`
  const action = scalarOf(schema, PERMISSION_UID, 'action', 'p')
  return Object.freeze<PermissionStatements>({
    selectIds: (roleId, wanted) =>
      sql`select ${column('p', 'id')} from ${permissions} as p where ${action} = ${value(wanted)} and ${column('p', 'id')} in (${linked(roleId)})`,
    insert: (wanted, now) => insertPermission(dialect, schema, wanted, now),
    link: (permissionId, roleId) => insertLink(schema, link, id(permissionId), id(roleId)),
    unlink: permissionId => sql`delete from ${table(link.table)} where ${parent} = ${id(permissionId)}`,
    delete: permissionId => sql`delete from ${permissions} where ${name('id')} = ${id(permissionId)}`,
  })
}

function insertPermission(dialect: SqlDialect, schema: Schema, action: string, now: Date): Fragment {
  const moment = value(dialect.encode('datetime', now))
  const values = { action: value(action), createdAt: moment, updatedAt: moment }
  const attributes = schema.types.get(PERMISSION_UID)?.attributes
  const stored = Object.entries(values).flatMap(([attribute, given]) => {
    const found = attributes?.get(attribute)
    return found?.kind === 'scalar' && found.column !== null ? [{ column: name(found.column), given }] : []
  })
  const columns = join(stored.map(({ column }) => column))
  const target = tableOf(schema, PERMISSION_UID) ?? name('up_permissions')
  return sql`insert into ${target} (${columns}) values (${join(stored.map(({ given }) => given))}) returning ${name('id')}`
}

/** Last in the role's order, where the database has one. */
function insertLink(schema: Schema, link: LinkTable, permissionId: Fragment, roleId: Fragment): Fragment {
  const into = sql`insert into ${table(link.table)} (${name(link.parentColumn)}, ${name(link.childColumn)}`
  const order = linkOf(schema, ROLE_UID, 'permissions')?.orderColumn ?? null
  if (order === null) return sql`${into}) values (${permissionId}, ${roleId})`
  const last = sql`select coalesce(max(${name(order)}), 0) + 1 from ${table(link.table)} where ${name(link.childColumn)} = ${roleId}`
  return sql`${into}, ${name(order)}) values (${permissionId}, ${roleId}, (${last}))`
}

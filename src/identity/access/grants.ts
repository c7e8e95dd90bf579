/** Reads and changes what the roles may do. A change is one transaction; telling other processes is up to the caller. */
import { StartError } from '../../errors.ts'
import type { FieldLists } from '../../plan/access.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { changeIn } from '../records/change-rights.ts'
import { addPermission, removePermission } from './change-permissions.ts'
import { actionName, uidOfAction } from './content-actions.ts'
import {
  deleteFieldGrants,
  insertFieldGrants,
  LIST_KINDS,
  type ListKind,
  limitOf,
  limitsOf,
  type TypeLists,
} from './field-grants.ts'
import { permissionStatements } from './permission-statements.ts'
import { type GrantInput, type ResolvedGrant, resolveGrant, writableNames } from './resolve-grant.ts'
import { loadAllAccess, loadRoleAccess } from './role-permissions.ts'

export interface Grant {
  /** The role's type: `public`. */
  readonly role: string
  /** Such as `api::article.article.find`. */
  readonly action: string
  /** The attributes that may be read; `null` for all of them. */
  readonly fields: readonly string[] | null
  /** Those of them that may be filtered and searched by; `null` for all of them. */
  readonly filterFields: readonly string[] | null
  /** Those of them that may be sorted by; `null` for all of them. */
  readonly sortFields: readonly string[] | null
  /** The attributes that may be written; `null` for all of them. */
  readonly writeFields: readonly string[] | null
}

/** Every grant of every role, by role and then by action. */
export async function listGrants(database: Database, schema: Schema): Promise<readonly Grant[]> {
  const roles = await loadAllAccess(database, schema)
  return roles.flatMap(([role, access]) =>
    [...access.actions].map(action => {
      const list = (lists: FieldLists | undefined, kind: ListKind) => {
        const names = limitOf(action) === kind ? lists?.get(uidOfAction(action)) : undefined
        return names === undefined ? null : [...names]
      }
      return Object.freeze({
        role: role.type,
        action,
        fields: list(access.fields, 'read'),
        filterFields: list(access.filterFields, 'read'),
        sortFields: list(access.sortFields, 'read'),
        writeFields: list(access.writeFields, 'write'),
      })
    }),
  )
}

/**
 * Lets a role do something with a type. A grant to read without `fields` opens all fields, one with `fields` only those,
 * whatever was granted before; so do `filterFields` and `sortFields`, and so does a grant to write with `writeFields`.
 * Throws StartError for unknown names.
 */
export async function grant(database: Database, schema: Schema, input: GrantInput): Promise<ResolvedGrant> {
  const resolved = await resolveGrant(database, schema, input)
  const { role, type, actions } = resolved
  const limits = limitsOf(actions)
  const problems = [...aimless(resolved, limits), ...unreadable(resolved)]
  if (problems.length > 0) throw new StartError('Nothing was changed', problems)
  const statements = permissionStatements(database.dialect, schema)
  await changeIn(database, async run => {
    for (const action of actions) await addPermission(run, statements, role.id, actionName(type.uid, action))
    if (limits.size > 0) await run(deleteFieldGrants(database.dialect, role.id, type.uid, [...limits]))
    for (const insert of insertFieldGrants(database.dialect, role.id, type.uid, resolved)) await run(insert)
  })
  return resolved
}

/** Lists that limit nothing of what is granted. */
export function aimless(lists: TypeLists, limits: ReadonlySet<ListKind>): readonly string[] {
  const { writeFields, ...reading } = lists
  return [
    ...(hasLists(reading) && !limits.has('read') ? ['fields can be listed for find and findOne only'] : []),
    ...(writeFields !== undefined && !limits.has('write')
      ? ['fields to write can be listed for create, update and createLocalization only']
      : []),
  ]
}

function hasLists({ fields, filterFields, sortFields, writeFields }: TypeLists): boolean {
  return [fields, filterFields, sortFields, writeFields].some(list => list !== undefined)
}

/** A problem for each field to filter or sort by that the list of fields to read lacks. */
export function unreadable({ fields, filterFields = [], sortFields = [] }: TypeLists): readonly string[] {
  if (fields === undefined) return []
  const used = new Set([...filterFields, ...sortFields])
  return [...used]
    .filter(name => !fields.includes(name))
    .map(name => `${name} is to be filtered or sorted by, but is not among the fields to read`)
}

/**
 * Takes back what a role may do with a type: the given actions, or all of them. With `fields`, the role keeps its actions
 * and only loses these fields; with `filterFields` or `sortFields`, it may no longer filter or sort by them, with
 * `writeFields` no longer write them. Throws StartError for unknown names.
 */
export async function revoke(database: Database, schema: Schema, input: GrantInput): Promise<ResolvedGrant> {
  const resolved = await resolveGrant(database, schema, input, 'all')
  if (!hasLists(resolved)) await revokeActions(database, schema, resolved)
  else if (input.actions !== undefined)
    throw new StartError('Nothing was changed', ['give either actions or fields to revoke'])
  else await revokeFields(database, schema, resolved)
  return resolved
}

async function revokeActions(
  database: Database,
  schema: Schema,
  { role, type, actions }: ResolvedGrant,
): Promise<void> {
  const statements = permissionStatements(database.dialect, schema)
  const { actions: before } = await loadRoleAccess(database, schema, role.id)
  const taken = new Set(actions.map(action => actionName(type.uid, action)))
  const kept = [...before].filter(action => uidOfAction(action) === type.uid && !taken.has(action))
  const idle = LIST_KINDS.filter(kind => !limitsOf(kept).has(kind))
  await changeIn(database, async run => {
    for (const action of actions) await removePermission(run, statements, role.id, actionName(type.uid, action))
    if (idle.length > 0) await run(deleteFieldGrants(database.dialect, role.id, type.uid, idle))
  })
}

async function revokeFields(database: Database, schema: Schema, revoked: ResolvedGrant): Promise<void> {
  const { role, type } = revoked
  const access = await loadRoleAccess(database, schema, role.id)
  const list = (lists: FieldLists | undefined) => lists?.get(type.uid)
  const readable = [...(list(access.fields) ?? type.attributes.keys())]
  const kept = {
    fields: without(list(access.fields), readable, revoked.fields),
    filterFields: without(list(access.filterFields), readable, revoked.filterFields),
    sortFields: without(list(access.sortFields), readable, revoked.sortFields),
    writeFields: without(list(access.writeFields), writableNames(type), revoked.writeFields),
  }
  await changeIn(database, async run => {
    await run(deleteFieldGrants(database.dialect, role.id, type.uid))
    for (const insert of insertFieldGrants(database.dialect, role.id, type.uid, kept)) await run(insert)
  })
}

/** The list without the names; where there was none, all that may be read without them. */
function without(
  list: ReadonlySet<string> | undefined,
  all: readonly string[],
  names: readonly string[] | undefined,
): readonly string[] | undefined {
  if (names === undefined) return list && [...list]
  return [...(list ?? all)].filter(name => !names.includes(name))
}

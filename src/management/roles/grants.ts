/** Reads and changes what the roles may do, by the names that users type. */
import { StartError } from '../../errors.ts'
import { writableNames } from '../../identity/access/action-owners.ts'
import { actionName, uidOfAction } from '../../identity/access/content-actions.ts'
import {
  hasLists,
  type ListKind,
  type ListName,
  limitOf,
  limitsOf,
  listProblems,
  listsFor,
  listsWithout,
  presentLists,
} from '../../identity/access/field-lists.ts'
import { changeRoles } from '../../identity/access/role-records.ts'
import { type HeldRole, loadAllAccess, type RoleRights } from '../../identity/access/role-rights.ts'
import type { Access } from '../../plan/access.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { type GrantInput, type ResolvedGrant, resolveGrant } from './resolve-grant.ts'

/** `null` for an absent list: all fields, or all readable fields. */
export type ShownLists = Readonly<Record<ListName, readonly string[] | null>>

export interface Grant extends ShownLists {
  /** The role's type: `public`. */
  readonly role: string
  /** Such as `api::article.article.find`. */
  readonly action: string
}

/** Every grant of every role, by role and then by action. */
export async function listGrants(database: Database, schema: Schema): Promise<readonly Grant[]> {
  const roles = await loadAllAccess(database, schema)
  return roles.flatMap(([role, access]) =>
    [...access.actions].map(action => {
      const lists = shownLists(access, uidOfAction(action), limitOf(action))
      return Object.freeze({ role: role.type, action, ...lists })
    }),
  )
}

/** The lists that limit a role on a type; only those of `kind` if one is given. */
export function shownLists(access: Access, uid: string, kind: ListKind | 'all' | null): ShownLists {
  const list = (limit: ListKind, name: ListName) => {
    const names = kind === 'all' || kind === limit ? access[name]?.get(uid) : undefined
    return names === undefined ? null : [...names]
  }
  return {
    fields: list('read', 'fields'),
    filterFields: list('read', 'filterFields'),
    sortFields: list('read', 'sortFields'),
    writeFields: list('write', 'writeFields'),
  }
}

/**
 * Lets a role do something with a type. A grant to read sets the readable fields, whatever was granted before: all
 * fields, or only those in `fields`. The same goes for `filterFields` and `sortFields`, and for a grant to write with
 * `writeFields`.
 * Throws StartError for unknown names.
 */
export async function grant(database: Database, schema: Schema, input: GrantInput): Promise<ResolvedGrant> {
  return (await grantAll(database, schema, [input]))[0]!
}

/** All of them, or none. */
export function grantAll(
  database: Database,
  schema: Schema,
  inputs: readonly GrantInput[],
): Promise<readonly ResolvedGrant[]> {
  return changeRoles({ database, schema }, async roles => {
    const granted: ResolvedGrant[] = []
    for (const input of inputs) {
      const held = await roles.all()
      const resolved = resolveGrant(rolesOf(held), schema, input)
      const problems = listProblems(resolved, resolved.actions)
      if (problems.length > 0) throw new StartError('Nothing was changed', problems)
      const role = heldBy(held, resolved)
      await roles.setRights(role, withGrant(role.rights, resolved))
      granted.push(resolved)
    }
    return granted
  })
}

function withGrant({ actions, lists }: RoleRights, granted: ResolvedGrant): RoleRights {
  const { uid } = granted.target
  const kept = listsWithout(lists.get(uid) ?? {}, limitsOf(granted.actions))
  return {
    actions: new Set([...actions, ...granted.actions.map(action => actionName(uid, action))]),
    lists: new Map([...lists, [uid, { ...kept, ...presentLists(granted) }]]),
  }
}

/**
 * Revokes what a role may do with a type: the given actions, or all of them. With `fields`, the role keeps its actions and
 * only loses these fields. With `filterFields` or `sortFields`, it may no longer filter or sort by them; with
 * `writeFields`, no longer write them. Throws StartError for unknown names.
 */
export function revoke(database: Database, schema: Schema, input: GrantInput): Promise<ResolvedGrant> {
  return changeRoles({ database, schema }, async roles => {
    const held = await roles.all()
    const resolved = resolveGrant(rolesOf(held), schema, input, 'all')
    if (hasLists(resolved) && input.actions !== undefined)
      throw new StartError('Nothing was changed', ['specify either actions or fields to revoke'])
    const role = heldBy(held, resolved)
    const left = hasLists(resolved) ? withoutFields(role.rights, resolved) : withoutActions(role.rights, resolved)
    await roles.setRights(role, left)
    return resolved
  })
}

function withoutActions(
  { actions, lists }: RoleRights,
  { target: { uid }, actions: taken }: ResolvedGrant,
): RoleRights {
  const names = new Set(taken.map(action => actionName(uid, action)))
  const kept = new Set([...actions].filter(action => !names.has(action)))
  const limited = [...kept].filter(action => uidOfAction(action) === uid)
  return { actions: kept, lists: new Map([...lists, [uid, listsFor(lists.get(uid) ?? {}, limited)]]) }
}

function withoutFields({ actions, lists }: RoleRights, revoked: ResolvedGrant): RoleRights {
  const { uid, type } = revoked.target
  if (type === undefined) return { actions, lists }
  const before = lists.get(uid) ?? {}
  const readable = before.fields ?? [...type.attributes.keys()]
  const left = presentLists({
    fields: without(before.fields, readable, revoked.fields),
    filterFields: without(before.filterFields, readable, revoked.filterFields),
    sortFields: without(before.sortFields, readable, revoked.sortFields),
    writeFields: without(before.writeFields, writableNames(type), revoked.writeFields),
  })
  return { actions, lists: new Map([...lists, [uid, left]]) }
}

/** The list without the names. If there was no list: all readable fields without them. */
function without(
  list: readonly string[] | undefined,
  all: readonly string[],
  names: readonly string[] | undefined,
): readonly string[] | undefined {
  return names === undefined ? list : (list ?? all).filter(name => !names.includes(name))
}

function rolesOf(held: readonly HeldRole[]) {
  return held.map(({ role }) => role)
}

function heldBy(held: readonly HeldRole[], { role }: ResolvedGrant): HeldRole {
  return held.find(known => known.role === role)!
}

/** What one role may do, as the management API shows and sets it: by type or plug-in, with the field lists. */
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'
import { type ActionOwner, actionOwners } from '../../identity/access/action-owners.ts'
import { actionName, uidOfAction } from '../../identity/access/content-actions.ts'
import { type ListName, listProblems, presentLists, type TypeLists } from '../../identity/access/field-lists.ts'
import { changeRoles } from '../../identity/access/role-records.ts'
import { accessOf, loadAllAccess, type RoleRights } from '../../identity/access/role-rights.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { badInput, checkInput, type InputProblem, textList } from '../../input/check-input.ts'
import type { Access } from '../../plan/access.ts'
import { MOST_NAMED } from '../../util/named-problems.ts'
import { noSuchName } from '../../util/no-such-name.ts'
import { type ShownLists, shownLists } from './grants.ts'

export interface OwnerGrants extends ShownLists {
  readonly actions: readonly string[]
}

/** By the uid of a type or of a part of a plug-in: `api::article.article`, `plugin::users-permissions.auth`. */
export type RoleGrants = Readonly<Record<string, OwnerGrants>>

const list = () => textList().nullable().optional()
const grantsInput = z.strictObject({
  grants: z.record(
    z.string(),
    z.strictObject(
      { actions: textList(), fields: list(), filterFields: list(), sortFields: list(), writeFields: list() },
      { error: issue => (issue.code === 'invalid_type' ? 'expected an object with actions' : undefined) },
    ),
    { error: 'expected an object of grants by uid' },
  ),
})

export async function loadRoleGrants(context: AdminContext, roleId: number): Promise<RoleGrants> {
  const all = await loadAllAccess(context.database, context.schema)
  const [, access] = all.find(([role]) => role.id === roleId) ?? []
  if (access === undefined) throw new PopulusError('roleNotFound')
  return toGrants(access)
}

function toGrants(access: Access): RoleGrants {
  const owners = new Set([...access.actions].map(uidOfAction))
  return Object.fromEntries(
    [...owners].sort().map(uid => {
      const actions = [...access.actions].filter(action => uidOfAction(action) === uid)
      const names = actions.map(action => action.slice(uid.length + 1))
      return [uid, { actions: names, ...shownLists(access, uid, 'all') }]
    }),
  )
}

/** All that a role can be granted, actions of the project's code included. */
export function roleActions({ schema, users }: Pick<AdminContext, 'schema' | 'users'>): readonly ActionOwner[] {
  return actionOwners(schema, users.codeActions?.())
}

/** Replaces all grants of each owner that is named. The other owners stay as they are. */
export async function setRoleGrants(context: AdminContext, roleId: number, input: unknown): Promise<RoleGrants> {
  const change = grantsChange(context, input)
  return changeRoles(context, async roles => {
    const held = await roles.find(roleId)
    const after = change(held.rights)
    await roles.setRights(held, after)
    return toGrants(accessOf(after))
  })
}

/** What a body makes of the rights of a role. Throws `badInput`, both for the body and for names that the role cannot have. */
export function grantsChange(context: AdminContext, input: unknown): (rights: RoleRights) => RoleRights {
  const { grants } = checkInput(grantsInput, input)
  const wanted = Object.entries(grants).map(([uid, { actions, ...lists }]) => ({
    uid,
    actions: [...new Set(actions)],
    lists: presentLists(withoutNulls(lists)),
  }))
  const owners = roleActions(context)
  return rights => {
    const before = toGrants(accessOf(rights))
    const problems = wanted.flatMap(grant => problemsOf(grant, owners, before[grant.uid]?.actions ?? []))
    if (problems.length > 0) throw badInput(problems)
    return wanted.reduce(replaced, rights)
  }
}

function withoutNulls(lists: Partial<Record<ListName, readonly string[] | null | undefined>>): TypeLists {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list ?? undefined]))
}

function replaced({ actions, lists }: RoleRights, wanted: WantedGrant): RoleRights {
  const others = [...actions].filter(action => uidOfAction(action) !== wanted.uid)
  return {
    actions: new Set([...others, ...wanted.actions.map(action => actionName(wanted.uid, action))]),
    lists: new Map([...lists, [wanted.uid, wanted.lists]]),
  }
}

interface WantedGrant {
  readonly uid: string
  readonly actions: readonly string[]
  readonly lists: TypeLists
}

/** Actions of code that no longer runs can be kept and revoked, but not added. */
function problemsOf(
  { uid, actions, lists }: WantedGrant,
  owners: readonly ActionOwner[],
  before: readonly string[],
): readonly InputProblem[] {
  const path = ['grants', uid]
  const owner = owners.find(known => known.uid === uid)
  if (owner === undefined && before.length === 0)
    return [
      unknown(
        path,
        'type or plug-in',
        uid,
        owners.map(known => known.uid),
      ),
    ]
  const known = [...(owner?.actions ?? []), ...before]
  const names = owner?.fields ?? []
  const fields = new Set([lists.fields, lists.filterFields, lists.sortFields].flatMap(given => given ?? []))
  const writable = owner?.writeFields ?? []
  return [
    ...noneOf(known, actions).map(action => unknown([...path, 'actions'], 'action', action, known)),
    ...noneOf(names, fields).map(field => unknown(path, 'field', field, names)),
    ...noneOf(writable, lists.writeFields ?? []).map(field =>
      unknown([...path, 'writeFields'], 'field to write', field, writable),
    ),
    ...listProblems(lists, actions).map(message => ({ path, message })),
  ]
}

/** The first names that are not known. Looking for the names that were meant takes time. */
function noneOf(known: readonly string[], given: Iterable<string>): readonly string[] {
  const names = new Set(known)
  return [...given].filter(name => !names.has(name)).slice(0, MOST_NAMED)
}

function unknown(path: readonly string[], what: string, name: string, known: readonly string[]): InputProblem {
  return { path, message: noSuchName(what, name, known) }
}

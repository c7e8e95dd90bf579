/** What one role may do, as the management API shows and sets it: by type or plug-in, with the lists of fields. */
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'
import type { Access, FieldLists } from '../../plan/access.ts'
import { nearestName } from '../../util/nearest-name.ts'
import { addPermission, removePermission } from '../access/change-permissions.ts'
import { actionName, uidOfAction } from '../access/content-actions.ts'
import { deleteFieldGrants, insertFieldGrants, limitsOf } from '../access/field-grants.ts'
import { aimless, unreadable } from '../access/grants.ts'
import { permissionStatements } from '../access/permission-statements.ts'
import { loadAllAccess } from '../access/role-permissions.ts'
import type { Run } from '../records/change-rights.ts'
import { changeRights } from '../records/change-rights.ts'
import type { AdminContext } from './admin-context.ts'
import { badInput, checkInput, type InputProblem, textList } from './check-input.ts'
import { type ActionOwner, actionOwners } from './known-actions.ts'

/** `null` for a list that is not limited: all fields, or all that may be read. */
export interface OwnerGrants {
  readonly actions: readonly string[]
  readonly fields: readonly string[] | null
  readonly filterFields: readonly string[] | null
  readonly sortFields: readonly string[] | null
  readonly writeFields: readonly string[] | null
}

/** By uid of a type or part of a plug-in: `api::article.article`, `plugin::users-permissions.auth`. */
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
  const list = (lists: FieldLists | undefined, uid: string) => {
    const names = lists?.get(uid)
    return names === undefined ? null : [...names]
  }
  return Object.fromEntries(
    [...owners].sort().map(uid => [
      uid,
      {
        actions: [...access.actions]
          .filter(action => uidOfAction(action) === uid)
          .map(action => action.slice(uid.length + 1)),
        fields: list(access.fields, uid),
        filterFields: list(access.filterFields, uid),
        sortFields: list(access.sortFields, uid),
        writeFields: list(access.writeFields, uid),
      },
    ]),
  )
}

/** Sets the grants of the owners that are named, each as a whole; the others stay as they are. */
export async function setRoleGrants(context: AdminContext, roleId: number, input: unknown): Promise<RoleGrants> {
  const { grants } = checkInput(grantsInput, input)
  const before = await loadRoleGrants(context, roleId)
  const wanted = Object.entries(grants).map(([uid, given]) => ({
    uid,
    actions: [...new Set(given.actions)],
    fields: given.fields ?? undefined,
    filterFields: given.filterFields ?? undefined,
    sortFields: given.sortFields ?? undefined,
    writeFields: given.writeFields ?? undefined,
  }))
  const owners = actionOwners(context.schema)
  const problems = wanted.flatMap(grant => problemsOf(grant, owners, before[grant.uid]?.actions ?? []))
  if (problems.length > 0) throw badInput(problems)
  await changeRights(context, async run => {
    for (const grant of wanted) {
      const known = owners.find(({ uid }) => uid === grant.uid)?.actions ?? []
      await replace(context, run, roleId, grant, [...known, ...(before[grant.uid]?.actions ?? [])])
    }
  })
  return loadRoleGrants(context, roleId)
}

interface WantedGrant {
  readonly uid: string
  readonly actions: readonly string[]
  readonly fields: readonly string[] | undefined
  readonly filterFields: readonly string[] | undefined
  readonly sortFields: readonly string[] | undefined
  readonly writeFields: readonly string[] | undefined
}

/** Actions of a project's own code are not known here; they can be kept and taken back, not added. */
function problemsOf(
  { uid, actions, ...lists }: WantedGrant,
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
    ...actions
      .filter(action => !known.includes(action))
      .map(action => unknown([...path, 'actions'], 'action', action, known)),
    ...[...fields].filter(field => !names.includes(field)).map(field => unknown(path, 'field', field, names)),
    ...(lists.writeFields ?? [])
      .filter(field => !writable.includes(field))
      .map(field => unknown([...path, 'writeFields'], 'field to write', field, writable)),
    ...[...aimless(lists, limitsOf(actions)), ...unreadable(lists)].map(message => ({ path, message })),
  ]
}

function unknown(path: readonly string[], what: string, name: string, known: readonly string[]): InputProblem {
  const nearest = nearestName(name, known)
  return { path, message: `there is no ${what} ${name}${nearest === undefined ? '' : `; did you mean ${nearest}?`}` }
}

async function replace(
  { database, schema }: AdminContext,
  run: Run,
  roleId: number,
  { uid, actions, ...lists }: WantedGrant,
  known: readonly string[],
): Promise<void> {
  const statements = permissionStatements(database.dialect, schema)
  for (const action of new Set(known))
    if (!actions.includes(action)) await removePermission(run, statements, roleId, actionName(uid, action))
  for (const action of actions) await addPermission(run, statements, roleId, actionName(uid, action))
  await run(deleteFieldGrants(database.dialect, roleId, uid))
  for (const insert of insertFieldGrants(database.dialect, roleId, uid, lists)) await run(insert)
}

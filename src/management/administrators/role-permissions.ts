/** Replaces what a role of administrators may do. Rows that stay the same are not touched, whoever wrote them. */
import { z } from 'zod'
import type { AdminPermissionInfo } from '../../admin-api/access-api.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import type { Run } from '../../identity/records/change-rights.ts'
import { ADMIN_PERMISSION } from '../../identity/records/record-shape.ts'
import { StoredRows } from '../../identity/records/stored-rows.ts'
import { badInput, type InputProblem, text, textList } from '../../input/check-input.ts'
import { type StoredPermission, selectPermissions, toPermissions } from '../rights/admin-permissions.ts'
import { grantableActions } from './admin-role-actions.ts'
import { insertPermissions } from './default-permissions.ts'

const MOST = 5000

export const permissionList = () =>
  z
    .array(
      z.strictObject({
        action: text(),
        subject: text().nullable(),
        fields: textList().nullable(),
        locales: textList().nullable(),
        conditions: textList(),
      }),
      { error: 'expected a list' },
    )
    .max(MOST, { error: `expected at most ${MOST} permissions` })

interface ChangedRole {
  readonly id: number
  readonly now: Date
}

/** Throws `badInput` for permissions that cannot be granted, unless the role has them. */
export async function setPermissions(
  context: AdminContext,
  run: Run,
  role: ChangedRole,
  wanted: readonly AdminPermissionInfo[],
): Promise<void> {
  const stored = await storedPermissions(context, run, role.id)
  checkPermissions(context, wanted, new Set(stored.map(keyOf)))
  await storePermissions(context, run, { ...role, stored }, wanted)
}

/** Without looking whether they can be granted. `stored` is what the role has. */
export async function storePermissions(
  context: AdminContext,
  run: Run,
  { stored, ...role }: ChangedRole & { readonly stored: readonly StoredPermission[] },
  wanted: readonly AdminPermissionInfo[],
): Promise<void> {
  const { database, schema } = context
  const known = new Set(stored.map(keyOf))
  const kept = new Set(wanted.map(keyOf))
  const added = wanted.filter(permission => !known.has(keyOf(permission)))
  await remove(
    context,
    run,
    stored.filter(permission => !kept.has(keyOf(permission))),
  )
  await insertPermissions(run, { dialect: database.dialect, schema, now: role.now }, role.id, added)
}

export async function removePermissions(context: AdminContext, run: Run, roleId: number): Promise<void> {
  await remove(context, run, await storedPermissions(context, run, roleId))
}

export async function storedPermissions(
  { database, schema }: AdminContext,
  run: Run,
  id: number,
): Promise<readonly StoredPermission[]> {
  const select = selectPermissions(database.dialect, schema, [id])
  return select === null ? [] : toPermissions(database.dialect, schema, await run(select))
}

async function remove({ database, schema }: AdminContext, run: Run, permissions: readonly StoredPermission[]) {
  const rows = new StoredRows(database.dialect, schema, ADMIN_PERMISSION)
  for (const { id } of permissions) {
    await rows.disconnect(run, 'role', id)
    await rows.delete(run, id)
  }
}

/** What two equal permissions have in common. */
function keyOf({ action, subject, fields, locales, conditions }: AdminPermissionInfo): string {
  const sorted = (list: readonly string[] | null) => (list === null ? null : [...list].sort())
  return JSON.stringify([action, subject, sorted(fields), sorted(locales), sorted(conditions)])
}

/** What the role has already was made by a Strapi or its plug-ins, and may be unknown here. */
function checkPermissions(
  { schema }: AdminContext,
  wanted: readonly AdminPermissionInfo[],
  known: ReadonlySet<string>,
): void {
  const grantable = grantableActions(schema)
  const types = new Map(grantable.types.map(type => [type.uid, type]))
  const problems = wanted.flatMap((permission, index): readonly InputProblem[] => {
    if (known.has(keyOf(permission))) return []
    const at = (name: string, message: string) => ({ path: ['permissions', String(index), name], message })
    const { action, subject, fields, locales, conditions } = permission
    const type = subject === null ? undefined : types.get(subject)
    const granted =
      subject === null
        ? grantable.actions.find(other => other.action === action)
        : type?.actions.find(other => other.action === action)
    if (granted === undefined) return [at('action', 'there is no such action')]
    const takesFields = 'takesFields' in granted && granted.takesFields
    const takesConditions = !('takesConditions' in granted) || granted.takesConditions
    const strange = (fields ?? []).filter(field => type?.fields.includes(field) !== true)
    return [
      ...(fields === null || (takesFields && strange.length === 0) ? [] : [at('fields', 'there is no such field')]),
      ...(locales === null || type?.localized === true ? [] : [at('locales', 'the type has no translations')]),
      ...(conditions.length === 0 || (takesConditions && conditions.every(name => grantable.conditions.includes(name)))
        ? []
        : [at('conditions', 'there is no such condition')]),
    ]
  })
  if (problems.length > 0) throw badInput(problems)
}

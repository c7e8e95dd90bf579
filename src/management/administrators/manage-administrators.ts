/** Creates, changes and removes administrators. The last active super administrator must stay. */
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { endSessionsOf } from '../../identity/administrators/admin-sessions.ts'
import {
  type Administrator,
  administratorStatements,
  adminRoleRows,
  adminRows,
  isActive,
  isSuperAdmin,
  loadAdministrators,
  SUPER_ADMIN,
  selectPasswordOf,
  toAdministrators,
} from '../../identity/administrators/administrators.ts'
import { removeSecondFactor } from '../../identity/administrators/held-factors.ts'
import { changeRights, type Run } from '../../identity/records/change-rights.ts'
import { endCodes } from '../../identity/records/one-time-codes.ts'
import { removeIdentities } from '../../identity/sign-on/admin-identities.ts'
import { badInput, checkInput, email, flag, password, text, textList } from '../../input/check-input.ts'
import { column, sql } from '../../sql/fragment.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { sameSecret } from '../../util/same-secret.ts'
import { defaultPermissions, insertPermissions } from './default-permissions.ts'
import { endFirstAdminCodes, isFirstAdminCode } from './first-admin-code.ts'

export const administratorNames = {
  firstname: text().nullable().optional(),
  lastname: text().nullable().optional(),
  username: text().nullable().optional(),
}
/** Codes of roles: `strapi-super-admin`. */
export const roleCodes = textList(1, 'expected at least one role').optional()

const newAdministrator = z.strictObject({
  email: email(),
  password: password(),
  ...administratorNames,
  roles: roleCodes,
})
const firstAdministrator = newAdministrator.extend({ code: text() })
const changedAdministrator = z.strictObject({
  email: email().optional(),
  password: password().optional(),
  ...administratorNames,
  roles: roleCodes,
  blocked: flag().optional(),
  isActive: flag().optional(),
})

/** The roles that Strapi creates. A database of ours gets them with its first administrator. */
const ROLES = [
  {
    code: SUPER_ADMIN,
    name: 'Super Admin',
    description: 'Super Admins can access and manage all features and settings.',
  },
  {
    code: 'strapi-editor',
    name: 'Editor',
    description: 'Editors can manage and publish contents including those of other users.',
  },
  { code: 'strapi-author', name: 'Author', description: 'Authors can manage the content they have created.' },
]

/** Creates a super administrator unless other roles are named. Rejects with `badInput` or `taken`. */
export async function createAdministrator(context: AdminContext, input: unknown): Promise<Administrator> {
  const { roles: codes = [SUPER_ADMIN], password, ...values } = checkInput(newAdministrator, input)
  const hash = await context.users.passwords.hash(password)
  return changeRights(context, run => insertAdministrator(context, run, { ...values, password: hash }, codes))
}

/**
 * For callers with a code that was shown to the person who runs the server. Works only while there is no administrator.
 * Rejects with `notFirst` afterwards, also when two callers come at the same moment.
 */
export async function createFirstAdministrator(context: AdminContext, input: unknown): Promise<Administrator> {
  if (await hasAdministrator(context)) throw new PopulusError('notFirst')
  const { code, password, roles: _, ...values } = checkInput(firstAdministrator, input)
  if (!(await isFirstAdminCode(context, code))) throw new PopulusError('wrongFirstCode')
  const hash = await context.users.passwords.hash(password)
  return changeRights(context, async run => {
    if ((await currentAdministrators(context, run)).length > 0) throw new PopulusError('notFirst')
    await endFirstAdminCodes(run, context.database.dialect)
    return insertAdministrator(context, run, { ...values, password: hash }, [SUPER_ADMIN])
  })
}

export async function hasAdministrator(context: AdminContext): Promise<boolean> {
  return (await loadAdministrators(context)).length > 0
}

/** Runs in the transaction before anything is changed, and refuses the change by throwing. */
export type CheckChange = (run: Run) => Promise<void>

/**
 * A new password, a block or deactivation ends all sessions; the last two end an invitation, too. `check` asks again for what allowed
 * the change: hashing a password takes long.
 */
export async function updateAdministrator(
  context: AdminContext,
  id: number,
  input: unknown,
  check?: CheckChange,
): Promise<Administrator> {
  const { roles: codes, password, ...values } = checkInput(changedAdministrator, input)
  const { dialect } = context.database
  const hash = password === undefined ? undefined : await context.users.passwords.hash(password)
  return changeRights(context, async run => {
    await check?.(run)
    const before = find(await currentAdministrators(context, run), id)
    if (values.email !== undefined && values.email !== before.email) await checkFree(context, run, values.email)
    const now = new Date(context.clock())
    await adminRows(dialect, context.schema).update(run, id, { ...values, password: hash }, { now })
    if (codes !== undefined) await setRoles(context, run, id, codes)
    const after = await currentAdministrators(context, run)
    checkSuperAdmin(after)
    const changed = find(after, id)
    if (hash !== undefined || !isActive(changed)) await endSessionsOf(run, dialect, id)
    if (values.blocked === true || values.isActive === false) await endCodes(run, dialect, ['adminInvitation'], id)
    return changed
  })
}

export async function deleteAdministrator(context: AdminContext, id: number): Promise<Administrator> {
  const { dialect } = context.database
  const deleted = await changeRights(context, async run => {
    const before = find(await currentAdministrators(context, run), id)
    const stored = adminRows(dialect, context.schema)
    await stored.disconnect(run, 'roles', id)
    await stored.delete(run, id)
    await endSessionsOf(run, dialect, id)
    await endCodes(run, dialect, ['adminInvitation'], id)
    await removeIdentities(run, dialect, id)
    checkSuperAdmin(await currentAdministrators(context, run))
    return before
  })
  await removeSecondFactor(context, id)
  return deleted
}

/** The next sign-in with a provider finds the administrator by the address again. */
export async function forgetIdentities(context: AdminContext, id: number): Promise<number> {
  await findAdministrator(context, id)
  return changeRights(context, run => removeIdentities(run, context.database.dialect, id))
}

const ownPassword = z.strictObject({ currentPassword: z.string({ error: 'expected a string' }), password: password() })

/** Ends all sessions of the administrator, including the current one. */
export async function changeOwnPassword(context: AdminContext, id: number, input: unknown): Promise<Administrator> {
  const { currentPassword, password } = checkInput(ownPassword, input)
  const stays = await samePassword(context, id)
  await checkOwnPassword(context, id, currentPassword)
  return updateAdministrator(context, id, { password }, stays)
}

/** Refuses a change, with `wrongPassword`, if somebody has set another password since this call. */
export async function samePassword(context: AdminContext, id: number): Promise<CheckChange> {
  const before = await passwordHash(context, readingFrom(context.database), id)
  return async run => {
    const now = await passwordHash(context, run, id)
    if (!sameSecret(now ?? '', before ?? '')) throw new PopulusError('wrongPassword')
  }
}

/** Rejects with `wrongPassword`. */
export async function checkOwnPassword(context: AdminContext, id: number, password: string): Promise<void> {
  const hash = await passwordHash(context, readingFrom(context.database), id)
  if (!(await context.users.passwords.verify(password, hash))) throw new PopulusError('wrongPassword')
}

/** Those who came by single sign-on may have none. */
export async function hasPassword(context: AdminContext, id: number): Promise<boolean> {
  return (await passwordHash(context, readingFrom(context.database), id)) !== null
}

async function passwordHash({ database, schema }: AdminContext, run: Run, id: number): Promise<string | null> {
  const [stored] = await run(selectPasswordOf(database.dialect, schema, id))
  const hash = stored?.[1]
  return typeof hash === 'string' && hash !== '' ? hash : null
}

export async function findAdministrator(context: AdminContext, id: number): Promise<Administrator> {
  return find(await loadAdministrators(context), id)
}

/** Without a password, the person cannot sign in yet. */
export async function insertAdministrator(
  context: AdminContext,
  run: Run,
  values: Readonly<Record<string, string | null | undefined>> & { readonly email: string },
  codes: readonly string[],
): Promise<Administrator> {
  await checkFree(context, run, values.email)
  await ensureRoles(context, run)
  const stored = adminRows(context.database.dialect, context.schema)
  const now = new Date(context.clock())
  const id = await stored.insert(run, { ...values, isActive: typeof values.password === 'string', blocked: false }, now)
  await setRoles(context, run, id, codes)
  return find(await currentAdministrators(context, run), id)
}

async function checkFree(context: AdminContext, run: Run, wanted: string): Promise<void> {
  const taken = (await currentAdministrators(context, run)).some(known => known.email.toLowerCase() === wanted)
  if (taken) throw new PopulusError('taken', { what: `an administrator with the e-mail address ${wanted}` })
}

async function ensureRoles({ database, schema, clock }: AdminContext, run: Run): Promise<void> {
  const stored = adminRoleRows(database.dialect, schema)
  const known = await run(stored.select(['code'], sql`order by ${column('t', 'id')}`))
  const now = new Date(clock())
  for (const role of ROLES) {
    if (known.some(([, code]) => code === role.code)) continue
    const id = await stored.insert(run, role, now)
    if (role.code === SUPER_ADMIN) continue
    const permissions = defaultPermissions(schema, role.code === 'strapi-editor' ? 'editor' : 'author')
    await insertPermissions(run, { dialect: database.dialect, schema, now }, id, permissions)
  }
}

/** Rejects with `badInput` for a role that does not exist. */
export async function setRoles({ database, schema }: AdminContext, run: Run, id: number, codes: readonly string[]) {
  const stored = adminRoleRows(database.dialect, schema)
  const known = await run(stored.select(['code'], sql`order by ${column('t', 'id')}`))
  const unknown = codes.filter(code => !known.some(([, other]) => other === code))
  if (unknown.length > 0) {
    const listed = known.map(([, code]) => String(code)).join(', ')
    throw badInput(
      unknown.map(code => ({ path: ['roles'], message: `there is no role ${code}; available: ${listed}` })),
    )
  }
  const administrators = adminRows(database.dialect, schema)
  await administrators.disconnect(run, 'roles', id)
  for (const [roleId, code] of known) {
    if (codes.includes(String(code))) await administrators.connect(run, 'roles', id, Number(roleId))
  }
}

/** All administrators as the transaction sees them. */
export async function currentAdministrators(
  { database: { dialect }, schema }: AdminContext,
  run: Run,
): Promise<readonly Administrator[]> {
  const [administrators, roles] = administratorStatements(dialect, schema)
  return toAdministrators(dialect, schema, await run(administrators), roles === null ? [] : await run(roles))
}

function find(administrators: readonly Administrator[], id: number): Administrator {
  const found = administrators.find(administrator => administrator.id === id)
  if (found === undefined) throw new PopulusError('notFound')
  return found
}

/** Throws `lastSuperAdmin`. */
export function checkSuperAdmin(administrators: readonly Administrator[]): void {
  if (administrators.some(known => isActive(known) && isSuperAdmin(known))) return
  throw new PopulusError('lastSuperAdmin')
}

/** Which second factors an administrator has: an app, recovery codes, passkeys. Who has any of the first or last needs one to sign in. */
import { PopulusError } from '../../errors.ts'
import type { Run } from '../records/change-rights.ts'
import { readRows } from '../records/stored-rows.ts'
import type { AdminContext } from './admin-context.ts'
import type { AdminSession } from './admin-sessions.ts'
import type { Administrator } from './administrators.ts'
import {
  type AskedPasskey,
  askForPasskey,
  checkPasskey,
  type PasskeyAnswer,
  type PasskeySite,
} from './passkey-checks.ts'
import { deletePasskey, deletePasskeysOf, type Passkey, selectPasskeys, toPasskey } from './passkeys.ts'
import { changeFactors, deleteFactor, forgetApp, selectFactor, spendCode, toFactor } from './second-factor.ts'

export interface HeldFactors {
  /** Whether there is an authenticator app. */
  readonly app: boolean
  /** How many are left. */
  readonly recoveryCodes: number
  readonly passkeys: readonly Passkey[]
}

export async function heldFactors({ database }: AdminContext, administrator: Administrator): Promise<HeldFactors> {
  const [[factor] = [], passkeys = []] = await readRows(database, [
    selectFactor(database, administrator.id),
    selectPasskeys(database.dialect, administrator),
  ])
  return toHeld(factor, passkeys)
}

/** Whether the server asks for a second factor that the administrator does not have, and no provider has seen one. */
export async function lacksFactor(
  context: AdminContext,
  { administrator, isStrong }: Pick<AdminSession, 'administrator' | 'isStrong'>,
): Promise<boolean> {
  if (!isRequired(context) || isStrong) return false
  return !(await hasSecondFactor(context, administrator))
}

export async function hasSecondFactor(context: AdminContext, administrator: Administrator): Promise<boolean> {
  return hasFactor(await heldFactors(context, administrator))
}

export interface GivenFactor {
  readonly code?: string | undefined
  readonly passkey?: PasskeyAnswer | undefined
  readonly site: PasskeySite
}

/** What `secondFactorNeeded` says about what would do. */
export interface NeededFactor {
  readonly code: boolean
  readonly passkey: AskedPasskey | null
}

/** Rejects with `secondFactorNeeded`, `wrongSecondFactor`, `wrongPasskey` or `rateLimited`. The password was right. */
export async function checkSecondFactor(
  context: AdminContext,
  administrator: Administrator,
  { code, passkey, site }: GivenFactor,
): Promise<void> {
  const held = await heldFactors(context, administrator)
  if (!hasFactor(held)) return
  if (passkey !== undefined) return checkPasskey(context, { administrator, passkeys: held.passkeys, site }, passkey)
  if (code !== undefined) return spendCode(context, administrator.id, code)
  const asked = await askForPasskey(context, { administrator, passkeys: held.passkeys, site })
  const needed: NeededFactor = { code: held.app || held.recoveryCodes > 0, passkey: asked ?? null }
  throw new PopulusError('secondFactorNeeded', {}, { details: needed })
}

/** Recovery codes stay beside a passkey. Rejects with `secondFactorRequired` if it is the last factor and one is needed. */
export async function removeApp(context: AdminContext, administrator: Administrator): Promise<void> {
  const { dialect } = context.database
  await changeFactors(context.database, administrator.id, async run => {
    const { passkeys } = await heldIn(context, run, administrator)
    if (passkeys.length > 0) return forgetApp(run, dialect, administrator.id)
    if (isRequired(context)) throw new PopulusError('secondFactorRequired')
    return deleteFactor(run, dialect, administrator.id)
  })
}

/** Recovery codes go with the last factor. Rejects with `notFound`, and with `secondFactorRequired` as above. */
export async function removePasskey(context: AdminContext, administrator: Administrator, id: string): Promise<void> {
  const { dialect } = context.database
  await changeFactors(context.database, administrator.id, async run => {
    if (!(await deletePasskey(run, dialect, administrator, id))) throw new PopulusError('notFound')
    if (hasFactor(await heldIn(context, run, administrator))) return
    if (isRequired(context)) throw new PopulusError('secondFactorRequired')
    await deleteFactor(run, dialect, administrator.id)
  })
}

/** All of them. False if there was none. */
export async function removeSecondFactor({ database }: AdminContext, adminId: number): Promise<boolean> {
  return changeFactors(database, adminId, async run => {
    const passkeys = await deletePasskeysOf(run, database.dialect, adminId)
    return (await deleteFactor(run, database.dialect, adminId)) || passkeys > 0
  })
}

export function isRequired({ settings }: AdminContext): boolean {
  return settings.secondFactor === 'required'
}

/** As the transaction sees them. */
export async function heldIn({ database }: AdminContext, run: Run, administrator: Administrator): Promise<HeldFactors> {
  const [factor] = await run(selectFactor(database, administrator.id))
  return toHeld(factor, await run(selectPasskeys(database.dialect, administrator)))
}

type Rows = Awaited<ReturnType<Run>>

function toHeld(row: Rows[number] | undefined, passkeys: Rows): HeldFactors {
  const factor = row === undefined ? undefined : toFactor(row)
  return {
    app: factor?.isConfirmed === true,
    recoveryCodes: factor?.recovery.length ?? 0,
    passkeys: passkeys.map(toPasskey),
  }
}

function hasFactor({ app, passkeys }: HeldFactors): boolean {
  return app || passkeys.length > 0
}

/** What administrators do with their own passkeys. Who finds an open panel must not add their own. */
import { z } from 'zod'
import type { NewPasskeyOptions, PasskeyInfo } from '../../admin-api/session-api.ts'
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import type { AdminSession } from '../../identity/administrators/admin-sessions.ts'
import type { Administrator } from '../../identity/administrators/administrators.ts'
import { heldFactors, heldIn, removePasskey } from '../../identity/administrators/held-factors.ts'
import { askForNewPasskey, type PasskeySite, readNewPasskey } from '../../identity/administrators/passkey-checks.ts'
import {
  insertPasskey,
  MOST_PASSKEYS,
  nameStoredPasskey,
  type Passkey,
} from '../../identity/administrators/passkeys.ts'
import { changeFactors, ensureRecoveryCodes } from '../../identity/administrators/second-factor.ts'
import { changeIn } from '../../identity/records/change-rights.ts'
import { badInput, checkInput, text } from '../../input/check-input.ts'
import { checkOwner } from './check-owner.ts'
import { newPasskeyAnswer } from './passkey-input.ts'

const name = text(100)
const newPasskey = z.strictObject({ name, passkey: newPasskeyAnswer })
/** The rest is what proves who asks. */
const renamed = z.looseObject({ name })

export async function listOwnPasskeys(
  context: AdminContext,
  administrator: Administrator,
): Promise<readonly PasskeyInfo[]> {
  return (await heldFactors(context, administrator)).passkeys.map(toInfo)
}

export async function setUpPasskey(
  context: AdminContext,
  session: AdminSession,
  site: PasskeySite,
  input: unknown,
): Promise<NewPasskeyOptions> {
  const { administrator } = session
  await checkOwner(context, session, input)
  const { passkeys } = await heldFactors(context, administrator)
  checkRoom(passkeys)
  return askForNewPasskey(context, { administrator, passkeys, site, session: session.hash })
}

/** With recovery codes if there were none: a lost device must not lock the person out. Nobody sees them again. */
export async function addOwnPasskey(
  context: AdminContext,
  session: AdminSession,
  site: PasskeySite,
  input: unknown,
): Promise<{ readonly passkey: PasskeyInfo; readonly recoveryCodes: readonly string[] | null }> {
  const { name, passkey: answer } = checkInput(newPasskey, input)
  const { administrator } = session
  const { passkeys } = await heldFactors(context, administrator)
  const question = { administrator, passkeys, site, session: session.hash }
  const made = { ...(await readNewPasskey(context, question, answer)), name }
  return changeFactors(context.database, administrator.id, async run => {
    checkRoom((await heldIn(context, run, administrator)).passkeys)
    const id = await insertPasskey(run, context.database.dialect, administrator, made)
    const recoveryCodes = (await ensureRecoveryCodes(context, run, administrator.id)) ?? null
    return { passkey: toInfo({ ...made, id, usedAt: 0 }), recoveryCodes }
  })
}

export async function renameOwnPasskey(
  context: AdminContext,
  session: AdminSession,
  id: string,
  input: unknown,
): Promise<PasskeyInfo> {
  const { administrator } = session
  const { name, ...proof } = checkInput(renamed, input)
  await checkOwner(context, session, proof)
  const { database } = context
  const known = find(await listOwnPasskeys(context, administrator), id)
  await changeIn(database, run => nameStoredPasskey(run, database.dialect, administrator, { id, name }))
  return { ...known, name }
}

export async function removeOwnPasskey(
  context: AdminContext,
  session: AdminSession,
  id: string,
  input: unknown,
): Promise<PasskeyInfo> {
  const { administrator } = session
  await checkOwner(context, session, input)
  const gone = find(await listOwnPasskeys(context, administrator), id)
  await removePasskey(context, administrator, id)
  return gone
}

function checkRoom(passkeys: readonly unknown[]): void {
  if (passkeys.length >= MOST_PASSKEYS) throw badInput([{ path: [], message: `at most ${MOST_PASSKEYS} passkeys` }])
}

function find(all: readonly PasskeyInfo[], id: string): PasskeyInfo {
  const found = all.find(passkey => passkey.id === id)
  if (found === undefined) throw new PopulusError('notFound')
  return found
}

function toInfo({ id, name, site, createdAt, usedAt }: Omit<Passkey, 'adminId' | 'adminSince'>): PasskeyInfo {
  const shown = (time: number) => new Date(time).toISOString()
  return { id, name, site, createdAt: shown(createdAt), usedAt: usedAt === 0 ? null : shown(usedAt) }
}

/** What administrators do with their own second factor: an app. Passkeys are in `own-passkeys.ts`. */
import { z } from 'zod'
import type { SecondFactorInfo, SecondFactorSetup } from '../../admin-api/session-api.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import type { AdminSession } from '../../identity/administrators/admin-sessions.ts'
import type { Administrator } from '../../identity/administrators/administrators.ts'
import { heldFactors, isRequired, removeApp } from '../../identity/administrators/held-factors.ts'
import { confirmSecondFactor, startSecondFactor } from '../../identity/administrators/second-factor.ts'
import { checkInput, text } from '../../input/check-input.ts'
import { checkOwner, usesPassword } from './check-owner.ts'

const withCode = z.strictObject({ code: text() })

export async function ownSecondFactor(context: AdminContext, administrator: Administrator): Promise<SecondFactorInfo> {
  const { app, recoveryCodes } = await heldFactors(context, administrator)
  const asksPassword = await usesPassword(context, administrator.id)
  return { enabled: app, required: isRequired(context), recoveryCodes, asksPassword }
}

export async function setUpSecondFactor(
  context: AdminContext,
  session: AdminSession,
  input: unknown,
): Promise<SecondFactorSetup> {
  const { id, email } = session.administrator
  await checkOwner(context, session, input)
  const secret = await startSecondFactor(context, id)
  const label = encodeURIComponent(`Populus:${email}`)
  return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=Populus` }
}

export async function confirmOwnSecondFactor(
  context: AdminContext,
  { id }: Administrator,
  input: unknown,
): Promise<{ readonly recoveryCodes: readonly string[] }> {
  return { recoveryCodes: await confirmSecondFactor(context, id, checkInput(withCode, input).code) }
}

export async function removeOwnSecondFactor(
  context: AdminContext,
  session: AdminSession,
  input: unknown,
): Promise<SecondFactorInfo> {
  const { administrator } = session
  await checkOwner(context, session, input)
  await removeApp(context, administrator)
  return ownSecondFactor(context, administrator)
}

/** What administrators do with their own second factor. */
import { z } from 'zod'
import type { SecondFactorInfo, SecondFactorSetup } from '../../admin-api/session-api.ts'
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import type { Administrator } from '../../identity/administrators/administrators.ts'
import {
  confirmSecondFactor,
  findSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from '../../identity/administrators/second-factor.ts'
import { checkInput, text } from '../../input/check-input.ts'
import { checkOwnPassword } from './manage-administrators.ts'

const withPassword = z.strictObject({ password: z.string({ error: 'expected a string' }) })
const withCode = z.strictObject({ code: text() })

export async function ownSecondFactor(context: AdminContext, { id }: Administrator): Promise<SecondFactorInfo> {
  const factor = await findSecondFactor(context, id)
  const enabled = factor?.isConfirmed === true
  return { enabled, required: isRequired(context), recoveryCodes: enabled ? factor.recovery.length : 0 }
}

/** Who finds an open panel cannot bind it to their own phone. */
export async function setUpSecondFactor(
  context: AdminContext,
  { id, email }: Administrator,
  input: unknown,
): Promise<SecondFactorSetup> {
  await checkOwnPassword(context, id, checkInput(withPassword, input).password)
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
  administrator: Administrator,
  input: unknown,
): Promise<SecondFactorInfo> {
  await checkOwnPassword(context, administrator.id, checkInput(withPassword, input).password)
  if (isRequired(context)) throw new PopulusError('secondFactorRequired')
  await removeSecondFactor(context, administrator.id)
  return ownSecondFactor(context, administrator)
}

function isRequired({ settings }: AdminContext): boolean {
  return settings.secondFactor === 'required'
}

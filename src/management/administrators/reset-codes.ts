/** Codes for a new password of an administrator, sent by mail. They end with the old password, and work once. */
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import {
  type Administrator,
  isActive,
  loadAdministrators,
  selectPasswordOf,
} from '../../identity/administrators/administrators.ts'
import type { Run } from '../../identity/records/change-rights.ts'
import {
  findCode,
  NOBODY,
  randomCode,
  type StoredCode,
  spendCode,
  storeCode,
} from '../../identity/records/one-time-codes.ts'
import { sendUnseen } from '../../identity/users/user-mail.ts'
import { checkInput, email, password, text } from '../../input/check-input.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { escapeHtml } from '../../util/text/escape-html.ts'
import { currentAdministrators, updateAdministrator } from './manage-administrators.ts'

const PURPOSE = 'adminPassword'
const CODE_BYTES = 32

const forgotInput = z.strictObject({ email: email() })

/**
 * Sends a code if an active administrator has the address. The look-up runs after the answer and does the same work for an
 * unknown address, so that nobody learns which addresses exist.
 */
export function requestReset(context: AdminContext, input: unknown): void {
  const { email: address } = checkInput(forgotInput, input)
  context.users.mail.checkReady()
  context.users.later(() => sendCode(context, address))
}

async function sendCode(context: AdminContext, address: string): Promise<void> {
  const known = (await loadAdministrators(context)).find(person => person.email.toLowerCase() === address)
  const person = known !== undefined && isActive(known) ? known : undefined
  const code = await makeCode(context, person)
  const link = `${context.users.serverUrl}/admin/auth/reset-password?code=${code}`
  const mail = {
    to: address,
    from: undefined,
    replyTo: undefined,
    subject: 'Reset password',
    html: `<p>We heard that you lost your password. Sorry about that!</p><p>You can choose a new one here: <a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
  }
  await sendUnseen(context.users, person === undefined ? null : mail)
}

async function makeCode(context: AdminContext, person: Administrator | undefined): Promise<string> {
  const code = randomCode(CODE_BYTES)
  const lifetime = context.users.config.resetCodeLifetime * 1000
  const boundTo = await bindings(context, readingFrom(context.database), person)
  await storeCode(context, { purpose: PURPOSE, code, ownerId: person?.id ?? NOBODY, boundTo, lifetime })
  return code
}

const resetInput = z.strictObject({ code: text(), password: password() })

/** Sets the password and ends all sessions of the administrator. Throws `wrongCode`. */
export async function resetWithCode(context: AdminContext, input: unknown): Promise<void> {
  const { code, password: chosen } = checkInput(resetInput, input)
  const { database } = context
  const found = await findCode(context, PURPOSE, code)
  const { id } = await ownerOfCode(context, readingFrom(database), found, isActive)
  await updateAdministrator(context, id, { password: chosen }, async run => {
    await ownerOfCode(context, run, found, isActive)
    if (!(await spendCode(run, database.dialect, PURPOSE, code))) throw new PopulusError('wrongCode')
  })
}

/** Whose code it is. Throws `wrongCode` if they may not use it as they are now, or if what the code depends on has changed. */
export async function ownerOfCode(
  context: AdminContext,
  run: Run,
  found: StoredCode | undefined,
  mayUse: (person: Administrator) => boolean,
): Promise<Administrator> {
  const person = (await currentAdministrators(context, run)).find(({ id }) => id === found?.ownerId)
  const isBound = found?.isBoundTo(await bindings(context, run, person)) === true
  if (person === undefined || !mayUse(person) || !isBound) throw new PopulusError('wrongCode')
  return person
}

/** When the address or the password changes, the code is no longer valid. */
export async function bindings({ database, schema }: AdminContext, run: Run, person: Administrator | undefined) {
  const [row] = await run(selectPasswordOf(database.dialect, schema, person?.id ?? NOBODY))
  return [person?.id, person?.email, row?.[1]]
}

/** Sends a code for a new password by mail. */
import { checkBody } from '../check-body.ts'
import { makeCode } from '../user-codes.ts'
import { sendUnseen, userMail } from '../user-mail.ts'
import { findUser, has, nobodyWith } from '../user-store.ts'
import type { UserRequest, UsersContext } from '../users-context.ts'
import { loadUsersSettings } from '../users-settings.ts'

const RULES = { email: { required: true, email: true } } as const

/**
 * `{"email":"..."}` -> `{"ok":true}`, whether or not a user has the address. The lookup runs after the answer. An
 * unknown address causes the same work, so the next request also takes the same time.
 */
export async function forgotPassword(context: UsersContext, { body }: UserRequest): Promise<string> {
  const { email } = checkBody(body, RULES, { closed: true })
  context.mail.checkReady()
  context.later(() => sendCode(context, email.toLowerCase()))
  return '{"ok":true}'
}

async function sendCode(context: UsersContext, email: string): Promise<void> {
  const found = await findUser(context, has(context, 'email', email))
  const user = found?.blocked === true ? undefined : found
  const settings = await loadUsersSettings(context)
  const code = await makeCode(context, 'resetPassword', user)
  const mail = userMail(context, settings, 'reset_password', { user: user ?? nobodyWith(email), code })
  await sendUnseen(context, user === undefined ? null : mail)
}

/** A code for a new password, sent by mail. */
import { checkBody } from './check-body.ts'
import { makeCode } from './user-codes.ts'
import { sendUnseen, userMail } from './user-mail.ts'
import { findUser, has, nobodyWith } from './user-store.ts'
import type { UserRequest, UsersContext } from './users-context.ts'
import { loadUsersSettings } from './users-settings.ts'

const RULES = { email: { required: true, email: true } } as const

/**
 * `{"email":"..."}` -> `{"ok":true}`, whether or not somebody has the address. That is looked up after the answer, and the
 * same is done for an address that nobody has, so that the next request takes the same time, too.
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
  const values = { URL: settings.resetPasswordUrl, TOKEN: code }
  const mail = userMail(context, settings.resetMail, { user: user ?? nobodyWith(email), values })
  await sendUnseen(context, user === undefined ? null : mail)
}

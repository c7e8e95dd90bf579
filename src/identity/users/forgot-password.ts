/** A code for a new password, sent by mail. */
import { randomBytes } from 'node:crypto'
import { checkBody } from './check-body.ts'
import { userMail } from './user-mail.ts'
import { changeUsers, findUser, has, updateUser } from './user-store.ts'
import type { UserRequest, UsersContext } from './users-context.ts'
import { loadUsersSettings } from './users-settings.ts'

const RULES = { email: { required: true, email: true } } as const

/** `{"email":"..."}` -> `{"ok":true}`, whoever that is: whether there is such a user is looked up after the answer. */
export async function forgotPassword(context: UsersContext, { body }: UserRequest): Promise<string> {
  const { email } = checkBody(body, RULES, { closed: true })
  context.mail.checkReady()
  context.later(() => sendCode(context, email.toLowerCase()))
  return '{"ok":true}'
}

async function sendCode(context: UsersContext, email: string): Promise<void> {
  const user = await findUser(context, has(context, 'email', email))
  if (user === undefined || user.blocked) return
  const settings = await loadUsersSettings(context)
  const code = randomBytes(64).toString('hex')
  await changeUsers(context, run =>
    updateUser(context, run, { id: user.id, values: new Map([['resetPasswordToken', code]]) }),
  )
  const values = { URL: settings.resetPasswordUrl, TOKEN: code }
  await context.mail.send(userMail(context, settings.resetMail, { user, values }))
}

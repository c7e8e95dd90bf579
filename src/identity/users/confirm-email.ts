/** Whether an email address belongs to the user: a mail with a code, and the link in it. */
import { randomBytes } from 'node:crypto'
import { PopulusError } from '../../errors.ts'
import { checkBody } from './check-body.ts'
import { userMail } from './user-mail.ts'
import { changeUsers, findUser, has, type StoredUser, updateUser } from './user-store.ts'
import type { UserRequest, UsersContext } from './users-context.ts'
import { loadUsersSettings, type UsersSettings } from './users-settings.ts'

const LINK_RULES = { confirmation: { required: true } } as const
const SEND_RULES = { email: { required: true, email: true } } as const

/** Gives the page to go on with. `confirmation` is the code in the link; it works once. */
export async function confirmEmail(context: UsersContext, confirmation: string | undefined): Promise<string> {
  const { confirmation: code } = checkBody(confirmation === undefined ? {} : { confirmation }, LINK_RULES)
  const hasCode = has(context, 'confirmationToken', code)
  const user = await findUser(context, hasCode)
  if (user === undefined) throw new PopulusError('wrongConfirmation')
  const values = new Map<string, unknown>([
    ['confirmed', true],
    ['confirmationToken', null],
  ])
  const changed = await changeUsers(context, run => updateUser(context, run, { id: user.id, values, where: hasCode }))
  if (!changed) throw new PopulusError('wrongConfirmation')
  return (await loadUsersSettings(context)).confirmationRedirect
}

/** `{"email":"..."}` -> `{"email":"...","sent":true}`, also for an address that nobody has. */
export async function sendEmailConfirmation(context: UsersContext, { body }: UserRequest): Promise<string> {
  const { email } = checkBody(body, SEND_RULES)
  context.mail.checkReady()
  const user = await findUser(context, has(context, 'email', email.toLowerCase()))
  if (user?.confirmed === true) throw new PopulusError('alreadyConfirmed')
  if (user?.blocked === true) throw new PopulusError('userBlocked')
  if (user !== undefined) context.later(async () => sendConfirmation(context, user, await loadUsersSettings(context)))
  return JSON.stringify({ email, sent: true })
}

export async function sendConfirmation(
  context: UsersContext,
  user: StoredUser,
  { confirmationMail }: UsersSettings,
): Promise<void> {
  const code = randomBytes(20).toString('hex')
  const values = new Map([['confirmationToken', code]])
  await changeUsers(context, run => updateUser(context, run, { id: user.id, values }))
  const url = `${context.serverUrl}${context.prefix}/auth/email-confirmation`
  await context.mail.send(userMail(context, confirmationMail, { user, values: { URL: url, CODE: code } }))
}

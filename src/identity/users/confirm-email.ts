/** Confirms that an email address belongs to the user: sends a mail with a code, and handles the link in it. */
import { PopulusError } from '../../errors.ts'
import type { Caller } from '../access/authenticate.ts'
import type { Mail } from '../mail/mailer.ts'
import { checkBody } from './check-body.ts'
import { findCodeOwner, makeCode, spendCode } from './user-codes.ts'
import { runUserHooks } from './user-hooks.ts'
import { sendUnseen, userMail } from './user-mail.ts'
import { changeUsers, findUser, has, nobodyWith, type StoredUser, updateUser } from './user-store.ts'
import type { UserRequest, UsersContext } from './users-context.ts'
import { loadUsersSettings } from './users-settings.ts'

const LINK_RULES = { confirmation: { required: true } } as const
const SEND_RULES = { email: { required: true, email: true } } as const

/** Returns the page to redirect to. `confirmation` is the code in the link; it works once. */
export async function confirmEmail(
  context: UsersContext,
  { caller, confirmation }: { readonly caller: Caller; readonly confirmation: string | undefined },
): Promise<string> {
  const { confirmation: code } = checkBody(confirmation === undefined ? {} : { confirmation }, LINK_RULES)
  const owner = await findCodeOwner(context, 'confirmation', code)
  if (owner === undefined) throw new PopulusError('wrongConfirmation')
  const { id, email } = owner.user
  const { after } = await runUserHooks(context, { action: 'update', caller, id, given: { confirmed: true } })
  const changed = await changeUsers(context, async run => {
    if (!(await spendCode(context, run, owner))) return false
    return updateUser(context, run, { id, values: { confirmed: true }, where: has(context, 'email', email) })
  })
  if (!changed) throw new PopulusError('wrongConfirmation')
  await after?.(id, 'update')
  return (await loadUsersSettings(context)).confirmationRedirect || '/'
}

/** `{"email":"..."}` -> `{"email":"...","sent":true}`, also for unknown or already confirmed addresses. */
export async function sendEmailConfirmation(context: UsersContext, { body }: UserRequest): Promise<string> {
  const { email } = checkBody(body, SEND_RULES)
  context.mail.checkReady()
  context.later(() => sendAgain(context, email.toLowerCase()))
  return JSON.stringify({ email, sent: true })
}

async function sendAgain(context: UsersContext, email: string): Promise<void> {
  const found = await findUser(context, has(context, 'email', email))
  const user = found === undefined || found.confirmed || found.blocked ? undefined : found
  const mail = await confirmationMail(context, user, email)
  await sendUnseen(context, user === undefined ? null : mail)
}

/** For a user who has just registered and is waiting for the mail. */
export async function sendConfirmation(context: UsersContext, user: StoredUser): Promise<void> {
  await context.mail.send(await confirmationMail(context, user, user.email))
}

async function confirmationMail(context: UsersContext, user: StoredUser | undefined, email: string): Promise<Mail> {
  const settings = await loadUsersSettings(context)
  const code = await makeCode(context, 'confirmation', user)
  return userMail(context, settings, 'email_confirmation', { user: user ?? nobodyWith(email), code })
}

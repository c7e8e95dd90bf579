/** The mails to users, built from the templates that Strapi's admin panel stores. */
import { setTimeout as sleep } from 'node:timers/promises'
import { escapeHtml } from '../../util/text/escape-html.ts'
import type { Mail } from '../mail/mailer.ts'
import { renderTemplate } from '../mail/render-template.ts'
import type { MailName, MailTemplate } from './mail-templates.ts'
import type { StoredUser } from './user-store.ts'
import type { UsersContext } from './users-context.ts'
import type { UsersSettings } from './users-settings.ts'

/** Longest pause before such a mail, in milliseconds. */
const LONGEST_PAUSE = 1000

/** Sends a mail, or none, at a random moment. The timing does not show whether there was one. */
export async function sendUnseen({ mail: mailer }: UsersContext, mail: Mail | null): Promise<void> {
  await sleep(Math.random() * LONGEST_PAUSE)
  if (mail !== null) await mailer.send(mail)
}

/** The default sender of Strapi's templates. Nobody can send in its name. */
export const PLACEHOLDER = 'no-reply@strapi.io'

/** Whom a mail is for, and the code in it. */
interface MailOccasion {
  readonly user: Pick<StoredUser, 'id' | 'username' | 'email'>
  readonly code: string
}

export function userMail(context: UsersContext, settings: UsersSettings, name: MailName, occasion: MailOccasion): Mail {
  const known = mailValues(context, settings, name, occasion)
  const escaped = new Map([...known].map(([place, text]) => [place, escapeHtml(text)]))
  const template = settings.mails[name]
  return {
    to: occasion.user.email,
    from: senderOf(template),
    replyTo: template.replyTo === '' ? undefined : template.replyTo,
    subject: renderTemplate(template.subject, known).replace(/\s+/g, ' '),
    html: renderTemplate(template.message, escaped),
  }
}

/** What a template may name, with what stands in its place. */
export function mailValues(
  { serverUrl, prefix }: Pick<UsersContext, 'serverUrl' | 'prefix'>,
  { resetPasswordUrl }: UsersSettings,
  name: MailName,
  { user, code }: MailOccasion,
): ReadonlyMap<string, string> {
  const url = name === 'reset_password' ? resetPasswordUrl : `${serverUrl}${prefix}/auth/email-confirmation`
  return new Map([
    ['URL', url],
    [name === 'reset_password' ? 'TOKEN' : 'CODE', code],
    ['SERVER_URL', serverUrl],
    ['ADMIN_URL', `${serverUrl}/admin`],
    ['USER.id', String(user.id)],
    ['USER.username', user.username],
    ['USER.email', user.email],
  ])
}

function senderOf({ from: { name, email } }: MailTemplate): string | undefined {
  if (email === '' || email === PLACEHOLDER) return undefined
  return name === '' ? email : `${JSON.stringify(name)} <${email}>`
}

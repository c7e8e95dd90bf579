/** The mails to users, built from the templates that Strapi's admin panel stores. */
import { setTimeout as sleep } from 'node:timers/promises'
import { escapeHtml } from '../../util/text/escape-html.ts'
import type { Mail } from '../mail/mailer.ts'
import { renderTemplate } from '../mail/render-template.ts'
import type { StoredUser } from './user-store.ts'
import type { UsersContext } from './users-context.ts'
import type { MailTemplate } from './users-settings.ts'

/** Longest pause before such a mail, in milliseconds. */
const LONGEST_PAUSE = 1000

/** Sends a mail, or none, at a random moment. The timing does not show whether there was one. */
export async function sendUnseen({ mail: mailer }: UsersContext, mail: Mail | null): Promise<void> {
  await sleep(Math.random() * LONGEST_PAUSE)
  if (mail !== null) await mailer.send(mail)
}

/** The default sender of Strapi's templates. Nobody can send in its name. */
const PLACEHOLDER = 'no-reply@strapi.io'

/** `values`: what the template may name besides the user and the server. */
export function userMail(
  { serverUrl }: UsersContext,
  template: MailTemplate,
  { user, values }: { readonly user: StoredUser; readonly values: Readonly<Record<string, string>> },
): Mail {
  const known = {
    ...values,
    SERVER_URL: serverUrl,
    ADMIN_URL: `${serverUrl}/admin`,
    'USER.id': String(user.id),
    'USER.username': user.username,
    'USER.email': user.email,
  }
  const plain = new Map(Object.entries(known))
  const escaped = new Map(Object.entries(known).map(([name, text]) => [name, escapeHtml(text)]))
  const { name, email } = template.from
  return {
    to: user.email,
    from:
      email === '' || email === PLACEHOLDER ? undefined : name === '' ? email : `${JSON.stringify(name)} <${email}>`,
    replyTo: template.replyTo === '' ? undefined : template.replyTo,
    subject: renderTemplate(template.subject, plain).replace(/\s+/g, ' '),
    html: renderTemplate(template.message, escaped),
  }
}

/** The mails to users: their names, what they may say, and their texts, in the form in which Strapi's admin panel stores them. */
import { isObject, type JsonObject } from '../../schema/json-value.ts'

export interface MailTemplate {
  readonly from: { readonly name: string; readonly email: string }
  readonly replyTo: string
  readonly subject: string
  readonly message: string
}

/** The key in Strapi's settings table. */
export const MAIL_TEMPLATES = 'plugin_users-permissions_email'

export const MAIL_NAMES = ['reset_password', 'email_confirmation'] as const

export type MailName = (typeof MAIL_NAMES)[number]

const NOBODY = { from: { name: '', email: '' }, replyTo: '' }

export const USUAL_TEMPLATES: Readonly<Record<MailName, MailTemplate>> = Object.freeze({
  reset_password: {
    ...NOBODY,
    subject: 'Reset password',
    message: `<p>We heard that you lost your password. Sorry about that!</p>

<p>But don’t worry! You can use the following link to reset your password:</p>
<p><%= URL %>?code=<%= TOKEN %></p>

<p>Thanks.</p>`,
  },
  email_confirmation: {
    ...NOBODY,
    subject: 'Account confirmation',
    message: `<p>Thank you for registering!</p>

<p>You have to confirm your email address. Please click on the link below.</p>

<p><%= URL %>?confirmation=<%= CODE %></p>

<p>Thanks.</p>`,
  },
})

/** Whatever cannot be understood is as usual. */
export function templatesIn(stored: unknown): Readonly<Record<MailName, MailTemplate>> {
  const all = recordOf(stored)
  return {
    reset_password: templateOf(all.reset_password, USUAL_TEMPLATES.reset_password),
    email_confirmation: templateOf(all.email_confirmation, USUAL_TEMPLATES.email_confirmation),
  }
}

function templateOf(stored: unknown, usual: MailTemplate): MailTemplate {
  const options = recordOf(recordOf(stored).options)
  const from = recordOf(options.from)
  return {
    from: { name: textOf(from.name, usual.from.name), email: textOf(from.email, usual.from.email) },
    replyTo: textOf(options.response_email, usual.replyTo),
    subject: textOf(options.object, usual.subject),
    message: textOf(options.message, usual.message),
  }
}

/** How Strapi's panel shows them. */
const SHOWN = {
  reset_password: { display: 'Email.template.reset_password', icon: 'sync' },
  email_confirmation: { display: 'Email.template.email_confirmation', icon: 'check-square' },
} as const

/** `stored` with another template. All of them are there then, because Strapi has no texts of its own for a missing one. */
export function withTemplate(stored: unknown, name: MailName, template: MailTemplate): JsonObject {
  const all = recordOf(stored)
  const missing = MAIL_NAMES.filter(other => !isObject(all[other]))
  return {
    ...all,
    ...Object.fromEntries(missing.map(other => [other, entryOf({}, other, USUAL_TEMPLATES[other])])),
    [name]: entryOf(recordOf(all[name]), name, template),
  }
}

/** What others keep beside the template stays. */
function entryOf(before: JsonObject, name: MailName, { from, replyTo, subject, message }: MailTemplate): JsonObject {
  const options = { ...recordOf(before.options), from, response_email: replyTo, object: subject, message }
  return { ...SHOWN[name], ...before, options }
}

function recordOf(given: unknown): JsonObject {
  return isObject(given) ? given : {}
}

function textOf(given: unknown, otherwise: string): string {
  return typeof given === 'string' ? given : otherwise
}

/** `strapi.plugin('email')`: sends mails through the mail server that the settings name. */
import type { Attachment } from '../../../identity/mail/mailer.ts'
import { renderTemplate } from '../../../identity/mail/render-template.ts'
import { NotSupportedError, onlyMembers } from '../entities/not-supported.ts'
import { asStrapiErrors } from '../entities/strapi-error-of.ts'
import type { PluginParts, StrapiHost } from '../strapi-types.ts'
import { templateValues } from './template-values.ts'

type Values = Readonly<Record<string, unknown>>

const KNOWN = ['to', 'cc', 'bcc', 'from', 'replyTo', 'subject', 'text', 'html', 'attachments']

export function emailPlugin({ users, config }: StrapiHost): PluginParts {
  const send = async (options: Values): Promise<void> => {
    const unknown = Object.keys(options).find(name => !KNOWN.includes(name) && options[name] !== undefined)
    if (unknown !== undefined) throw new NotSupportedError(`the option ${unknown} of the email service's send`)
    const attachments = (options.attachments ?? []) as readonly Attachment[]
    const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== null)
    await users.mail.sendFree({ ...(Object.fromEntries(given) as { to: string }), attachments })
  }
  const service = {
    send,
    sendTemplatedEmail: (options: Values, template: Values, data: Values) => {
      const values = templateValues(data)
      const filled = ['subject', 'text', 'html'].flatMap(name => {
        const text = template[name]
        return typeof text === 'string' ? [[name, renderTemplate(text, values)]] : []
      })
      return send({ ...options, ...Object.fromEntries(filled) })
    },
    getProviderSettings: async () => ({ provider: 'nodemailer', settings: { defaultFrom: config.email.from } }),
  }
  const named = onlyMembers(asStrapiErrors(service), `strapi.plugin('email').service('email')`)
  return { services: { email: named }, config: { settings: { defaultFrom: config.email.from } } }
}

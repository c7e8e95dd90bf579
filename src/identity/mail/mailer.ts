/** Sends mails through the configured SMTP server. In development without one, writes them to the log. */
import type { SendMailOptions, Transporter } from 'nodemailer'
import type { EmailConfig, SmtpConfig } from '../../config/config.ts'
import { PopulusError } from '../../errors.ts'
import { type MailFacts, mailFacts } from './mail-facts.ts'

export interface Mail {
  readonly to: string
  readonly from: string | undefined
  readonly replyTo: string | undefined
  readonly subject: string
  readonly html: string
}

type Addresses = string | readonly string[]

/** A mail that a caller has written. */
export interface FreeMail {
  readonly to: Addresses
  readonly cc?: Addresses
  readonly bcc?: Addresses
  readonly from?: string
  readonly replyTo?: string
  readonly subject?: string
  readonly text?: string
  readonly html?: string
  readonly attachments: readonly Attachment[]
}

export interface Attachment {
  readonly content: string
  readonly filename?: string
  readonly contentType?: string
  /** Of the content: `base64`, for example. */
  readonly encoding?: string
  readonly cid?: string
}

export interface Mailer {
  readonly facts: MailFacts
  /** Throws `noMailServer` if mails can be neither sent nor shown. */
  checkReady(): void
  /** Rejects with `mailNotSent` if the server does not accept the mail. */
  send(mail: Mail): Promise<void>
  /** The same for a mail that a caller has written. */
  sendFree(mail: FreeMail): Promise<void>
}

export interface MailerInput {
  readonly email: EmailConfig
  readonly development: boolean
  /** Writes a line to the log. */
  readonly log: (line: string) => void
}

/** In milliseconds. */
const PATIENCE = 15_000

export function createMailer({ email, development, log }: MailerInput): Mailer {
  const facts = mailFacts(email, development)
  if (email.smtp !== null) return { facts, ...smtpMailer(email.smtp, email) }
  if (development) return { facts, ...logMailer(log) }
  const refuse = () => {
    throw new PopulusError('noMailServer')
  }
  return { facts, checkReady: refuse, send: async () => refuse(), sendFree: async () => refuse() }
}

type Sending = Omit<Mailer, 'facts'>

function smtpMailer(smtp: SmtpConfig, { from, replyTo }: EmailConfig): Sending {
  let transport: Promise<Transporter> | undefined
  const sendAny = async (mail: SendMailOptions) => {
    try {
      transport ??= openTransport(smtp)
      await (await transport).sendMail({ ...mail, from: mail.from || from, replyTo: mail.replyTo || replyTo })
    } catch (error) {
      throw new PopulusError('mailNotSent', {}, { cause: error })
    }
  }
  return {
    checkReady: () => undefined,
    send: mail => sendAny({ ...mail, text: plainText(mail.html) }),
    sendFree: mail => sendAny(mail as SendMailOptions),
  }
}

/** Loaded with the first mail: most servers never send one. */
async function openTransport(smtp: SmtpConfig): Promise<Transporter> {
  const { default: nodemailer } = await import('nodemailer')
  return nodemailer.createTransport(transportOptions(smtp))
}

function logMailer(log: (line: string) => void): Sending {
  const show = (to: Addresses, subject: string, text: string) =>
    log(`no mail server is set up, so this mail was not sent:\nTo: ${to}\nSubject: ${subject}\n\n${text}`)
  return {
    checkReady: () => undefined,
    send: async ({ to, subject, html }) => show(to, subject, plainText(html)),
    sendFree: async ({ to, subject = '', text, html = '' }) => show(to, subject, text ?? plainText(html)),
  }
}

function transportOptions(smtp: SmtpConfig) {
  const patience = { connectionTimeout: PATIENCE, greetingTimeout: PATIENCE, socketTimeout: PATIENCE }
  // Files and addresses named in a template stay plain text.
  const safe = { disableFileAccess: true, disableUrlAccess: true }
  if ('url' in smtp) return { url: smtp.url, ...patience, ...safe }
  const { host, port, secure, username, password } = smtp
  const auth = username === undefined ? {} : { auth: { user: username, pass: password ?? '' } }
  return { host, port, secure, ...auth, ...patience, ...safe }
}

/** The plain text of an HTML mail, for readers without HTML. */
function plainText(html: string): string {
  return html
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

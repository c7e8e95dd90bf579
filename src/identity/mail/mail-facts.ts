/** Where mails go, as far as a person may know it: never a password. */
import type { EmailConfig, SmtpConfig } from '../../config/config.ts'

export interface MailFacts {
  /** `log`: in development without a mail server, mails are only written to the log. `none`: they are refused. */
  readonly delivery: 'smtp' | 'log' | 'none'
  readonly server: MailServer | null
  /** Of mails that name no other sender. */
  readonly from: string | null
  readonly replyTo: string | null
}

interface MailServer {
  readonly host: string
  readonly port: number
  /** Encrypted from the first byte; otherwise as soon as the server offers it. */
  readonly secure: boolean
  readonly username: string | null
}

export function mailFacts({ smtp, from, replyTo }: EmailConfig, development: boolean): MailFacts {
  const otherwise = development ? 'log' : 'none'
  return Object.freeze({
    delivery: smtp === null ? otherwise : 'smtp',
    server: smtp === null ? null : serverOf(smtp),
    from: from ?? null,
    replyTo: replyTo ?? null,
  })
}

const PORT = 587
const SECURE_PORT = 465

/** `smtps://ann:secret@mail.test` -> `{ host: 'mail.test', port: 465, secure: true, username: 'ann' }` */
function serverOf(smtp: SmtpConfig): MailServer {
  if ('host' in smtp) {
    const { host, port, secure, username } = smtp
    return { host, port, secure, username: username ?? null }
  }
  const { protocol, hostname, port, username } = new URL(smtp.url)
  const secure = protocol === 'smtps:'
  return {
    host: hostname,
    port: port === '' ? (secure ? SECURE_PORT : PORT) : Number(port),
    secure,
    username: username === '' ? null : plain(username),
  }
}

function plain(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

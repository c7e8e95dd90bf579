/** The mail settings: one address, or its parts. */
import type { EmailConfig, SmtpConfig } from './config.ts'
import type { Settings } from './settings/settings.ts'
import { override } from './sources/override.ts'

type EmailSettings = NonNullable<Settings['email']>

/** A whole address replaces the parts of a lower source, and the other way round. */
export function mergeEmail(lower: EmailSettings, upper: EmailSettings): EmailSettings {
  const { url, host } = upper.smtp ?? {}
  const below = url !== undefined || host !== undefined ? {} : (lower.smtp ?? {})
  return { ...override(lower, upper), smtp: override(below, upper.smtp) }
}

const PORT = 587
const SECURE_PORT = 465

export function resolveEmail({ from, replyTo, smtp = {} }: EmailSettings): EmailConfig {
  return { from, replyTo, smtp: resolveSmtp(smtp) }
}

function resolveSmtp({
  url,
  host,
  port,
  secure,
  username,
  password,
}: NonNullable<EmailSettings['smtp']>): SmtpConfig | null {
  if (url !== undefined) return { url }
  if (host === undefined) return null
  const encrypted = secure ?? port === SECURE_PORT
  return { host, port: port ?? (encrypted ? SECURE_PORT : PORT), secure: encrypted, username, password }
}

/** What Strapi's admin panel has stored about users: the advanced settings, the mails, the ways to sign in. */

import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { column, join, sql, table, value } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { parsedJson } from '../../util/json/parsed-json.ts'
import { readRows } from '../records/stored-rows.ts'
import { type MailName, type MailTemplate, templatesIn } from './mail-templates.ts'

export interface UsersSettings {
  /** Users may sign in with a password. */
  readonly passwordLogin: boolean
  readonly allowRegister: boolean
  readonly uniqueEmail: boolean
  /** New users have to confirm their email address. */
  readonly emailConfirmation: boolean
  /** The type of the role for new users. */
  readonly defaultRole: string
  /** The page that a mail for a new password links to. */
  readonly resetPasswordUrl: string
  /** Where a confirmed user is redirected; empty if nowhere in particular. */
  readonly confirmationRedirect: string
  readonly mails: Readonly<Record<MailName, MailTemplate>>
}

const PREFIX = 'plugin_users-permissions_'

/** Where Strapi's admin panel stores them. */
export const ADVANCED_SETTINGS = `${PREFIX}advanced`

const KEYS = ['advanced', 'email', 'grant'] as const

interface Stored {
  readonly content: { readonly database: Database }
}

export async function loadUsersSettings({ content: { database } }: Stored): Promise<UsersSettings> {
  const keys = join(KEYS.map(key => value(`${PREFIX}${key}`)))
  const stored = table('strapi_core_store_settings')
  const columns = sql`${column('s', 'key')}, ${column('s', 'value')}`
  const [rows = []] = await readRows(database, [
    sql`select ${columns} from ${stored} as s where ${column('s', 'key')} in (${keys})`,
  ])
  const texts = new Map(rows.map(([key, text]) => [String(key).slice(PREFIX.length), text]))
  return readSettings(texts)
}

/** Missing settings get Strapi's defaults. Settings that cannot be parsed let no new users in. */
function readSettings(texts: ReadonlyMap<string, unknown>): UsersSettings {
  const advanced = parse(texts.get('advanced'))
  const understood = advanced !== undefined
  const grant = parse(texts.get('grant')) ?? {}
  return Object.freeze({
    passwordLogin: flagOf(recordOf(grant.email).enabled, !texts.has('grant')),
    allowRegister: flagOf(advanced?.allow_register, understood),
    uniqueEmail: flagOf(advanced?.unique_email, true),
    emailConfirmation: asksForConfirmation(texts.get('advanced')),
    defaultRole: textOf(advanced?.default_role, 'authenticated'),
    resetPasswordUrl: textOf(advanced?.email_reset_password, ''),
    confirmationRedirect: textOf(advanced?.email_confirmation_redirection, ''),
    mails: templatesIn(parsedJson(texts.get('email'))),
  })
}

/**
 * Whether the stored advanced settings require new users to confirm their address. Settings that cannot be parsed do.
 */
export function asksForConfirmation(stored: unknown): boolean {
  const advanced = parse(stored)
  return flagOf(advanced?.email_confirmation, advanced === undefined)
}

/** `{}` for a missing value, `undefined` for anything that is not a JSON object. */
function parse(text: unknown): JsonObject | undefined {
  if (text === undefined || text === null) return {}
  const parsed = parsedJson(text)
  return isObject(parsed) ? parsed : undefined
}

function recordOf(given: unknown): JsonObject {
  return isObject(given) ? given : {}
}

function flagOf(given: unknown, otherwise: boolean): boolean {
  return typeof given === 'boolean' ? given : otherwise
}

function textOf(given: unknown, otherwise: string): string {
  return typeof given === 'string' ? given : otherwise
}

/** How users sign in with a third party: what Strapi's admin panel has stored, and above it the setting `users.providers`. */

import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { selectCoreStore } from '../../tables/core-store.ts'
import { trimEnd } from '../../util/trim-run.ts'
import { readRows } from '../records/read-rows.ts'
import type { UsersContext } from '../users/users-context.ts'

export interface ProviderSettings {
  readonly name: string
  /** Our id and secret at the provider. */
  readonly key: string
  readonly secret: string
  /** The page that gets the token; `null` for our own address, which answers with a JWT. */
  readonly callback: string | null
  readonly scope: readonly string[]
  readonly subdomain: string
  /** Of a provider of OpenID Connect: its addresses are looked up there. */
  readonly issuer: string | null
  /** Other clients of ours whose tokens are accepted, such as those of mobile apps. */
  readonly clientIds: readonly string[]
  /** The hosts that the operator has named in `users.providers`, which need not be public. */
  readonly trustedHosts: readonly string[]
}

const STORED = 'plugin_users-permissions_grant'

/** `undefined` for a provider that is unknown or switched off. */
export async function providerSettings(context: UsersContext, name: string): Promise<ProviderSettings | undefined> {
  const { database } = context.content
  const [rows = []] = await readRows(database, [selectCoreStore(STORED)])
  const stored = member(parse(rows[0]?.[0]), name)
  const configured = member(context.config.providers, name)
  const given = { ...stored, ...configured }
  if (name === 'email' || given.enabled !== true) return undefined
  return Object.freeze({
    name,
    key: text(given.key),
    secret: text(given.secret),
    callback: pageOf(given.callback),
    scope: texts(given.scope),
    subdomain: text(given.subdomain),
    issuer: trimEnd(text(given.issuer), '/') || null,
    clientIds: texts(given.clientIds),
    trustedHosts: [text(configured.issuer), `https://${bareHost(text(configured.subdomain))}`].flatMap(hostOf),
  })
}

/** The host of a provider, as an administrator or a setting writes it. */
export const bareHost = (subdomain: string): string => trimEnd(subdomain.replace(/^https:\/\//, ''), '/')

const hostOf = (url: string): readonly string[] => (URL.canParse(url) ? [new URL(url).hostname] : [])

/** The name comes from a client: `constructor` is no provider. */
function member(given: unknown, name: string): JsonObject {
  if (!isObject(given) || !Object.hasOwn(given, name)) return {}
  return isObject(given[name]) ? given[name] : {}
}

function parse(stored: unknown): unknown {
  try {
    return JSON.parse(String(stored))
  } catch {
    return undefined
  }
}

const text = (given: unknown): string => (typeof given === 'string' ? given.trim() : '')

function texts(given: unknown): readonly string[] {
  if (typeof given === 'string') return given === '' ? [] : [given]
  return Array.isArray(given) ? given.filter(item => typeof item === 'string') : []
}

/** Strapi's default, `api/auth/google/callback`, is no page of a website. */
function pageOf(given: unknown): string | null {
  const page = text(given)
  return /^(https?:\/\/|\/(?!\/))/i.test(page) && URL.canParse(page, 'http://localhost') ? page : null
}

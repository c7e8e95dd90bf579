/** How users sign in with a third party: what Strapi's admin panel has stored, and above it the setting `users.providers`. */

import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { selectCoreStore } from '../../tables/core-store.ts'
import { parsedJson } from '../../util/json/parsed-json.ts'
import { trimEnd } from '../../util/text/trim-run.ts'
import { readRows } from '../records/stored-rows.ts'
import { type SealedFor, unsealed } from '../sign-in/sealed-secret.ts'
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

/** The key of Strapi's settings about providers: objects by name. */
export const STORED_PROVIDERS = 'plugin_users-permissions_grant'

/** `undefined` for a provider that is unknown or switched off. `evenIfOff`: it is only tried. */
export async function providerSettings(
  context: UsersContext,
  name: string,
  { evenIfOff = false }: { readonly evenIfOff?: boolean } = {},
): Promise<ProviderSettings | undefined> {
  const { database } = context.content
  const [rows = []] = await readRows(database, [selectCoreStore(STORED_PROVIDERS)])
  const stored = member(parsedJson(rows[0]?.[0]), name)
  const configured = member(context.config.providers, name)
  const given = { ...stored, ...configured }
  if (name === 'email' || (given.enabled !== true && !evenIfOff)) return undefined
  return Object.freeze({
    name,
    key: text(given.key),
    secret: text(configured.secret) || storedSecret(context, name, stored),
    callback: pageOf(given.callback),
    scope: texts(given.scope),
    subdomain: text(given.subdomain),
    issuer: trimEnd(text(given.issuer), '/') || null,
    clientIds: texts(given.clientIds),
    trustedHosts: [text(configured.issuer), `https://${bareHost(text(configured.subdomain))}`].flatMap(hostOf),
  })
}

/**
 * Where Strapi does not read it, a secret is stored encrypted, in a member of its own. Empty if it was encrypted with another
 * secret of the installation.
 */
export function storedSecret(
  { secret }: UsersContext,
  name: string,
  { secret: plain, sealedSecret }: JsonObject,
): string {
  if (typeof sealedSecret !== 'string' || secret === undefined) return text(plain)
  return unsealed(sealedFor(secret, name), sealedSecret)?.toString() ?? ''
}

/** Bound to the name of the provider: the secret of one is never sent to another. */
export function sealedFor(secret: string, name: string): SealedFor {
  return { secret, purpose: 'populus provider secret', owner: name }
}

/** The host of a provider, as an administrator or a setting writes it. */
export const bareHost = (subdomain: string): string => trimEnd(subdomain.replace(/^https:\/\//, ''), '/')

const hostOf = (url: string): readonly string[] => (URL.canParse(url) ? [new URL(url).hostname] : [])

/** The name comes from a client: `constructor` is no provider. */
export function member(given: unknown, name: string): JsonObject {
  if (!isObject(given) || !Object.hasOwn(given, name)) return {}
  return isObject(given[name]) ? given[name] : {}
}

export const text = (given: unknown): string => (typeof given === 'string' ? given.trim() : '')

export function texts(given: unknown): readonly string[] {
  if (typeof given === 'string') return given === '' ? [] : [given]
  return Array.isArray(given) ? given.filter(item => typeof item === 'string') : []
}

/** Strapi's default, `api/auth/google/callback`, is no page of a website. */
export function pageOf(given: unknown): string | null {
  const page = text(given)
  return /^(https?:\/\/|\/(?!\/))/i.test(page) && URL.canParse(page, 'http://localhost') ? page : null
}

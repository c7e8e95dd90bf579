/** One provider, ready to be used: its addresses, and the profile behind a token. */
import { decodeJwt } from 'jose'
import { PopulusError } from '../../errors.ts'
import { isObject } from '../../schema/json-value.ts'
import type { UsersContext } from '../users/users-context.ts'
import { askJson } from './ask-provider.ts'
import { KNOWN_PROVIDERS, type KnownProvider, OPEN_ID, type Profile } from './known-providers.ts'
import { bareHost, type ProviderSettings, providerSettings } from './provider-settings.ts'

export interface ProviderDoor {
  readonly settings: ProviderSettings
  readonly known: KnownProvider
  readonly scope: string
}

/** Throws `providerDisabled` for a provider that is not set up. */
export async function openProvider(
  context: UsersContext,
  name: string,
  use: { readonly evenIfOff?: boolean } = {},
): Promise<ProviderDoor> {
  const settings = await providerSettings(context, name, use)
  const listed = Object.hasOwn(KNOWN_PROVIDERS, name) ? KNOWN_PROVIDERS[name] : undefined
  if (settings === undefined) throw new PopulusError('providerDisabled')
  const known = settings.issuer === null ? placed(listed, settings) : await discovered(context, listed, settings)
  if (known === undefined) throw new PopulusError('providerDisabled')
  const scope = settings.scope.length === 0 ? known.scope : settings.scope
  return { settings, known, scope: scope.join(known.delimiter ?? ' ') }
}

function placed(known: KnownProvider | undefined, { subdomain }: ProviderSettings): KnownProvider | undefined {
  if (known === undefined) return undefined
  const place = (url: string) => url.replace('[subdomain]', bareHost(subdomain))
  return { ...known, authorizeUrl: place(known.authorizeUrl), tokenUrl: place(known.tokenUrl), api: place(known.api) }
}

/** The addresses that a provider of OpenID Connect publishes. A known provider keeps its way of naming users. */
async function discovered(
  { outgoing }: UsersContext,
  listed: KnownProvider | undefined,
  settings: ProviderSettings,
): Promise<KnownProvider> {
  const { name: provider, issuer, trustedHosts } = settings
  const found = await askJson(outgoing, {
    provider,
    url: `${issuer}/.well-known/openid-configuration`,
    trustedHosts,
  })
  const url = (member: string) => {
    const given = isObject(found) ? found[member] : undefined
    if (typeof given === 'string' && /^https?:\/\//i.test(given)) return given
    throw new PopulusError('providerFailed', { provider }, { cause: new Error(`it publishes no ${member}`) })
  }
  const profile: KnownProvider['profile'] = ask => (listed ?? OPEN_ID).profile(() => ask(''), '')
  const addresses = { authorizeUrl: url('authorization_endpoint'), tokenUrl: url('token_endpoint') }
  return { ...addresses, api: url('userinfo_endpoint'), scope: (listed ?? OPEN_ID).scope, profile }
}

/**
 * Who a token belongs to. Throws `providerRefused` if the profile has no address, or one that nobody has confirmed, or if
 * the token was issued to another client: its owner has not asked to sign in here.
 */
export async function profileOf(
  { outgoing }: UsersContext,
  { known, settings }: ProviderDoor,
  token: string,
): Promise<Profile> {
  const { name: provider, key, clientIds, trustedHosts } = settings
  const ask: Parameters<KnownProvider['profile']>[0] = (path, { clientId = false } = {}) =>
    askJson(outgoing, {
      provider,
      url: `${known.api}${path}`,
      trustedHosts,
      headers: { authorization: `Bearer ${token}`, ...(clientId ? { 'client-id': key } : {}) },
    })
  const { username, email, client = clientIn(token), verified = true } = await known.profile(ask, token)
  if (client !== undefined && client !== key && !clientIds.includes(client)) throw refused(OTHER_CLIENT)
  if (email === undefined) throw refused('Email was not available.')
  if (!verified) throw refused('Email is not verified.')
  return { email: email.toLowerCase(), username: username ?? email }
}

const OTHER_CLIENT = 'The token was issued to another client (setting users.providers, clientIds).'

export function refused(message: string): PopulusError {
  return new PopulusError('providerRefused', { message })
}

/** A token may be a JWT that names its client. The provider has accepted it, so its signature need not be checked. */
function clientIn(token: string): string | undefined {
  try {
    const { azp, client_id } = decodeJwt(token)
    const client = azp ?? client_id
    return typeof client === 'string' ? client : undefined
  } catch {
    return undefined
  }
}

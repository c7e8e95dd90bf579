/** A provider of OpenID Connect for administrators: what the operator has set, and what it publishes about itself. */
import type { SignOnProvider } from '../../config/settings/single-sign-on.ts'
import { PopulusError } from '../../errors.ts'
import { isObject } from '../../schema/json-value.ts'
import { trimEnd } from '../../util/text/trim-run.ts'
import type { AdminContext } from '../administrators/admin-context.ts'
import { askJson, type ProviderRequest } from '../providers/ask-provider.ts'

export interface Issuer {
  /** The name of the setting. */
  readonly provider: string
  readonly settings: SignOnProvider
  /** As the provider writes it. */
  readonly issuer: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly keysUrl: string
  /** Where more claims are, if there is such a place. */
  readonly profileUrl: string | null
  /** Whether our secret travels in a header; otherwise it is a part of the form. */
  readonly takesBasic: boolean
  /** Whether it says who it is when it sends the browser back. */
  readonly namesItself: boolean
}

/** Throws `signOnFailed`. */
export async function openIssuer(context: AdminContext, provider: string): Promise<Issuer> {
  const { singleSignOn } = context.settings
  const settings = Object.hasOwn(singleSignOn, provider) ? singleSignOn[provider] : undefined
  if (settings === undefined) throw failed(provider, 'there is no such provider in admin.singleSignOn')
  const wanted = trimEnd(settings.issuer, '/')
  const found = await ask(context, { provider, settings }, { url: `${wanted}/.well-known/openid-configuration` })
  const facts = isObject(found) ? found : {}
  if (typeof facts.issuer !== 'string' || trimEnd(facts.issuer, '/') !== wanted)
    throw failed(provider, `it says that its issuer is ${JSON.stringify(facts.issuer)}`)
  const url = (member: string) => {
    const given = facts[member]
    if (typeof given === 'string' && /^https?:\/\//i.test(given)) return given
    throw failed(provider, `it publishes no ${member}`)
  }
  const methods = facts.token_endpoint_auth_methods_supported
  return {
    provider,
    settings,
    issuer: facts.issuer,
    authorizeUrl: url('authorization_endpoint'),
    tokenUrl: url('token_endpoint'),
    keysUrl: url('jwks_uri'),
    profileUrl: facts.userinfo_endpoint === undefined ? null : url('userinfo_endpoint'),
    takesBasic: !Array.isArray(methods) || methods.includes('client_secret_basic'),
    namesItself: facts.authorization_response_iss_parameter_supported === true,
  }
}

/** Addresses on the host that the operator has named may be in a private network; all others must be public. */
export async function ask(
  { users }: AdminContext,
  { provider, settings }: Pick<Issuer, 'provider' | 'settings'>,
  request: Omit<ProviderRequest, 'provider' | 'trustedHosts'>,
): Promise<unknown> {
  try {
    return await askJson(users.outgoing, { provider, trustedHosts: [new URL(settings.issuer).hostname], ...request })
  } catch (error) {
    throw new PopulusError('signOnFailed', { provider }, { cause: error })
  }
}

export function failed(provider: string, reason: string): PopulusError {
  return new PopulusError('signOnFailed', { provider }, { cause: new Error(reason) })
}

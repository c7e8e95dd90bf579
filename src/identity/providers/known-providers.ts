/** The third parties that Strapi v4 knows: their addresses, the scope that is asked for, and what a profile means. */
import { isObject, type JsonObject } from '../../schema/json-value.ts'

export interface Profile {
  readonly username: string
  readonly email: string
}

/** Asks the provider, with the user's token. */
export type AskProvider = (path: string, options?: { readonly clientId?: boolean }) => Promise<unknown>

export interface KnownProvider {
  /** `[subdomain]` is replaced by the setting of that name. */
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** Where paths of profiles start. */
  readonly api: string
  readonly scope: readonly string[]
  /** Between the parts of the scope; a space if absent. */
  readonly delimiter?: string
  /** The members of a profile may be missing; the caller checks. */
  readonly profile: (ask: AskProvider, token: string) => Promise<Partial<Profile> & Verdicts>
}

export interface Verdicts {
  /** The client that the token was issued to, if the provider says so. */
  readonly client?: string | undefined
  /** False if the provider says that nobody has confirmed the address. */
  readonly verified?: boolean
}

const text = (given: unknown): string | undefined => (typeof given === 'string' && given !== '' ? given : undefined)
const record = (given: unknown): JsonObject => (isObject(given) ? given : {})
const isVerified = (body: JsonObject): boolean => body.email_verified !== false && body.email_verified !== 'false'
const localPart = (email: string | undefined): string | undefined => email?.split('@')[0]

/** A profile as OpenID Connect describes it. `names`: the claims that may hold the user's name. */
function openIdProfile(path: string, names: readonly string[]): KnownProvider['profile'] {
  return async ask => {
    const body = record(await ask(path))
    const email = text(body.email)
    const username = names.map(name => text(body[name])).find(name => name !== undefined) ?? localPart(email)
    return { ...(username && { username }), ...(email && { email }), verified: isVerified(body) }
  }
}

/** A profile in which two members are enough. */
function plainProfile(path: string, username: string, email: string): KnownProvider['profile'] {
  return async ask => pick(record(await ask(path)), username, email)
}

function pick(body: JsonObject, username: string, email: string): Partial<Profile> {
  const [name, address] = [text(body[username]), text(body[email])]
  return { ...(name && { username: name }), ...(address && { email: address }) }
}

/** Any provider of OpenID Connect. */
export const OPEN_ID: Pick<KnownProvider, 'scope' | 'profile'> = {
  scope: ['openid', 'email', 'profile'],
  profile: openIdProfile('', ['preferred_username', 'nickname', 'name']),
}

export const KNOWN_PROVIDERS: Readonly<Record<string, KnownProvider>> = {
  google: {
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    api: 'https://oauth2.googleapis.com',
    scope: ['email'],
    profile: async (ask, token) => {
      const body = record(await ask(`/tokeninfo?access_token=${encodeURIComponent(token)}`))
      const email = text(body.email)
      return {
        ...(email && { email, username: localPart(email)! }),
        client: text(body.aud),
        verified: isVerified(body),
      }
    },
  },
  github: {
    authorizeUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    api: 'https://api.github.com',
    scope: ['user', 'user:email'],
    delimiter: ',',
    profile: async ask => {
      const body = record(await ask('/user'))
      const found = pick(body, 'login', 'email')
      if (found.email !== undefined) return found
      const emails = await ask('/user/emails')
      const primary = Array.isArray(emails) ? record(emails.find(one => record(one).primary === true)) : {}
      const email = text(primary.email)
      return { ...found, ...(email && { email }), verified: primary.verified !== false }
    },
  },
  auth0: {
    authorizeUrl: 'https://[subdomain].auth0.com/authorize',
    tokenUrl: 'https://[subdomain].auth0.com/oauth/token',
    api: 'https://[subdomain].auth0.com',
    scope: ['openid', 'email', 'profile'],
    profile: openIdProfile('/userinfo', ['username', 'nickname', 'name']),
  },
  keycloak: {
    authorizeUrl: 'https://[subdomain]/protocol/openid-connect/auth',
    tokenUrl: 'https://[subdomain]/protocol/openid-connect/token',
    api: 'https://[subdomain]',
    scope: ['openid', 'email', 'profile'],
    profile: openIdProfile('/protocol/openid-connect/userinfo', ['preferred_username']),
  },
  cas: {
    authorizeUrl: 'https://[subdomain]/oidc/authorize',
    tokenUrl: 'https://[subdomain]/oidc/token',
    api: 'https://[subdomain]',
    scope: ['openid email'],
    delimiter: ',',
    profile: async ask => {
      const body = record(await ask('/oidc/profile'))
      const from = isObject(body.attributes) ? body.attributes : body
      const username = text(from.strapiusername) ?? text(body.id) ?? text(body.sub)
      const email = text(from.strapiemail) ?? text(from.email)
      return { ...(username && { username }), ...(email && { email }) }
    },
  },
  discord: {
    authorizeUrl: 'https://discord.com/api/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    api: 'https://discord.com/api',
    scope: ['identify', 'email'],
    profile: async ask => {
      const body = record(await ask('/users/@me'))
      const found = pick(body, 'username', 'email')
      const number = text(body.discriminator)
      const named =
        number === undefined || number === '0' ? found : { ...found, username: `${found.username}#${number}` }
      return { ...named, verified: body.verified !== false }
    },
  },
  facebook: {
    authorizeUrl: 'https://www.facebook.com/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/oauth/access_token',
    api: 'https://graph.facebook.com',
    scope: ['email'],
    delimiter: ',',
    profile: plainProfile('/me?fields=name,email', 'name', 'email'),
  },
  microsoft: {
    authorizeUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    api: 'https://graph.microsoft.com/v1.0',
    scope: ['user.read'],
    profile: plainProfile('/me', 'userPrincipalName', 'userPrincipalName'),
  },
  twitch: {
    authorizeUrl: 'https://id.twitch.tv/oauth2/authorize',
    tokenUrl: 'https://id.twitch.tv/oauth2/token',
    api: 'https://api.twitch.tv/helix',
    scope: ['user:read:email'],
    profile: async ask => {
      const { data } = record(await ask('/users', { clientId: true }))
      return pick(record(Array.isArray(data) ? data[0] : undefined), 'login', 'email')
    },
  },
  patreon: {
    authorizeUrl: 'https://www.patreon.com/oauth2/authorize',
    tokenUrl: 'https://www.patreon.com/api/oauth2/token',
    api: 'https://www.patreon.com/api/oauth2',
    scope: ['identity', 'identity[email]'],
    profile: async ask => {
      const { data } = record(await ask('/v2/identity?fields%5Buser%5D=full_name,email'))
      return pick(record(record(data).attributes), 'full_name', 'email')
    },
  },
  linkedin: {
    authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    api: 'https://api.linkedin.com/v2',
    scope: ['r_liteprofile', 'r_emailaddress'],
    profile: async ask => {
      const username = text(record(await ask('/me')).localizedFirstName)
      const { elements } = record(await ask('/emailAddress?q=members&projection=(elements*(handle~))'))
      const handle = record(record(Array.isArray(elements) ? elements[0] : undefined)['handle~'])
      const email = text(handle.emailAddress)
      return { ...(username && { username }), ...(email && { email }) }
    },
  },
}

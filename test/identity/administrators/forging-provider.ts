/** A provider of OpenID Connect that says whatever a test wants, signed with its key or with another one. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { bodyServer } from '../../support/servers/body-server.ts'
import { listen } from '../users/openid-provider.ts'

export interface Lies {
  /** Above the true claims. */
  readonly claims?: Record<string, unknown>
  /** Claims that are left out. */
  readonly without?: readonly string[]
  readonly otherKey?: boolean
  /** A signature with the client's own secret, which everybody who has it can make. */
  readonly shared?: string
  readonly unsigned?: boolean
  /** What its description says about itself. */
  readonly issuer?: string
  /** In the address of the return. */
  readonly from?: string
  readonly profile?: Record<string, unknown>
  readonly error?: string
}

export async function startForgingProvider(clientId: string) {
  const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const nonces = new Map<string, string>()
  const used = new Set<string>()
  let lies: Lies = {}
  let now = Date.now()

  const idToken = async (code: string) => {
    const seconds = Math.floor(now / 1000)
    const claims: Record<string, unknown> = {
      iss: issuer,
      aud: clientId,
      sub: 'forger',
      iat: seconds,
      exp: seconds + 300,
      nonce: nonces.get(code),
      ...lies.claims,
    }
    for (const name of lies.without ?? []) delete claims[name]
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    if (lies.unsigned === true) return `${part({ alg: 'none' })}.${part(claims)}.`
    const token = new SignJWT(claims)
    if (lies.shared !== undefined)
      return token.setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(Buffer.from(lies.shared))
    const { privateKey } = lies.otherKey === true ? other : own
    return token.setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey)
  }
  const answers: Readonly<Record<string, (url: URL, form: URLSearchParams) => Promise<object>>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer: lies.issuer ?? issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...(lies.profile === undefined ? {} : { userinfo_endpoint: `${issuer}/me` }),
    }),
    '/keys': async () => ({ keys: [jwk] }),
    '/me': async () => ({ sub: 'forger', ...lies.profile }),
    '/token': async (_url, form) => {
      const code = form.get('code') ?? ''
      if (used.has(code)) return { error: 'invalid_grant' }
      used.add(code)
      return { access_token: 'any', token_type: 'Bearer', id_token: await idToken(code) }
    },
  }
  const server = bodyServer(async (request, response, body) => {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/auth') {
      const code = `code-${nonces.size}`
      nonces.set(code, url.searchParams.get('nonce') ?? '')
      const back = new URL(url.searchParams.get('redirect_uri')!)
      const sent = lies.error === undefined ? { code } : { error: lies.error }
      const from = lies.from === undefined ? {} : { iss: lies.from }
      back.search = String(new URLSearchParams({ ...sent, ...from, state: url.searchParams.get('state') ?? '' }))
      response.writeHead(302, { location: back.href }).end()
      return
    }
    const answer = await answers[url.pathname]?.(url, new URLSearchParams(body.toString()))
    const status = answer === undefined ? 404 : 'error' in answer ? 400 : 200
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })
  const issuer = await listen(server)
  return {
    issuer,
    tell: (next: Lies, at = Date.now()) => {
      lies = next
      now = at
    },
  }
}

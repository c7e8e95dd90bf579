/** A real OpenID provider on a free port, and a browser that signs in there. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type AccountClaims } from 'oidc-provider'
import { cleanUp } from '../../support/clean-up.ts'

export const CLIENT = { key: 'populus-client', secret: 'populus-secret' }
export const OTHER_CLIENT = { key: 'other-client', secret: 'other-secret' }

/** The claims of the accounts, by login. */
const ACCOUNTS: Readonly<Record<string, Partial<AccountClaims>>> = {
  ann: { email: 'Ann@Provider.test', email_verified: true, preferred_username: 'ann' },
  alice: { email: 'alice@example.test', email_verified: true, preferred_username: 'alice' },
  liar: { email: 'ann@provider.test', email_verified: false, preferred_username: 'liar' },
  mute: { preferred_username: 'mute' },
}

export type Accounts = Record<string, Partial<AccountClaims>>

/** Listens on a free port until the end of the test file. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  cleanUp(
    () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A provider that knows the same profile behind every token. */
export async function startTrustingProvider(): Promise<string> {
  const server = createServer(({ url }, response) => {
    const addresses = {
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: issuer,
    }
    const profile = { email: 'eve@provider.test', preferred_username: 'eve' }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(url === '/' ? profile : addresses))
  })
  const issuer = await listen(server)
  return issuer
}

/** `host`: another name of this machine makes it another site for browsers. */
export async function startOpenIdProvider(
  redirectUris: readonly string[],
  { accounts = ACCOUNTS, host = '127.0.0.1' }: { readonly accounts?: Accounts; readonly host?: string } = {},
) {
  let answer: RequestListener = () => undefined
  const address = await listen(createServer((request, response) => answer(request, response)))
  const issuer = address.replace('127.0.0.1', host)
  const client = ({ key, secret }: typeof CLIENT) => ({
    client_id: key,
    client_secret: secret,
    redirect_uris: [...redirectUris],
    token_endpoint_auth_method: 'client_secret_post' as const,
  })
  const provider = new Provider(issuer, {
    clients: [client(CLIENT), client(OTHER_CLIENT)],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'given_name', 'family_name'],
      groups: ['groups'],
    },
    pkce: { required: () => true, methods: ['S256'] },
    cookies: { keys: ['a key of a test'] },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ ...accounts[id], sub: id }) }),
  })
  answer = provider.callback()
  return { issuer }
}

/** Follows redirects as a browser does, with its cookies, and fills in the forms of the provider. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** Opens a page and goes on until it leaves the provider and the server for a page whose address starts with `end`. */
  async open(start: string, { login, end }: { readonly login: string; readonly end: string | RegExp }): Promise<URL> {
    let [url, form]: [string, Record<string, string> | undefined] = [start, undefined]
    for (let step = 0; step < 20; step += 1) {
      if (typeof end === 'string' ? url.startsWith(end) : end.test(url)) return new URL(url)
      const { response, body } = await this.visit(url, form)
      const location = response.headers.get('location')
      if (location !== null) [url, form] = [new URL(location, url).href, undefined]
      else if (response.status !== 200) throw new Error(`${url} answered ${response.status} ${body.slice(0, 300)}`)
      else {
        const action = /<form[^>]* action="([^"]+)"/.exec(body)?.[1] ?? ''
        const prompt = /name="prompt" value="(\w+)"/.exec(body)?.[1] ?? ''
        ;[url, form] = [new URL(action, url).href, { prompt, login, password: 'any' }]
      }
    }
    throw new Error(`no way from ${start} to ${end}`)
  }

  /** As a header. */
  cookies(origin: string): string {
    return [...(this.#cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** The answer to one request, without following it. */
  async visit(url: string, form?: Record<string, string>) {
    const { origin } = new URL(url)
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, jar)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: this.cookies(origin) },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return { response, body: await response.text() }
  }
}

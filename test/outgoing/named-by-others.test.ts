/** Addresses that come from the database, or from another server, on a whole server: they never lead inside. */
import type { LookupAddress } from 'node:dns'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMediaProviders } from '../../src/media/providers/create-providers.ts'
import { createOutgoing } from '../../src/outgoing/outgoing.ts'
import { failure, openUsers, type Users } from '../identity/users/open-users.ts'
import { startCloudinary } from '../support/servers/cloudinary-server.ts'
import { type Listening, listening } from './listening.ts'

const NAMES: Readonly<Record<string, string>> = { 'evil.test': '127.0.0.1', 'cloud.test': '169.254.169.254' }
const findAddresses = async (host: string): Promise<readonly LookupAddress[]> => [
  { address: NAMES[host] ?? '203.0.113.1', family: 4 },
]
/** What a provider of OpenID publishes. */
const published = (auth: string, api: string) => ({
  authorization_endpoint: `${auth}/auth`,
  token_endpoint: `${api}/token`,
  userinfo_endpoint: `${api}/me`,
})

let inside: Listening
beforeAll(async () => {
  inside = await listening()
})
beforeEach(() => {
  inside.asked.length = 0
  inside.connections = 0
})

describe('a provider with which users sign in', () => {
  let users: Users
  /** Named in a setting, so it may be inside. */
  let company: Listening
  beforeAll(async () => {
    company = await listening('127.0.0.3')
    const acme = { enabled: true, key: 'k', secret: 's', issuer: company.url }
    users = await openUsers('sqlite', { findAddresses, users: { providers: { acme } } })
  })
  const unasked = (name: string) =>
    failure(400, 'ApplicationError', `The provider ${name} could not be reached, please try again later`)

  test.each([
    ['issuer', () => inside.url],
    ['issuer', () => `http://evil.test:${inside.port}`],
    ['issuer', () => `http://[::ffff:127.0.0.1]:${inside.port}`],
    ['issuer', () => `http://2130706433:${inside.port}`],
    ['issuer', () => 'http://169.254.169.254/latest'],
    ['subdomain', () => `127.0.0.1:${inside.port}`],
    ['subdomain', () => `evil.test:${inside.port}/realms/x`],
    ['subdomain', () => `user@127.0.0.1:${inside.port}`],
    ['subdomain', () => 'cloud.test'],
  ])('whose %s an administrator has stored is not asked inside (%#)', async (member, address) => {
    const keycloak = { enabled: true, key: 'k', secret: 's', [member]: address() }
    await users.store('grant', { email: { enabled: true }, keycloak })
    expect(await users.ask('GET /api/auth/keycloak/callback?access_token=x')).toEqual(unasked('keycloak'))
    expect(inside.connections).toBe(0)
  })

  test('of a setting may be inside, but may not send the server elsewhere inside', async () => {
    company.answer = ({ url }, response) =>
      response.end(JSON.stringify(url === '/me' ? { email: 'eve@x.test' } : published('https://x.test', company.url)))
    expect((await users.ask('GET /api/auth/acme/callback?access_token=x')).body).toMatchObject({
      user: { email: 'eve@x.test' },
    })
    company.answer = (_request, response) => response.end(JSON.stringify(published('https://x.test', inside.url)))
    expect(await users.ask('GET /api/auth/acme/callback?access_token=x')).toEqual(unasked('acme'))
    company.answer = ({ url }, response) =>
      url === '/me'
        ? response.writeHead(302, { location: `${inside.url}/secret` }).end()
        : response.end(JSON.stringify(published('https://x.test', company.url)))
    expect(await users.ask('GET /api/auth/acme/callback?access_token=x')).toEqual(unasked('acme'))
    expect(inside.connections).toBe(0)
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '/login', 7])('may not publish %j as an address', async bad => {
    company.answer = (_request, response) =>
      response.end(JSON.stringify({ ...published('https://x.test', company.url), authorization_endpoint: bad }))
    expect(await users.ask('GET /api/connect/acme')).toEqual(unasked('acme'))
  })

  test('that answers without end is cut off', async () => {
    let sent = 0
    company.answer = (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536
      }
      response.on('drain', more)
      more()
    }
    expect(await users.ask('GET /api/connect/acme')).toEqual(unasked('acme'))
    expect(sent).toBeLessThan(32 * 1024 * 1024)
  })
})

describe('a file at Cloudinary', () => {
  const ref = (url: string) => ({ ...FILE, url, providerMetadata: null })
  const FILE = { hash: 'cat', ext: '.jpg', mime: 'image/jpeg', path: null }

  test('is not read from an address inside that somebody has written into its row', async () => {
    const { media } = await startCloudinary()
    const outgoing = createOutgoing({ find: findAddresses })
    const { active } = createMediaProviders('/nowhere', { ...media, cloudinary: { ...media.cloudinary } }, outgoing)
    const bad = [
      `${inside.url}/a.jpg`,
      `http://evil.test:${inside.port}/a.jpg`,
      `http://0x7f.1:${inside.port}/a.jpg`,
      'http://cloud.test/latest/meta-data/',
      'http://[fd00:ec2::254]/latest/meta-data/',
    ]
    for (const url of bad) {
      await expect(active.read(ref(url))).rejects.toMatchObject({
        key: 'storageFailed',
        cause: { message: expect.stringMatching('not an address of the public internet') },
      })
    }
    for (const url of ['file:///etc/passwd', '/etc/passwd', 'ftp://x.test/a', '']) {
      await expect(active.read(ref(url))).rejects.toMatchObject({ key: 'fileNotFound' })
    }
    expect(inside.connections).toBe(0)
  })
})

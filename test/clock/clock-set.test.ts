/** A real server whose clock is set while it serves: an hour back, a day forward, eight days forward, and right again. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addressOf, copyOfBlog, type Running, startPopulus } from '../cli/run-populus.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { fakeClock, NO_FAKE_CLOCK } from '../support/servers/fake-clock.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const INTERVAL = 4000
const ROOT = { email: 'root@example.org', password: 'root password' }
const ANN = { username: 'ann', email: 'ann@example.org', password: 'user password' }

const clock = fakeClock()

describe.skipIf(clock === undefined).each(CLIENTS)(
  clock === undefined ? NO_FAKE_CLOCK : 'a server on %s whose clock is set',
  client => {
    let server: Running
    let address: string
    let admin: string
    let user: string
    let week: string
    const served: number[] = []
    let watching = true
    let watch: Promise<void>

    const ask = async (
      path: string,
      { token, body, method }: { token?: string; body?: object; method?: string } = {},
    ) => {
      const headers = {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      }
      const how = method ?? (body === undefined ? 'GET' : 'POST')
      const answer = await fetch(address + path, {
        method: how,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
    }
    const signInAdmin = async (): Promise<string> => (await ask('/admin/api/login', { body: ROOT })).body.data.token
    const signIn = (password: string) => ask('/api/auth/local', { body: { identifier: ANN.email, password } })
    /** It takes no time to refuse this. */
    const attempt = () => ask('/api/auth/local', { body: {} })
    const statusOf = async (path: string, token: string) => (await ask(path, { token })).status
    const me = () => statusOf('/api/users/me', user)
    const session = () => statusOf('/admin/api/me', admin)

    beforeAll(async () => {
      clock!.set(0)
      const folder = await copyOfBlog()
      writeFileSync(
        join(folder, 'populus.config.json'),
        JSON.stringify({ rateLimit: { interval: INTERVAL, perAddress: 5 } }),
      )
      const database = await freshDatabase(client)
      const place = database.client === 'postgres' ? { DATABASE_CLIENT: 'postgres', DATABASE_URL: database.url } : {}
      server = startPopulus(['start', folder, '--port', '0'], { ...clock!.env, ...place })
      address = await addressOf(server)
      const code = await vi.waitFor(() => /code=(\S+)/.exec(server.out() + server.error())![1])
      expect((await ask('/admin/api/first-admin', { body: { ...ROOT, code } })).status).toBe(201)
      admin = await signInAdmin()
      const made = await ask('/admin/api/tokens', {
        token: admin,
        body: { name: 'week', type: 'full-access', lifespanDays: 7 },
      })
      week = made.body.data.accessKey
      expect((await ask('/api/auth/local/register', { body: ANN })).status).toBe(200)
      user = (await signIn(ANN.password)).body.jwt
      watch = (async () => {
        while (watching) {
          served.push((await ask('/api/articles?fields[0]=title')).status)
          await sleep(20)
        }
      })()
    })
    afterAll(async () => {
      watching = false
      await watch
      server?.process.kill('SIGTERM')
      await server?.finished
    })

    test.each([
      ['an hour back', -HOUR],
      ['a day forward', DAY],
    ])('%s: reads, writes and kept answers', async (_, jump) => {
      const tags = async () => ask('/api/tags?sort=id&pagination[limit]=100')
      clock!.set(0)
      const before = await tags()
      const etag = before.headers.get('etag')!
      clock!.set(jump)
      const known = await fetch(`${address}/api/tags?sort=id&pagination[limit]=100`, {
        headers: { 'if-none-match': etag },
      })
      expect(known.status).toBe(304)
      const data = { name: `Tag ${jump}`, slug: `tag-${jump + DAY}` }
      const made = await ask('/api/tags', { token: week, body: { data } })
      expect(made.status).toBe(200)
      const { createdAt } = made.body.data.attributes ?? made.body.data
      expect(Math.abs(Date.parse(createdAt) - clock!.now())).toBeLessThan(600_000)
      expect((await tags()).body.data.length).toBe(before.body.data.length + 1)
      clock!.set(0)
      expect((await tags()).body.data.length).toBe(before.body.data.length + 1)
    })

    test('sessions and tokens end by the clock, and nobody is kept from signing in', async () => {
      expect([await me(), await session(), await statusOf('/api/tags', week)]).toEqual([200, 200, 200])
      clock!.set(-2 * HOUR)
      // A token from the future is refused; a new one works.
      expect([await me(), await session(), await statusOf('/api/tags', week)]).toEqual([401, 200, 200])
      user = (await signIn(ANN.password)).body.jwt
      expect(await me()).toBe(200)
      clock!.set(DAY)
      // Sessions end after half a day without use.
      expect([await me(), await session(), await statusOf('/api/tags', week)]).toEqual([200, 401, 200])
      admin = await signInAdmin()
      expect(await session()).toBe(200)
      clock!.set(8 * DAY)
      expect(await statusOf('/api/tags', week)).toBe(401)
      clock!.set(0)
      // The session of tomorrow has an unknown age.
      expect([await session(), await statusOf('/api/tags', week)]).toEqual([401, 200])
      admin = await signInAdmin()
      expect(await session()).toBe(200)
    })

    test.each([
      ['an hour back', -HOUR],
      ['a day forward', DAY],
    ])('%s: too many attempts are refused for as long as ever', async (_, jump) => {
      clock!.set(0)
      await expect.poll(async () => (await attempt()).status, { timeout: 60_000 }).toBe(429)
      clock!.set(jump)
      const begun = performance.now()
      const { headers } = await attempt()
      expect(Number(headers.get('retry-after') ?? 1)).toBeLessThanOrEqual(INTERVAL / 1000)
      const reset = Number(headers.get('x-ratelimit-reset')) * 1000
      expect(Math.abs(reset - clock!.now())).toBeLessThan(600_000)
      await sleep(INTERVAL)
      expect((await signIn(ANN.password)).status).toBe(200)
      expect(performance.now() - begun).toBeGreaterThanOrEqual(INTERVAL)
      clock!.set(0)
    })

    test.each([
      ['an hour back', -HOUR],
      ['a day forward', DAY],
    ])('%s: who works on an entry is shown', async (_, jump) => {
      clock!.set(jump)
      admin = await signInAdmin()
      const place = { uid: 'api::tag.tag', id: 1, tab: String(jump) }
      expect((await ask('/admin/api/presence', { token: admin, body: place })).body).toEqual({ data: [] })
      expect((await ask('/admin/api/content/api::tag.tag/1', { token: admin })).status).toBe(200)
      clock!.set(0)
    })

    test('every read was answered, all the time', () => {
      expect(served.length).toBeGreaterThan(50)
      expect(new Set(served)).toEqual(new Set([200]))
    })
  },
)

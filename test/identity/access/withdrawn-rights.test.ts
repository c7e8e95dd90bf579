/** Rights are switched off and on while readers hammer: no request started after a change sees what it has withdrawn. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { createAuthenticator } from '../../../src/identity/access/authenticate.ts'
import { grant, revoke } from '../../../src/management/roles/grants.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { openStorage, type Storage } from '../../../src/tables/open-storage.ts'
import { addressOf, type Running, startPopulus } from '../../cli/run-populus.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { lateUrl } from '../../support/servers/late-proxy.ts'
import { WORLD, worldDatabase } from '../../support/worlds/world.ts'

const READERS = 6
/** More by `npm run test:long`. */
const CHANGES = Number(process.env.RIGHTS_CHANGES ?? 14)
const ENOUGH = 100
const PATH = '/api/articles?fields[0]=title&pagination[pageSize]=1'
const GRANT = { role: 'public', type: 'article', actions: ['find'] }

/** How many requests were made, and those that contradict what was granted from their start to their end. */
interface Outcome {
  readonly requests: number
  readonly wrong: readonly string[]
}

/** `set` resolves when the change is acknowledged; `read` gives the status of one request. */
async function hammer(read: () => Promise<number>, set: (open: boolean) => Promise<unknown>): Promise<Outcome> {
  // What holds now: unknown while a change is on its way.
  let state: { readonly open: boolean } | null = null
  let ended = false
  let requests = 0
  const wrong: string[] = []
  const reader = async () => {
    while (!ended) {
      // SQLite answers without ever waiting; the timers of this test have to get their turn.
      await new Promise(resolve => setImmediate(resolve))
      const before = state
      const status = await read()
      requests += 1
      if (before === null || before !== state) continue
      if (status !== (before.open ? 200 : 403)) wrong.push(`${before.open ? 'granted' : 'withdrawn'}, got ${status}`)
    }
  }
  const readers = Promise.all(Array.from({ length: READERS }, reader))
  // However slow the machine is, there are enough requests.
  for (let change = 0; change < CHANGES || requests <= ENOUGH; change += 1) {
    const open = change % 2 === 1
    state = null
    await set(open)
    state = { open }
    await new Promise(resolve => setTimeout(resolve, change % 3 === 0 ? 40 : 5))
  }
  ended = true
  await readers
  return { requests, wrong }
}

describe.each(CLIENTS)('on %s', client => {
  let storage: Storage
  const change = (open: boolean) => (open ? grant : revoke)(storage.database, storage.schema, GRANT)

  describe('one process', () => {
    test('requests after a change of the management API', async () => {
      const database = await worldDatabase(client)
      const app = await buildTestApp({ folder: WORLD, database, secrets: { admin: 'secret' } })
      const login = { email: 'root@example.org', password: 'root password' }
      await app.inject({
        method: 'POST',
        url: '/admin/api/first-admin',
        payload: { ...login, code: await app.firstAdminCode() },
      })
      const { token } = (await app.inject({ method: 'POST', url: '/admin/api/login', payload: login })).json().data
      const outcome = await hammer(
        async () => (await app.inject({ url: PATH })).statusCode,
        async open =>
          app.inject({
            method: 'PATCH',
            url: '/admin/api/roles/2/grants',
            headers: { authorization: `Bearer ${token}` },
            payload: { grants: { 'api::article.article': { actions: open ? ['find'] : [] } } },
          }),
      )
      expect(outcome.wrong).toEqual([])
      expect(outcome.requests).toBeGreaterThan(ENOUGH)
    })
  })

  describe('two processes', () => {
    let server: Running
    let address: string

    beforeAll(async () => {
      const database = await worldDatabase(client)
      const place = database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url
      server = startPopulus(['start', WORLD, '--port', '0', '--database', place], SECRETS)
      address = await addressOf(server)
      const { schema } = await loadSchema(WORLD)
      storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => undefined })
    })
    afterAll(async () => {
      server.process.kill('SIGTERM')
      await server.finished
      await storage.database.close()
    })

    test('requests to one after a change by the other', async () => {
      const read = async () => {
        const response = await fetch(address + PATH)
        await response.text()
        return response.status
      }
      const outcome = await hammer(read, change)
      expect(outcome.wrong).toEqual([])
      expect(outcome.requests).toBeGreaterThan(ENOUGH)
    })
  })
})

test('PostgreSQL: a request does not wait for the notice of a change, nor is it ahead of it', async () => {
  const database = await worldDatabase('postgres')
  if (database.client !== 'postgres') return
  const { schema: files } = await loadSchema(WORLD)
  const open = (config: typeof database) =>
    openStorage({ database: config, limits: DEFAULT_LIMITS }, files, { log: () => undefined })
  const near = await open(database)
  const far = await open({ ...database, url: await lateUrl(database.url, 40) })
  try {
    const ask = createAuthenticator({ ...far, secrets: { jwt: undefined, apiTokenSalt: undefined } })
    const mayFind = async () => (await ask(undefined)).actions.has('api::article.article.find')
    for (const granted of [true, false, true, false, true, false]) {
      // Every earlier notice has arrived, and what holds now is remembered.
      await new Promise(resolve => setTimeout(resolve, 150))
      await mayFind()
      await (granted ? grant : revoke)(near.database, near.schema, GRANT)
      expect(await mayFind()).toBe(granted)
    }
  } finally {
    await near.database.close()
    await far.database.close()
  }
})

/** So that none are written into the folder of the world. */
const SECRETS = { JWT_SECRET: 'a', API_TOKEN_SALT: 'b', ADMIN_JWT_SECRET: 'c' }

/** The server that is fuzzed: a copy of the world with everything open, administrators and files, and what is left afterwards. */
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { App } from '../../src/app.ts'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import { query } from '../content/write/write-app.ts'
import { queryOf } from '../properties/query-generator.ts'
import { serialise } from '../properties/serialise.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { type Client, onServer, temporaryFolder } from '../support/databases.ts'
import { headersOf, WORLD, WORLD_SECRETS, worldDatabase } from '../support/worlds/world.ts'
import type { FuzzWorld } from './requests.ts'

const ROOT = { email: 'root@example.org', password: 'root password' }
const QUERIES = 400

export interface FuzzServer {
  readonly app: App
  readonly world: FuzzWorld
  /** Makes an administrator, if there is none any more, and a session. */
  refresh(): Promise<void>
  /** Temporary files of uploads, and transactions that are still open. */
  leftOvers(): Promise<readonly string[]>
}

export async function startFuzzServer(client: Client, seed: number): Promise<FuzzServer> {
  const folder = join(temporaryFolder(), 'project')
  cpSync(WORLD, folder, { recursive: true, dereference: true })
  const database = await worldDatabase(client)
  if (database.client === 'postgres') await onServer(database.url, sql => sql`select setval('up_users_id_seq', 1)`)
  const dialect = (seed + (client === 'sqlite' ? 0 : 1)) % 2 === 0 ? 'document' : 'strapi4'
  const app = await buildTestApp({
    ...{ folder, database, dialect, rateLimit: { enabled: false }, metrics: { enabled: true, public: true } },
    secrets: { ...WORLD_SECRETS, admin: 'fuzz-admin-secret' },
  })
  const credentials: string[] = []
  const world = { ...(await materials(seed)), credentials, uploads: [] }
  const refresh = async () => {
    const others = await Promise.all((['member', 'read-only', 'full-access'] as const).map(headersOf))
    const session = await sessionOf(app)
    const known = [...others.map(({ authorization = '' }) => authorization), `Bearer ${session}`]
    const full = known[2]!
    credentials.splice(0, credentials.length, ...known, full, full, `Bearer ${session}`, 'Bearer x', 'Basic eDp5', '')
  }
  await refresh()
  return { app, world, refresh, leftOvers: () => leftOvers(folder, database) }
}

let addresses = 0

/** From a new address each time, so that no limit is reached. */
async function sessionOf(app: App): Promise<string> {
  const post = async (url: string, payload: object) => {
    addresses += 1
    const remoteAddress = `198.51.${Math.floor(addresses / 250) % 250}.${addresses % 250}`
    return app.inject({ method: 'POST', url: `/admin/api${url}`, payload, remoteAddress })
  }
  const code = await app.firstAdminCode()
  if (code !== undefined) await post('/first-admin', { ...ROOT, code })
  const { body } = await post('/login', ROOT)
  return (JSON.parse(body) as { data?: { token?: string } | null }).data?.token ?? ''
}

async function materials(seed: number) {
  const { schema } = await loadSchema(WORLD)
  const types = [...schema.types.values()].filter(({ userDefined }) => userDefined)
  const model = { schema, readable: new Set(types.map(({ uid }) => uid)), stored: new Map() }
  const each = Math.ceil(QUERIES / types.length)
  const queries = types.flatMap(type =>
    fc.sample(queryOf(model, type, { mistakes: true, depth: 3 }), { seed, numRuns: each }).map(made => serialise(made)),
  )
  const attributes = new Map(
    types.map(({ single, singularName, pluralName, attributes: own }) => [
      single ? singularName : pluralName,
      [...own.keys()],
    ]),
  )
  return { queries, attributes, uids: [...schema.types.keys(), ...schema.components.keys()] }
}

async function leftOvers(folder: string, database: DatabaseConfig): Promise<readonly string[]> {
  const root = database.client === 'sqlite' ? join(database.filename, '..', 'uploads') : join(folder, '.tmp', 'uploads')
  const files = existsSync(root) ? (readdirSync(root, { recursive: true, withFileTypes: true }) ?? []) : []
  const names = files.filter(entry => entry.isFile()).map(({ name }) => name)
  if (database.client === 'sqlite') return names
  const open = await query(
    database,
    "select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  )
  return [...names, ...open.map(([state]) => String(state))]
}

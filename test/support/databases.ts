/** Databases for tests: a fresh database on either system, and dumps loaded into it. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'
import postgres from 'postgres'
import { inject } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { postgresTypes } from '../../src/storage/postgres/open-session.ts'
import { cleanUp } from './clean-up.ts'
import { openSocket } from './servers/open-socket.ts'
import { parseSqlDump } from './worlds/sql-dump.ts'

export type Client = DatabaseConfig['client']
export type SqliteConfig = Extract<DatabaseConfig, { client: 'sqlite' }>
export type PostgresConfig = Extract<DatabaseConfig, { client: 'postgres' }>

/** `describe.each(CLIENTS)` runs a suite on both databases, or on those that `TEST_DATABASES` names. */
export const CLIENTS: readonly Client[] = (['sqlite', 'postgres'] as const).filter(client =>
  (process.env.TEST_DATABASES ?? 'sqlite,postgres').split(',').includes(client),
)

const POOL = 4

/**
 * An empty database: a temporary file, or a new database on the server of the test run. Removed after the test file.
 */
export async function freshDatabase(client: 'sqlite'): Promise<SqliteConfig>
export async function freshDatabase(client: 'postgres'): Promise<PostgresConfig>
export async function freshDatabase(client: Client): Promise<DatabaseConfig>
export async function freshDatabase(client: Client): Promise<DatabaseConfig> {
  if (client === 'sqlite') return { client, filename: join(temporaryFolder(), 'data.db') }
  return pooled(removedAfterFile(await newPostgresDatabase()))
}

/** Reached through PgBouncer, if the run has one. */
export function pooled(config: PostgresConfig): PostgresConfig {
  const pooler = inject('poolerUrl')
  if (pooler === '') return config
  return { ...config, url: postgresConfig(pooler, new URL(config.url).pathname.slice(1)).url, listenUrl: config.url }
}

export function removedAfterFile(config: PostgresConfig): PostgresConfig {
  const name = new URL(config.url).pathname.slice(1)
  cleanUp(() => runServer()`drop database if exists ${runServer()(name)} with (force)`)
  return config
}

/** PostgreSQL itself waits five seconds for others to leave. */
const IN_USE = '55006'
const MOST_TRIES = 4

/** A database that is there until the run ends: empty, or a copy of one that nobody has opened. */
export async function newPostgresDatabase(original = 'template1'): Promise<PostgresConfig> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const sql = runServer()
  for (let tries = 1; ; tries += 1) {
    try {
      // To copy files takes a quarter of the processor time that it takes to log every page.
      await sql`create database ${sql(name)} template ${sql(original)} strategy file_copy`
      break
    } catch (error) {
      // On a busy machine, a session that was closed goes on for a moment, and so does PostgreSQL's own work on new tables.
      if ((error as { code?: string }).code !== IN_USE || tries === MOST_TRIES) throw error
    }
  }
  return postgresConfig(inject('postgresUrl'), name)
}

let toServer: postgres.Sql | undefined

/** One session with the server of the run, for all test files of this process: it takes longer to open one than to remove a database. */
function runServer(): postgres.Sql {
  toServer ??= outsider(inject('postgresUrl'))
  return toServer
}

/** The settings for one database on a server. */
export function postgresConfig(server: string, name: string): PostgresConfig {
  const url = new URL(server)
  url.pathname = `/${name}`
  return { client: 'postgres', url: url.href, pool: POOL, ssl: false, schema: 'public', timezone: 'UTC' }
}

/** The same database without a pooler before it, for what prepares tests. */
export function unpooled(config: DatabaseConfig): DatabaseConfig {
  return config.client === 'postgres' ? { ...config, url: config.listenUrl ?? config.url } : config
}

/** A folder that is removed after the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'populus-test-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Loads a plain pg_dump file, optionally gzipped, into an empty PostgreSQL database. */
export async function loadSqlDump(config: PostgresConfig, file: string): Promise<void> {
  const bytes = await readFile(file)
  const parts = parseSqlDump((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  await onServer(config.url, async sql => {
    for (const part of parts) {
      if (part.kind === 'commands') await sql.unsafe(part.text)
      else await pipeline(Readable.from([part.rows]), await sql.unsafe(part.command).writable())
    }
  })
}

const sessions = new Map<string, postgres.Sql>()

/** One session with a database for the rest of the test file, for tests that look into it again and again. */
export function sessionWith({ url }: PostgresConfig): postgres.Sql {
  const known = sessions.get(url)
  if (known !== undefined) return known
  const sql = outsider(url)
  sessions.set(url, sql)
  cleanUp(() => endSessionWith(url))
  return sql
}

/** Of a database with a session, no copy can be made. */
export async function endSessionWith(url: string): Promise<void> {
  const sql = sessions.get(url)
  sessions.delete(url)
  await sql?.end()
}

/** Runs plain commands outside the code under test; for SQLite, use `better-sqlite3`. */
export async function onServer(url: string, work: (sql: postgres.Sql) => PromiseLike<unknown>): Promise<void> {
  const sql = outsider(url)
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

function outsider(url: string): postgres.Sql {
  const options = { max: 1, fetch_types: false, onnotice: () => {}, types: { bigint: postgresTypes.bigint } }
  return postgres(url, { ...options, ...({ socket: openSocket } as object) }) as unknown as postgres.Sql
}

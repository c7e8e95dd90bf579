/**
 * Servers that start together on a new database, or one after another was killed: it is made and filled once. One round
 * here, more by `npm run test:long`.
 */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import postgres from 'postgres'
import { afterEach, describe, expect, test } from 'vitest'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { openAdvisoryLock } from '../../../src/storage/postgres/advisory-lock.ts'
import { tryFileLock } from '../../../src/storage/sqlite/file-lock.ts'
import { addressOf, type Running, startPopulus } from '../../cli/run-populus.ts'
import { CLIENTS, type Client, freshDatabase } from '../../support/databases.ts'
import { noteProject } from './note-project.ts'

const ROUNDS = Array.from({ length: Number(process.env.START_ROUNDS ?? 1) }, (_, index) => index + 1)

const servers: Running[] = []
/** By address. To open one for each look at a database would take longer than what is looked for. */
const connections = new Map<string, postgres.Sql>()
afterEach(async () => {
  for (const sql of connections.values()) await sql.end()
  connections.clear()
  for (const { process, finished } of servers.splice(0)) {
    process.kill('SIGKILL')
    await finished
  }
})

function start(folder: string, database: DatabaseConfig, env = {}): Running {
  const place = database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url
  const running = startPopulus(['start', folder, '--port', '0', '--database', place], env)
  servers.push(running)
  return running
}

/** The first cell of what a query gives, by a connection that belongs to nobody; 'absent' while there is no such table. */
async function cell(database: DatabaseConfig, text: string): Promise<unknown> {
  if (database.client === 'sqlite') {
    if (!existsSync(database.filename)) return 'absent'
    const file = new Sqlite(database.filename, { timeout: 5000 })
    try {
      return file.prepare(text).pluck().get()
    } catch {
      return 'absent'
    } finally {
      file.close()
    }
  }
  const sql =
    connections.get(database.url) ?? postgres(database.url, { max: 1, fetch_types: false, onnotice: () => {} })
  connections.set(database.url, sql)
  try {
    return Number((await sql.unsafe(text).values())[0]?.[0])
  } catch {
    return 'absent'
  }
}

/** What is there once, if everything was done once. */
async function contents(database: DatabaseConfig): Promise<object> {
  const grants = `select count(*) from up_permissions where action = 'api::note.note.find'`
  return {
    notes: await cell(database, 'select count(*) from notes'),
    roles: await cell(database, 'select count(*) from up_roles'),
    locales: await cell(database, 'select count(*) from i18n_locale'),
    grants: await cell(database, grants),
  }
}

async function totals(running: readonly Running[]): Promise<readonly unknown[]> {
  const total = async (server: Running) => {
    const answer = await fetch(`${await addressOf(server)}/api/notes?pagination[pageSize]=1`)
    return ((await answer.json()) as { meta: { pagination: { total: number } } }).meta.pagination.total
  }
  return Promise.all(running.map(total))
}

/** A server that has made the tables, has not committed the content, and does nothing any more. */
async function stoppedWhileSeeding(folder: string, client: Client) {
  for (;;) {
    const database = await freshDatabase(client)
    const count = () => cell(database, 'select count(*) from notes')
    const first = start(folder, database)
    await expect.poll(count, { interval: 5 }).not.toBe('absent')
    first.process.kill('SIGSTOP')
    if ((await count()) === 0) return { first, database }
    // This process was too slow to catch it.
    first.process.kill('SIGKILL')
    await first.finished
  }
}

const waiting = ({ error }: Running) =>
  expect.poll(error).toContain('Another server is preparing the database; waiting for it to finish\n')

describe.each(CLIENTS)('on a new database on %s', client => {
  test.each(ROUNDS)('three servers start at once, and it is made and filled once (round %i)', async () => {
    const folder = await noteProject(300)
    const database = await freshDatabase(client)
    const together = [1, 2, 3].map(() => start(folder, database))
    expect(await totals(together)).toEqual([300, 300, 300])
    expect(await contents(database)).toEqual({ notes: 300, roles: 2, locales: 1, grants: 1 })
    const secrets = (await readFile(join(folder, '.env'), 'utf8')).match(/^JWT_SECRET=/gm)
    expect(secrets).toHaveLength(1)
  })

  test('a server that is killed in the middle of seeding leaves nothing, and the others fill it', async () => {
    const entries = 10_000
    const folder = await noteProject(entries)
    const { first, database } = await stoppedWhileSeeding(folder, client)
    const others = [1, 2].map(() => start(folder, database))
    await waiting(others[0]!)
    first.process.kill('SIGKILL')
    await first.finished
    expect(await totals(others)).toEqual([entries, entries])
    expect(await contents(database)).toEqual({ notes: entries, roles: 2, locales: 1, grants: 1 })
  })

  test('a server that waits for another one says so after a second, and goes on when it may', async () => {
    const folder = await noteProject(1)
    await writeFile(join(folder, '.env'), 'JWT_SECRET=a1\nAPI_TOKEN_SALT=b1\nADMIN_JWT_SECRET=c1\n')
    const database = await freshDatabase(client)
    const release = await hold(database)
    const running = start(folder, database)
    await waiting(running)
    expect(running.out()).toBe('')
    await release()
    expect(await totals([running])).toEqual([1])
    expect(running.error().match(/Another server/g)).toHaveLength(1)
  })
})

test('servers in production share the secrets that one of them makes', async () => {
  const folder = await noteProject(1)
  const database = await freshDatabase('sqlite')
  const together = [1, 2].map(() => start(folder, database, { NODE_ENV: 'production' }))
  expect(await totals(together)).toEqual([1, 1])
  for (const running of together) running.process.kill('SIGTERM')
  const notes = (await Promise.all(together.map(({ finished }) => finished))).map(({ error }) => error)
  expect(notes.filter(error => error.includes('Generated JWT_SECRET'))).toHaveLength(1)
  expect(notes.filter(error => error.includes('is not set'))).toEqual([])
})

/** As another server that is busy with the database. */
async function hold(database: DatabaseConfig): Promise<() => Promise<void>> {
  if (database.client === 'sqlite') {
    const release = tryFileLock(database.filename.replace(/\.db$/, '.populus.lock'))
    expect(release).toBeDefined()
    return async () => release!()
  }
  const lock = openAdvisoryLock({ ...database, statementTimeout: 0 }, 7_678_586)
  expect(await lock.tryToTake()).toBe(true)
  return () => lock.close()
}

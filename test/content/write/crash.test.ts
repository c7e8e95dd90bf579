/**
 * `kill -9` in the middle of a write load, again and again: after each restart every acknowledged write is there, none is
 * half there, and the database is sound. A few rounds here, more by `npm run test:long`.
 */
import { mkdirSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { openSqliteConnection } from '../../../src/storage/sqlite/sqlite-connection.ts'
import { addressOf, startPopulus } from '../../cli/run-populus.ts'
import { CLIENTS, postgresConfig, temporaryFolder } from '../../support/databases.ts'
import { type PostgresServer, startPostgresServer } from '../../support/servers/embedded-server.ts'
import { orphansOf } from './orphans.ts'
import { PROJECT, query } from './write-app.ts'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 3)
const WRITERS = 8
const ROUND_TIMEOUT = 40_000

describe.each(CLIENTS)('a server that is killed on %s', client => {
  it(
    'keeps what it has acknowledged, and nothing by halves',
    async () => {
      const own = client === 'postgres' ? await startPostgresServer() : null
      onTestFinished(() => own?.remove())
      const { folder, database, env } = await project(own)
      const acknowledged = new Set<string>()
      for (let round = 0; round < ROUNDS; round++) {
        const running = startPopulus(['start', folder, '--port', '0'], env)
        try {
          const address = await addressOf(running)
          const stop = { now: false }
          const writers = Array.from({ length: WRITERS }, (_, writer) =>
            write(address, `${round}.${writer}`, acknowledged, stop),
          )
          await underLoad(acknowledged)
          stop.now = true
          const crashes = own !== null && round % 3 === 1
          if (crashes) process.kill(await postmasterOf(database), 'SIGQUIT')
          running.process.kill('SIGKILL')
          if (crashes) await restart(own)
          await Promise.all(writers)
        } finally {
          running.process.kill('SIGKILL')
          await running.finished
        }
        await check(database, acknowledged)
      }
      expect(acknowledged.size).toBeGreaterThan(ROUNDS)
      if (process.env.CRASH_ROUNDS !== undefined)
        process.stdout.write(`${client}: ${ROUNDS} rounds, ${acknowledged.size} acknowledged writes, all there\n`)
    },
    ROUNDS * ROUND_TIMEOUT,
  )
})

it('a commit on SQLite waits for the disk: write-ahead log, synchronous FULL', () => {
  const filename = join(temporaryFolder(), 'data.db')
  const connection = openSqliteConnection({ filename, own: null, writeAheadLog: true, readOnly: false })
  try {
    expect(connection.run({ text: 'pragma journal_mode', values: [] })).toEqual([['wal']])
    expect(connection.run({ text: 'pragma synchronous', values: [] })).toEqual([[2]])
  } finally {
    connection.close()
  }
})

/** In the middle of a load: some time has passed, and, however slow the machine, some writes are done. */
async function underLoad(acknowledged: ReadonlySet<string>): Promise<void> {
  const wanted = acknowledged.size + WRITERS + Math.floor(Math.random() * 4 * WRITERS)
  const latest = Date.now() + ROUND_TIMEOUT / 2
  await new Promise(resolve => setTimeout(resolve, Math.random() * 300))
  while (acknowledged.size < wanted && Date.now() < latest) await new Promise(resolve => setTimeout(resolve, 2))
}

/** A copy of the project, with settings for a server of its own. */
async function project(server: PostgresServer | null) {
  const folder = join(temporaryFolder(), 'project')
  await cp(PROJECT, folder, { recursive: true })
  if (server !== null) {
    const database = postgresConfig(server.url, 'postgres')
    return { folder, database, env: { DATABASE_CLIENT: 'postgres', DATABASE_URL: database.url } }
  }
  const filename = join(folder, '.data', 'crash.db')
  mkdirSync(join(folder, '.data'))
  const database: DatabaseConfig = { client: 'sqlite', filename }
  return { folder, database, env: { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: filename } }
}

/** SIGQUIT to this process is PostgreSQL's immediate shutdown: no checkpoint, everybody is cut off. */
async function postmasterOf(database: DatabaseConfig): Promise<number> {
  const [row] = await query(database, `select setting from pg_settings where name = 'data_directory'`)
  return Number((await readFile(join(String(row![0]), 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function restart(server: PostgresServer): Promise<void> {
  await server.stop()
  await server.start()
}

/** Entries with everything that hangs on them, until the server is gone. */
async function write(address: string, name: string, acknowledged: Set<string>, stop: { now: boolean }): Promise<void> {
  for (let count = 0; !stop.now; count++) {
    const title = `${name}.${count}`
    const links = [1, 2, 3].map(weight => ({ label: title, weight }))
    const data = { title, code: title, links, head: { text: title, main: { label: title } }, gallery: [1, 2, 3] }
    try {
      const answer = await fetch(`${address}/api/items`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data }),
      })
      await answer.text()
      if (answer.status === 200) acknowledged.add(title)
      else throw new Error(`${answer.status}`)
    } catch (error) {
      if (!stop.now && /^\d+$/.test((error as Error).message)) throw error
      // The connection may end a moment before we know that we have killed the server.
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
}

async function check(database: DatabaseConfig, acknowledged: ReadonlySet<string>): Promise<void> {
  if (database.client === 'sqlite') checkFile(database.filename)
  const stored = new Set((await query(database, 'select title from items')).map(([title]) => String(title)))
  expect([...acknowledged].filter(title => !stored.has(title))).toEqual([])
  const parts = `select count(*) from items_components where entity_id = items.id`
  const files = `select count(*) from files_related_morphs where related_id = items.id and related_type = 'api::item.item'`
  const halves = `select title from items where (${parts}) <> 4 or (${files}) <> 3`
  expect(await query(database, halves)).toEqual([])
  expect(await orphansOf(database)).toEqual([])
}

/** As the next server finds it: the log that the killed one has left is applied. */
function checkFile(filename: string): void {
  const file = new SqliteFile(filename)
  try {
    expect(file.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(file.pragma('foreign_key_check')).toEqual([])
    expect(file.pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }])
  } finally {
    file.close()
  }
}

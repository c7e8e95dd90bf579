/** PostgreSQL that can be read and not written to: a database that allows only reads, and a disk without room. */
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { PROJECT } from '../content/write/write-app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import type { PostgresConfig } from '../support/databases.ts'
import { onServer, postgresConfig } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { type PostgresServer, startPostgresServer } from '../support/servers/embedded-server.ts'
import { NO_MOUNT, smallDisk } from '../support/servers/small-disk.ts'

const READ_ONLY = 'Nothing can be stored, because the database is read-only'
const FULL = 'Nothing can be stored, because the disk of the database is full'

/** A server of the project of `test/content/write`, and what the tests ask of it. */
class Asked {
  readonly #app: App

  constructor(app: App) {
    this.#app = app
  }

  static async on(database: PostgresConfig): Promise<Asked> {
    return new Asked(await buildTestApp({ folder: PROJECT, database, dialect: 'strapi4', development: false }))
  }

  async create(code: string, text = '') {
    const payload = { data: { title: code, code, text } }
    const {
      statusCode: status,
      headers,
      ...answer
    } = await this.#app.inject({ method: 'POST', url: '/api/items', payload })
    return { status, code: headers['x-populus-error'], retryAfter: headers['retry-after'], body: answer.json() }
  }

  async codes(): Promise<readonly string[]> {
    const answer = await this.#app.inject({ url: '/api/items?fields=code&sort=id&pagination[limit]=100' })
    expect(answer.statusCode).toBe(200)
    const { data } = answer.json() as { data: readonly { attributes: { code: string } }[] }
    return data.map(({ attributes }) => attributes.code)
  }

  async ready(): Promise<unknown> {
    const answer = await this.#app.inject({ url: '/_ready' })
    return { status: answer.statusCode, ...(answer.json() as object) }
  }
}

const refusal = (message: string) => ({
  data: null,
  error: { status: 503, name: 'ServiceUnavailableError', message },
})

test('a database that allows only reads: writes get 503 with code S410, reads go on, and so do writes afterwards', async () => {
  const database = (await startedDatabase('postgres', PROJECT)) as PostgresConfig
  const name = new URL(database.url).pathname.slice(1)
  /** New connections have the setting. The old ones end, as after a failover. */
  const allowOnlyReads = (on: boolean) =>
    onServer(database.url, async sql => {
      await sql.unsafe('set default_transaction_read_only = off')
      await sql.unsafe(`alter database "${name}" set default_transaction_read_only = ${on ? 'on' : 'off'}`)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`
    })
  const asked = await Asked.on(database)
  expect((await asked.create('before')).status).toBe(200)
  await allowOnlyReads(true)
  await expect.poll(async () => (await asked.create('refused')).code, { timeout: 30_000 }).toBe('S410')
  for (let round = 0; round < 3; round += 1) {
    expect(await asked.create(`refused-${round}`)).toEqual({
      status: 503,
      code: 'S410',
      retryAfter: '5',
      body: refusal(READ_ONLY),
    })
    expect(await asked.codes()).toEqual(['before'])
  }
  expect(await asked.ready()).toMatchObject({ status: 200, ready: true, writable: false })
  // A server that starts now serves reads, too.
  const other = await Asked.on(database)
  expect(await other.codes()).toEqual(['before'])
  expect(await other.create('refused-by-another')).toMatchObject({ status: 503, code: 'S410' })
  await allowOnlyReads(false)
  await expect.poll(async () => (await asked.create('after')).status, { timeout: 30_000 }).toBe(200)
  await expect.poll(() => other.codes()).toEqual(['before', 'after'])
  expect(await asked.ready()).toEqual({ status: 200, ready: true })
})

const disk = smallDisk(48)
afterAll(() => disk?.unmount())

describe.skipIf(disk === undefined)(disk === undefined ? NO_MOUNT : 'a disk without room', () => {
  let server: PostgresServer
  let asked: Asked
  beforeAll(async () => {
    server = await startPostgresServer()
    const space = join(disk!.folder, 'space')
    mkdirSync(space)
    // The database server may run as another user, who has to get there.
    chmodSync(dirname(disk!.folder), 0o711)
    const { uid, gid } = statSync(server.data)
    chownSync(space, uid, gid)
    await onServer(server.url, async sql => {
      await sql.unsafe(`create tablespace small location '${space}'`)
      await sql.unsafe('create database small tablespace small')
    })
    asked = await Asked.on(postgresConfig(server.url, 'small'))
  })
  afterAll(() => server?.remove())

  test('writes get 503 with code S409, reads go on, and so do writes when there is room', async () => {
    // It cannot be compressed.
    const text = () => Array.from({ length: 20_000 }, () => Math.random().toString(36).slice(2, 12)).join('')
    expect((await asked.create('before')).status).toBe(200)
    disk!.fill(0)
    const answers: Awaited<ReturnType<Asked['create']>>[] = []
    while (answers.at(-1)?.status !== 503 && answers.length < 40)
      answers.push(await asked.create(`full-${answers.length}`, text()))
    expect(answers.at(-1)).toEqual({ status: 503, code: 'S409', retryAfter: '60', body: refusal(FULL) })
    // Pages that were there already may have had room for some.
    const stored = answers.flatMap(({ status }, index) => (status === 200 ? [`full-${index}`] : []))
    expect(await asked.codes()).toEqual(['before', ...stored])
    expect(await asked.ready()).toMatchObject({ status: 200, ready: true, writable: false })
    disk!.empty()
    await expect.poll(async () => (await asked.create('after', text())).status, { timeout: 30_000 }).toBe(200)
    expect(await asked.codes()).toEqual(['before', ...stored, 'after'])
    expect(await asked.ready()).toEqual({ status: 200, ready: true })
  })
})

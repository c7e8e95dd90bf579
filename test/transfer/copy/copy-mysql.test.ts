/** Copies of a MySQL database, from a real MariaDB. */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { runHere } from '../../cli/run-here.ts'
import { startPopulus } from '../../cli/run-populus.ts'
import { ask, type RecordedCase, SECRETS } from '../../conformance/cases.ts'
import { explain } from '../../conformance/exceptions.ts'
import { differsInOrderOnly } from '../../conformance/undetermined-order.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, type Client, freshDatabase, onServer } from '../../support/databases.ts'
import { type MariadbServer, startMariadb } from '../../support/servers/mariadb-server.ts'
import { CONFORMANCE_PROJECT } from '../../support/worlds/conformance-data.ts'
import { asOnPostgres, copied, MYSQL_DUMP, recordedAnswers, ZONE } from './mysql-fixture.ts'

/** The same text for lists that differ in their order only. */
function byId(body: unknown): string {
  return JSON.stringify(body, (key, value) =>
    key === 'data' && Array.isArray(value) ? [...(value as { id: number }[])].sort((a, b) => a.id - b.id) : value,
  )
}

let server: MariadbServer
const sources = new Map<string, Promise<Source>>()

beforeAll(async () => {
  server = await startMariadb()
})

interface Source {
  readonly name: string
  readonly address: string
}

/** Made once, for both targets. */
function sourceOf(name: string, ...statements: string[]): Promise<Source> {
  const made = sources.get(name) ?? load(name, statements)
  sources.set(name, made)
  return made
}

async function load(name: string, statements: readonly string[]): Promise<Source> {
  const address = await server.load(name, MYSQL_DUMP)
  await server.run(name, ...statements)
  return { name, address }
}

/** Rows as plain text. */
async function rowsOf(database: DatabaseConfig, query: string): Promise<readonly unknown[]> {
  if (database.client === 'sqlite') {
    const file = new Sqlite(database.filename, { readonly: true })
    const rows = file.prepare(query).safeIntegers().raw().all() as unknown[][]
    file.close()
    return rows.map(row => row.map(value => (typeof value === 'bigint' ? String(value) : value)))
  }
  let rows: unknown[] = []
  await onServer(database.url, async sql => {
    rows = (await sql.unsafe(query).values()) as unknown[]
  })
  return rows
}

const flagOf = (database: DatabaseConfig): string =>
  database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url

describe.each(CLIENTS)('a copy of MariaDB to %s', client => {
  let database: DatabaseConfig
  let source: Source
  let app: App

  beforeAll(async () => {
    source = await sourceOf(
      'plain',
      "create user if not exists reader@localhost identified by 'secret'",
      'grant select on *.* to reader@localhost',
    )
    database = await freshDatabase(client)
    const before = await checksums(source)
    // An account that may only read is enough.
    const result = await copied(source.address.replace('root@', 'reader:secret@'), database)
    expect(result).toEqual({ tables: 88, rows: 4014, resumed: false, notes: [] })
    expect(await checksums(source)).toEqual(before)
    app = await buildTestApp({
      folder: CONFORMANCE_PROJECT,
      database,
      dialect: 'strapi4',
      secrets: { ...SECRETS, admin: 'an admin secret' },
    })
  })

  async function checksums({ name }: Source): Promise<readonly unknown[]> {
    const tables = (await server.run(name, 'show tables')) as readonly object[]
    return server.run(name, `checksum table ${tables.map(row => `\`${Object.values(row)[0]}\``).join(', ')} extended`)
  }

  test('gives the answers that Strapi gave on MariaDB', async () => {
    const cases = recordedAnswers()
    expect(cases.length).toBeGreaterThan(250)
    const different: object[] = []
    for (const recorded of cases) {
      const given = await ask(app, recorded)
      if (!(await isRecorded(given, recorded, client))) different.push({ recorded, given: given.body })
    }
    expect(different).toEqual([])
  })

  async function isRecorded(given: Awaited<ReturnType<typeof ask>>, recorded: RecordedCase, on: Client) {
    const [here, there] =
      on === 'postgres' ? [asOnPostgres(given.body), asOnPostgres(recorded.body)] : [given.body, recorded.body]
    if (given.status === recorded.status && JSON.stringify(here) === JSON.stringify(there)) return true
    // Links without an order come as Strapi gives them on SQLite, which is another order than on MariaDB.
    const isUnnumbered = on === 'sqlite' && /^\/api\/bundles(\?populate\[items\]|\/2\?)/.test(recorded.path)
    if (isUnnumbered && byId(here) === byId(there)) return true
    const again = (path: string) => ask(app, { ...recorded, path })
    if (await differsInOrderOnly({ ...given, body: here }, { ...recorded, body: there }, again)) return true
    return (await explain(given, recorded, on, again)) !== undefined
  }

  test('has the same ids, exact values, NULL orders and rows of Strapi itself', async () => {
    expect(await rowsOf(database, 'select id from articles where id in (2, 3, 4, 75) order by id')).toEqual(
      [['2'], ['4'], ['75']].map(([id]) => [client === 'sqlite' ? id : Number(id)]),
    )
    const text =
      client === 'sqlite' ? (column: string) => `cast(${column} as text)` : (column: string) => `${column}::text`
    const columns = ['views', 'price', 'event_date', 'event_at', 'stamp_at'].map(text)
    expect(await rowsOf(database, `select ${columns}, title from articles where id = 75`)).toEqual([
      client === 'sqlite'
        ? [
            '9223372036854775807',
            '12345678.99',
            '2024-02-29',
            '1678606215001',
            '1699162200005',
            '🦊 Füchse & "Quotes" \\ 日本',
          ]
        : [
            '9223372036854775807',
            '12345678.99',
            '2024-02-29',
            '2023-03-12 07:30:15.001',
            '2023-11-05 05:30:00.005',
            '🦊 Füchse & "Quotes" \\ 日本',
          ],
    ])
    const orders = await rowsOf(
      database,
      'select id, article_order from bundles_items_links where bundle_id = 2 order by id',
    )
    expect(orders.map(row => (row as unknown[])[1])).toEqual([null, null, null])
    expect(await rowsOf(database, `select name, url, ${text('enabled')} from strapi_webhooks`)).toEqual([
      ['hook', 'https://example.test/hook', client === 'sqlite' ? '1' : 'true'],
    ])
    const signedIn = await app.inject({
      method: 'POST',
      url: '/admin/api/login',
      payload: { email: 'ada@example.test', password: 'Password1' },
    })
    expect(signedIn.json()).toMatchObject({ data: { administrator: { email: 'ada@example.test' } } })
    const folders = await rowsOf(database, 'select name, path from upload_folders order by id')
    expect(folders).toEqual([
      ['Bilder — 写真', '/1'],
      ['Größe & mehr', '/1/2'],
    ])
    expect(await rowsOf(database, "select folder_path from files where ext <> '.jpg' and id > 24 order by id")).toEqual(
      [['/1/2'], ['/1'], ['/']],
    )
  })

  test('knows the users and their rights', async () => {
    const signIn = (identifier: string, password = 'Password1') =>
      app.inject({ method: 'POST', url: '/api/auth/local', payload: { identifier, password } })
    expect((await signIn('alice', 'Password2')).statusCode).toBe(400)
    expect((await signIn('bob')).json()).toMatchObject({ error: { message: expect.stringContaining('blocked') } })
    const editor = (await signIn('zoë@example.test')).json() as { jwt: string }
    const headers = { authorization: `Bearer ${editor.jwt}` }
    const payload = { data: { code: 'S4' } }
    const ask = (method: 'GET' | 'POST', url: string) =>
      app.inject({ method, url, headers, ...(method === 'POST' ? { payload } : {}) })
    expect((await ask('POST', '/api/secrets')).json()).toMatchObject({ data: { id: 4, attributes: { code: 'S4' } } })
    expect((await ask('POST', '/api/comments')).statusCode).toBe(403)
  })

  test('gives new rows the ids that Strapi would have given them', async () => {
    const headers = { authorization: 'Bearer oracle-token-full-access' }
    const created = await app.inject({ method: 'POST', url: '/api/tags', headers, payload: { data: { name: 'New' } } })
    expect(created.json()).toMatchObject({ data: { id: 12 } })
  })

  test('is refused if the target has content, and changes nothing then', async () => {
    const words = ['adopt', CONFORMANCE_PROJECT, '--from', source.address, '--database', flagOf(database)]
    const before = await rowsOf(database, 'select count(*) from articles')
    const refused = await runHere(words)
    expect(refused.code).toBe(1)
    expect(refused.error).toContain(client === 'sqlite' ? 'exists' : 'is not empty')
    expect(await rowsOf(database, 'select count(*) from articles')).toEqual(before)
  })

  test('is of one moment, and every type of column arrives', async () => {
    const odd = await sourceOf(
      'odd',
      `create table zz_odd (id int unsigned auto_increment primary key, amount decimal(30,10), bytes blob, day date,
        at datetime(6), state enum('a','b'), old varchar(10) character set latin1, small tinyint, whole bigint unsigned,
        doc json, nothing int, long_text varchar(3000))`,
      `create table zz_plain_links (a_id int unsigned, b_id int unsigned, key same (a_id))`,
      `create table zz_key (code varchar(20) primary key, n float, key same (n))`,
      "set session sql_mode = ''",
      `insert into zz_odd (amount, bytes, day, at, state, old, small, whole, doc) values
        (12345678.1234567891, x'00ff10', '0000-00-00', '2023-06-01 10:00:00.123456', 'b', 'é', -128, 9007199254740993, '{"b":1,"a":[1.50]}')`,
      'insert into zz_plain_links values (1, 2), (1, 2), (null, 3)',
      "insert into zz_key values ('x', 1.5)",
    )
    const target = await freshDatabase(client)
    let changed: Promise<unknown> | undefined
    const result = await copied(odd.address, target, () => {
      changed ??= server.run(odd.name, 'delete from zz_plain_links', "insert into zz_key values ('later', 2)")
    })
    await changed
    await server.run(
      odd.name,
      'insert into zz_plain_links values (1, 2), (1, 2), (null, 3)',
      "delete from zz_key where code = 'later'",
    )
    expect(await rowsOf(target, 'select a_id, b_id from zz_plain_links')).toHaveLength(3)
    expect(await rowsOf(target, 'select code, n from zz_key')).toEqual([['x', 1.5]])
    const [row] = await rowsOf(
      target,
      client === 'sqlite'
        ? 'select amount, hex(bytes), day, at, state, old, small, whole, doc from zz_odd'
        : "select amount::text, encode(bytes, 'hex'), day, at::text, state, old, small, whole::text, doc::text from zz_odd",
    )
    expect(row).toEqual(
      client === 'sqlite'
        ? [
            12345678.12345679,
            '00FF10',
            null,
            '1685628000123',
            'b',
            'é',
            '-128',
            '9007199254740993',
            '{"b":1,"a":[1.50]}',
          ]
        : [
            '12345678.1234567891',
            '00ff10',
            null,
            '2023-06-01 14:00:00.123456',
            'b',
            'é',
            -128,
            '9007199254740993',
            '{"a": [1.50], "b": 1}',
          ],
    )
    expect(result.notes).toEqual([
      ...(client === 'sqlite' ? ['1 values of zz_odd.amount were rounded to the 15 digits that SQLite keeps'] : []),
      '1 values of zz_odd.day were set to NULL, because they are no dates (0000-00-00)',
    ])
  })

  test('that was killed goes on, and follows a source that has changed since', async () => {
    const large = await sourceOf(
      'large',
      `insert into comments (content, stars, created_at) select concat('Comment ', seq), seq % 5, now(6) from seq_1_to_8000`,
      `insert into comments_article_links (comment_id, article_id, comment_order) select id, 1, id from comments where id > 60`,
    )
    const target = await freshDatabase(client)
    const words = [
      'adopt',
      CONFORMANCE_PROJECT,
      '--from',
      large.address,
      '--timezone',
      ZONE,
      '--database',
      flagOf(target),
    ]
    const first = startPopulus(words)
    await hasRows(target)
    first.process.kill('SIGKILL')
    await first.finished
    const served = await runHere(['locales', 'list', '--folder', CONFORMANCE_PROJECT, '--database', flagOf(target)])
    expect(served.error).toMatch(client === 'sqlite' ? 'does not exist' : 'is not complete')
    // Row 5 was copied before, so going on after the last id is not enough.
    await server.run(large.name, `update comments set content = '${client}' where id = 5`)
    const second = await startPopulus(words).finished
    expect(second).toMatchObject({ code: 0, out: expect.stringContaining('Went on with a copy that was interrupted') })
    expect(await rowsOf(target, 'select content from comments where id = 5')).toEqual([[client]])
    expect(String(await rowsOf(target, 'select count(*) from comments'))).toBe('8060')
    expect(String(await rowsOf(target, 'select count(*) from comments_article_links where article_id = 1'))).toMatch(
      /^80\d\d$/,
    )
    if (target.client === 'sqlite') expect(existsSync(join(dirname(target.filename), '.populus-adopt'))).toBe(false)
  })

  /** Waits until a part of the comments is there. */
  async function hasRows(target: DatabaseConfig): Promise<void> {
    const part =
      target.client === 'sqlite'
        ? {
            client: target.client,
            filename: join(dirname(target.filename), '.populus-adopt', basename(target.filename)),
          }
        : target
    for (;;) {
      const rows = await rowsOf(part, 'select max(id) from comments').catch(() => [[null]])
      if (Number((rows[0] as unknown[])[0] ?? 0) > 500) return
      await sleep(5)
    }
  }
})

test('what cannot be copied is refused with a reason', async () => {
  const { name, address } = await sourceOf('plain')
  const target = await freshDatabase('sqlite')
  const adopt = (from: string, ...words: string[]) =>
    runHere(['adopt', CONFORMANCE_PROJECT, '--from', from, '--database', flagOf(target), ...words])
  expect((await adopt('postgres://x/y')).error).toContain('is not the address of a MySQL or MariaDB database')
  expect((await adopt('mysql://localhost')).error).toContain('does not name a database')
  expect((await adopt('mysql://root@127.0.0.1:1/x')).error).toMatch(
    /Cannot open the database mysql:\/\/127.0.0.1:1\/x\n.*ECONNREFUSED/s,
  )
  expect((await adopt(address.replace('root@', 'root:wrong@'))).error).toContain('Access denied')
  expect((await adopt(address, '--timezone', 'Mars')).error).toContain('expected a time zone')
  await server.run(name, 'drop table strapi_core_store_settings')
  expect((await adopt(address)).error).toContain('neither Populus nor Strapi created them')
  await server.run(name, 'create table strapi_migrations_internal (id int)')
  expect((await adopt(address)).error).toContain('created by Strapi v5')
  expect(target.client === 'sqlite' && existsSync(target.filename)).toBe(false)
})

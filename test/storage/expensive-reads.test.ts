/** Reads that take long: they keep nobody else waiting, have a deadline, and end when nobody waits for them any more. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../../src/sql/statement.ts'
import { type Database, type ReadOptions, type ReadSteps, steps } from '../../src/storage/database.ts'
import { openPostgres } from '../../src/storage/postgres/postgres-database.ts'
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts'
import { CLIENTS, type Client, freshDatabase } from '../support/databases.ts'
import { execute, query } from './small-world.ts'

const TIMEOUT = 1500
const EXPENSIVE: ReadOptions = { expensive: true }

/** Counts so far that it never ends in a test; `marker` makes one text different from another. */
const endless = (marker = '') =>
  `with recursive c(x) as (select 1 union all select x + 1 from c where x < 2000000000) select count(*) ${marker} from c`

/** Takes some time, but ends. */
const LONG = 'with recursive c(x) as (select 1 union all select x + 1 from c where x < 500000) select count(*) from c'

const one = (text: string): ReadSteps<readonly (readonly Row[])[]> => steps({ text, values: [] })

/** For tests that end the reads themselves. */
const NEVER = 600_000

async function openWithReaders(client: Client, timeout: number): Promise<Database> {
  const config = await freshDatabase(client)
  const database =
    config.client === 'sqlite'
      ? await openSqlite({ filename: config.filename, readers: 2, timeout })
      : await openPostgres({ ...config, expensive: 2, statementTimeout: timeout })
  await execute(database, 'create table t (id integer)', 'insert into t values (1)')
  return database
}

describe.each(CLIENTS)('reads that take long on %s', client => {
  let database: Database

  beforeEach(async () => {
    database = await openWithReaders(client, NEVER)
  })
  afterEach(() => database.close())

  const read = (text: string, options: ReadOptions = EXPENSIVE) => database.read(one(text), options)

  test('end at the deadline, which the error names, and others are served meanwhile', async () => {
    await database.close()
    database = await openWithReaders(client, TIMEOUT)
    let running = true
    const endlessReads = Promise.allSettled([read(endless('as a')), read(endless('as b'))]).finally(() => {
      running = false
    })
    let meanwhile = 0
    while (running) {
      await database.catchUp()
      expect(await database.read(one('select id from t'), {})).toEqual([[[1]]])
      if (running) meanwhile += 1
      await sleep(20)
    }
    expect(meanwhile).toBeGreaterThan(0)
    for (const result of await endlessReads) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: {
          key: 'tooSlow',
          message: `The query took longer than ${TIMEOUT} ms (setting limits.statementTimeout)`,
        },
      })
    }
    expect(await read('select id from t')).toEqual([[[1]]])
    expect(database.expensiveReads()).toMatchObject({ running: 0, waiting: 0, ended: 2 })
  })

  test('end when their client goes away, and make room for the next one', async () => {
    const clients = Array.from({ length: 3 }, () => new AbortController())
    const reads = clients.map(({ signal }, index) =>
      read(endless(`as gone${index}`), { expensive: true, gone: () => signal }),
    )
    const ended = Promise.allSettled(reads)
    await expect.poll(() => database.expensiveReads()).toMatchObject({ running: 2, waiting: 1 })
    for (const { abort } of clients.map(client => ({ abort: () => client.abort() }))) abort()
    for (const result of await ended) expect(result).toMatchObject({ reason: { key: 'clientGone' } })
    expect(await read('select id from t')).toEqual([[[1]]])
    expect(database.expensiveReads()).toMatchObject({ running: 0, waiting: 0, ended: 2 })
    if (client === 'postgres') {
      const running = `select 1 from pg_stat_activity where state = 'active' and query like '%as gone%' and pid <> pg_backend_pid()`
      await expect.poll(() => query(database, running)).toEqual([])
    }
  })

  test('wait for each other in a bounded queue, beside which cheap reads pass', async () => {
    const client = new AbortController()
    const gone = () => client.signal
    setMaxListeners(30, client.signal)
    const reads = Array.from({ length: 22 }, () => read(endless(), { expensive: true, gone }))
    const ended = Promise.allSettled(reads)
    await expect(read('select 1')).rejects.toMatchObject({
      key: 'tooManyExpensive',
      status: 503,
      retryAfter: 5,
      message: 'More than 2 expensive queries came at the same time (setting limits.expensiveQueries)',
    })
    expect(await database.read(one('select id from t'), {})).toEqual([[[1]]])
    client.abort()
    expect((await ended).filter(({ status }) => status === 'rejected')).toHaveLength(22)
  })

  test('see one snapshot although somebody writes between their levels', async () => {
    let writing: Promise<void> | undefined
    function* twice(): ReadSteps<unknown> {
      const [before] = yield [{ text: 'select id from t order by id', values: [] }]
      writing = execute(database, 'insert into t values (2)')
      yield [{ text: LONG, values: [] }]
      const [after] = yield [{ text: 'select id from t order by id', values: [] }]
      return [before, after]
    }
    const [before, after] = (await database.read(twice(), EXPENSIVE)) as readonly unknown[]
    expect(after).toEqual(before)
    await writing
    expect(await read('select id from t order by id')).toEqual([[[1], [2]]])
  })

  test('belong to the versions, or say that they do not', async () => {
    await database.catchUp()
    const unchanged = (text: string) => database.readUnchanged(['t'], one(text), EXPENSIVE)
    expect(await unchanged('select id from t')).toEqual([[[1]]])
    const reading = unchanged(LONG)
    await execute(database, 'insert into t values (2)')
    expect(await reading).toBeUndefined()
    await database.catchUp()
    expect(await unchanged('select count(*) from t')).toBeDefined()
  })

  test('tell what is wrong with a statement as others do', async () => {
    await expect(read('select nothing from nowhere')).rejects.toMatchObject({ key: 'internal' })
    expect(await read('select id from t')).toEqual([[[1]]])
  })
})

describe('SQLite', () => {
  test('runs elsewhere the second time what took long the first time', async () => {
    const { filename } = await freshDatabase('sqlite')
    const database = await openSqlite({ filename, readers: 1, timeout: NEVER })
    const first = await database.read(one(LONG), {})
    expect(database.expensiveReads().processes).toBe(0)
    expect(await database.read(one(LONG), {})).toEqual(first)
    expect(database.expensiveReads().processes).toBe(1)
    await database.close()
  })

  test('a process ends with its server, in the middle of a statement', async () => {
    const { filename } = await freshDatabase('sqlite')
    const built = new URL('../../dist/storage/sqlite/sqlite-database.js', import.meta.url).href
    const program = `const { openSqlite } = await import(${JSON.stringify(built)})
      const database = await openSqlite({ filename: ${JSON.stringify(filename)}, readers: 1, timeout: 600_000 })
      const never = (function* () { yield [{ text: ${JSON.stringify(endless())}, values: [] }] })()
      await database.read(never, { expensive: true })`
    const server = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
    const readers = () => {
      const { stdout } = spawnSync('pgrep', ['-f', `reader-process.*${filename}`], { encoding: 'utf8' })
      return stdout.split('\n').filter(line => line !== '').length
    }
    await expect.poll(readers).toBe(1)
    server.kill('SIGKILL')
    await expect.poll(readers).toBe(0)
  })

  test('in memory has no other processes', async () => {
    const database = await openSqlite({ filename: ':memory:', readers: 2 })
    expect(await database.read(one(LONG), EXPENSIVE)).toEqual([[[500_000]]])
    expect(database.expensiveReads()).toEqual({ running: 0, waiting: 0, ended: 0, processes: 0 })
    await database.close()
  })

  test('a process that was killed by somebody else is replaced', async () => {
    const { filename } = await freshDatabase('sqlite')
    const database = await openSqlite({ filename, readers: 1, timeout: NEVER })
    const reading = database.read(one(endless()), EXPENSIVE)
    const failed = expect(reading).rejects.toMatchObject({ key: 'unavailable', status: 503 })
    const child = () => execFileSync('pgrep', ['-f', `reader-process.*${filename}`]).toString()
    await expect.poll(() => database.expensiveReads().processes).toBe(1)
    await sleep(500)
    process.kill(Number(child()), 'SIGKILL')
    await failed
    expect(await database.read(one('select 1'), EXPENSIVE)).toEqual([[[1]]])
    await database.close()
    await expect.poll(() => database.expensiveReads().processes).toBe(0)
  })

  test('without a write-ahead log a long read does not hold up a write for good', async () => {
    const { filename } = await freshDatabase('sqlite')
    const database = await openSqlite({ filename, writeAheadLog: false, readers: 1, timeout: NEVER })
    await execute(database, 'create table t (id integer)', 'insert into t values (1)')
    function* long(): ReadSteps<unknown> {
      yield [{ text: 'select id from t', values: [] }]
      return yield [{ text: `${endless()} where (select id from t limit 1) = 1`, values: [] }]
    }
    const reading = expect(database.read(long(), EXPENSIVE)).rejects.toMatchObject({ key: 'unavailable' })
    // The process may need a while to begin; from then on the next write ends the read.
    let ended = false
    const end = reading.finally(() => (ended = true))
    let last = 1
    while (!ended) {
      await sleep(500)
      last += 1
      await execute(database, `insert into t values (${last})`)
    }
    await end
    expect(await query(database, 'select max(id) from t')).toEqual([[last]])
    await database.close()
  })
})

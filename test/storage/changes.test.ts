/** What is known of changes, by whomever. On PostgreSQL a server of its own: other databases of a server count as others. */
import { setTimeout } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, type ReadSteps, steps } from '../../src/storage/database.ts'
import { openPostgres } from '../../src/storage/postgres/postgres-database.ts'
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts'
import { CLIENTS, freshDatabase, postgresConfig } from '../support/databases.ts'
import { type PostgresServer, startPostgresServer } from '../support/servers/embedded-server.ts'
import { execute, query } from './small-world.ts'

const INSERT = { text: 'insert into t values (1)', values: [], tables: ['t'] }

describe.each(CLIENTS)('on %s', client => {
  let server: PostgresServer | undefined
  let one: Database
  let other: Database
  /** Writes without us. */
  let foreign: (text: string) => Promise<unknown>
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    if (client === 'postgres') {
      server = await startPostgresServer()
      const config = { ...postgresConfig(server.url, 'postgres'), statementTimeout: 5000 }
      ;[one, other] = [await openPostgres(config), await openPostgres(config)]
      const sql = postgres(server.url, { max: 1 })
      foreign = text => sql.unsafe(text)
      closing.push(() => sql.end())
    } else {
      const place = await freshDatabase('sqlite')
      if (place.client !== 'sqlite') return
      const { filename } = place
      ;[one, other] = [await openSqlite({ filename }), await openSqlite({ filename })]
      const file = new Sqlite(filename)
      foreign = async text => file.exec(text)
      closing.push(async () => file.close())
    }
    await execute(one, 'create table t (id integer)')
    await execute(one, 'create table u (id integer)')
    await one.catchUp()
  })

  afterAll(async () => {
    await Promise.all([one.close(), other.close(), ...closing.map(close => close())])
    await server?.remove()
  })

  test('a write is told once: an answer that was made after it is not made again', async () => {
    const told = one.versions.now
    await one.write(transaction => transaction.run(INSERT))
    expect(one.versions.now).toBe(told + 1)
    await one.catchUp()
    expect(one.versions.now).toBe(told + 1)
  })

  test('a write counts for the tables that its statements name, and only those', async () => {
    const [t, u] = [one.versions.latest(['t']), one.versions.latest(['u'])]
    await one.write(async transaction => {
      await transaction.run({ text: 'select 1', values: [] })
      await transaction.run(INSERT)
    })
    expect(one.versions.latest(['u', 't'])).toBeGreaterThan(t)
    await one.catchUp()
    expect(one.versions.latest(['u'])).toBe(u)
  })

  test('a write whose statements name no table counts for all', async () => {
    const before = one.versions.latest(['u'])
    await execute(one, 'insert into t values (1)')
    expect(one.versions.latest(['u'])).toBeGreaterThan(before)
    await one.catchUp()
  })

  test('reads count for nothing, nor does what was rolled back', async () => {
    await one.catchUp()
    const before = one.versions.now
    await query(one, 'select 1')
    await one.write(transaction => transaction.run({ text: 'select 1', values: [] }))
    const refused = one.write(async transaction => {
      await transaction.run(INSERT)
      throw new Error('no')
    })
    await expect(refused).rejects.toThrow('no')
    expect(one.versions.now).toBe(before)
  })

  test('a write of another process is known after catching up, however soon', async () => {
    for (let round = 0; round < 100; round += 1) {
      await one.catchUp()
      const before = one.versions.latest(['t'])
      await other.write(transaction => transaction.run(INSERT))
      await one.catchUp()
      const after = one.versions.latest(['t'])
      expect(after).toBeGreaterThan(before)
      await one.catchUp()
      expect(one.versions.latest(['t'])).toBe(after)
    }
  })

  if (client === 'postgres')
    test('what another process announces leaves the other tables as they are', async () => {
      await one.catchUp()
      const before = one.versions.latest(['u'])
      await Promise.all([other, one, other, one].map(database => database.write(run => run.run(INSERT))))
      await one.catchUp()
      expect(one.versions.latest(['u'])).toBe(before)
    })

  test('a foreign write that nobody announces is known after catching up', async () => {
    for (let round = 0; round < 100; round += 1) {
      await one.catchUp()
      const before = one.versions.latest(['t'])
      await foreign('insert into t values (2)')
      await one.catchUp()
      expect(one.versions.latest(['t'])).toBeGreaterThan(before)
    }
  })

  test('a foreign write is known that was committed while a write of ours was running', async () => {
    await one.catchUp()
    const before = one.versions.latest(['u'])
    if (client === 'postgres') {
      await one.write(async transaction => {
        await transaction.run(INSERT)
        await foreign('insert into u values (3)')
      })
    } else {
      await foreign('insert into u values (3)')
      await one.write(async transaction => {
        await transaction.run(INSERT)
        await one.catchUp()
        expect(one.versions.latest(['u'])).toBeGreaterThan(before)
      })
    }
    await one.catchUp()
    expect(one.versions.latest(['u'])).toBeGreaterThan(before)
  })

  test('what is read without a transaction counts only while nobody changes its tables', async () => {
    const select = { text: 'select count(*) from t', values: [] }
    const read = () => one.readUnchanged(['t'], steps(select))
    await one.catchUp()
    const [[before]] = (await read()) as [[readonly unknown[]]]
    await foreign('insert into t values (4)')
    expect(await read()).toBeUndefined()
    await one.catchUp()
    expect(await read()).toEqual([[[Number(before![0]) + 1]]])
  })

  test('a change between two levels is noticed', async () => {
    const pause = client === 'postgres' ? 'select pg_sleep(0.5)' : 'select 1'
    let insert: Promise<unknown> | undefined
    function* levels(): ReadSteps<boolean> {
      yield [{ text: pause, values: [] }]
      if (client === 'sqlite') insert = foreign('insert into t values (5)')
      yield [{ text: 'select count(*) from t', values: [] }]
      return true
    }
    await one.catchUp()
    const reading = one.readUnchanged(['t'], levels())
    if (client === 'postgres') insert = setTimeout(100).then(() => foreign('insert into t values (5)'))
    expect(await reading).toBeUndefined()
    await insert
  })

  if (client === 'postgres')
    test('after the listening connection was cut, everything may have changed', async () => {
      await one.catchUp()
      const before = one.versions.latest(['u'])
      await foreign(`select pg_terminate_backend(pid) from pg_stat_activity where query ilike '%txid_current_snapshot%'
      and pid <> pg_backend_pid()`)
      await expect
        .poll(() =>
          one.catchUp().then(
            () => true,
            () => false,
          ),
        )
        .toBe(true)
      expect(one.versions.latest(['u'])).toBeGreaterThan(before)
      const after = one.versions.latest(['u'])
      await other.write(transaction => transaction.run(INSERT)).catch(() => {})
      await one.catchUp()
      expect(one.versions.latest(['t'])).toBeGreaterThan(after)
    })
})

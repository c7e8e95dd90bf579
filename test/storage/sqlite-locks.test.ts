import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts'
import { PROJECT } from '../content/write/write-app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { freshDatabase } from '../support/databases.ts'
import { asOthers } from '../support/reads-inside-writes.ts'
import { holdLock } from '../support/servers/hold-lock.ts'
import { execute, query } from './small-world.ts'

describe.each([
  ['with a write-ahead log', true],
  ['with the journal that Strapi leaves', false],
])('a SQLite file %s', (_, writeAheadLog) => {
  test('waits for a lock of another process without blocking this one', async () => {
    const { filename } = await freshDatabase('sqlite')
    const database = await openSqlite({ filename, writeAheadLog })
    await execute(database, 'create table t (id integer)')
    const stranger = new Sqlite(filename)
    stranger.exec('begin exclusive; insert into t values (1)')
    let ticks = 0
    const ticking = setInterval(() => {
      ticks += 1
    }, 20)
    setTimeout(() => stranger.exec('commit'), 400)
    await execute(database, 'insert into t values (2)')
    expect(await query(database, 'select id from t order by id')).toEqual([[1], [2]])
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(2)
    stranger.close()
    await database.close()
  })

  test('is read while it is being written', async () => {
    const { filename } = await freshDatabase('sqlite')
    const database = await openSqlite({ filename, writeAheadLog })
    await execute(database, 'create table t (id integer, filler text)')
    await database.write(async transaction => {
      // More than the page cache holds, which must not spill into the file before the commit.
      for (let id = 0; id < 20; id += 1) {
        await transaction.run({ text: 'insert into t values (?, ?)', values: [id, 'x'.repeat(500_000)] })
      }
      expect(await asOthers(() => query(database, 'select count(*) from t'))).toEqual([[0]])
    })
    expect(await query(database, 'select count(*) from t')).toEqual([[20]])
    await database.close()
  })

  test('sees changes of another process', async () => {
    const { filename } = await freshDatabase('sqlite')
    const database = await openSqlite({ filename, writeAheadLog })
    await execute(database, 'create table t (id integer)')
    await database.catchUp()
    const before = database.versions.latest(['t'])
    await database.catchUp()
    expect(database.versions.latest(['t'])).toBe(before)
    const stranger = new Sqlite(filename)
    stranger.exec('insert into t values (1)')
    stranger.close()
    await database.catchUp()
    expect(database.versions.latest(['t'])).toBeGreaterThan(before)
    await database.close()
  })
})

test('a write lock that another process holds delays writes only', async () => {
  const database = await freshDatabase('sqlite')
  const app = await buildTestApp({ folder: PROJECT, database, dialect: 'strapi4', development: false })
  const { address } = await app.listen()
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${address}${path}`, init)
    await response.arrayBuffer()
    return response.status
  }
  const create = (code: string) => {
    const body = JSON.stringify({ data: { title: code, code } })
    return ask('/api/items', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
  expect(await create('first')).toBe(200)
  expect(await ask('/api/items')).toBe(200)

  const { release } = await holdLock(database.filename, 'begin immediate', 'update items set title = 1')
  const writes = Promise.all(['a', 'b', 'c'].map(create))
  // A lock that is waited for by sleeping would stop these until the writes have been refused.
  for (let round = 0; round < 2; round += 1) {
    expect(await ask('/_health')).toBe(204)
    expect(await ask('/api/items')).toBe(200)
    expect(await ask(`/api/items?filters[id][$gt]=${round}`)).toBe(200)
  }
  await release()
  expect(await writes).toEqual([200, 200, 200])
})

test('writers that queue behind the lock of another process give up together', async () => {
  const { filename } = await freshDatabase('sqlite')
  const database = await openSqlite({ filename })
  await execute(database, 'create table t (id integer)')
  const { release } = await holdLock(filename, 'begin immediate')
  const refused = await Promise.allSettled(
    Array.from({ length: 10 }, (_, id) => execute(database, `insert into t values (${id})`)),
  )
  for (const result of refused)
    expect(result).toMatchObject({ status: 'rejected', reason: { key: 'unavailable', status: 503 } })
  await release()
  await execute(database, 'insert into t values (11)')
  expect(await query(database, 'select id from t')).toEqual([[11]])
  await database.close()
})

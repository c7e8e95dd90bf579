import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts'
import { freshDatabase } from '../support/databases.ts'
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
      expect(await query(database, 'select count(*) from t')).toEqual([[0]])
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

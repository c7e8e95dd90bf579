/** Processes on one SQLite file learn the rows of each other's writes, and notice everybody who does not announce them. */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeEach, expect, test } from 'vitest'
import type { Dependencies } from '../../src/kept/dependencies/dependencies.ts'
import { packIds } from '../../src/kept/dependencies/id-sets.ts'
import { insertRow, updateRow } from '../../src/sql/compile-write.ts'
import type { Database } from '../../src/storage/database.ts'
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts'
import { cleanUp } from '../support/clean-up.ts'
import { freshDatabase } from '../support/databases.ts'

const ROWS = 5

/** What shows one row of `t`. */
function showing(id: number): Dependencies {
  const row = { key: 'id', set: 0, columns: new Set(['title']) }
  return { plan: { tables: new Map([['t', { watch: null, rows: [row] }]]), sets: 1, bytes: 0 }, ids: packIds([[id]]) }
}

let filename: string
let one: Database
let other: Database
let foreign: Sqlite.Database

async function open(options: { readonly writeAheadLog?: boolean } = {}): Promise<Database> {
  const database = await openSqlite({ filename, ...options })
  cleanUp(() => database.close())
  return database
}

async function write(database: Database, id: number, title = Math.random().toString()): Promise<void> {
  const { dialect } = database
  const statement = dialect.bind(dialect.compile(updateRow('t', new Map([['title', title]]), id)))
  await database.write(transaction => transaction.run(statement))
}

/** The rows of which a process learns that they have changed. */
async function learned(database: Database, work: () => Promise<unknown>): Promise<readonly number[]> {
  const before = database.versions.now
  await work()
  await database.catchUp()
  const ids = Array.from({ length: ROWS }, (_, index) => index + 1)
  return ids.filter(id => database.versions.hasTouched(showing(id), before))
}

function openLog(): Sqlite.Database {
  const log = new Sqlite(filename.replace(/\.db$/, '.populus.changes.db'))
  cleanUp(() => log.close())
  return log
}

const ALL = [1, 2, 3, 4, 5]

/** Both processes know each other. */
async function start(options: { readonly writeAheadLog?: boolean } = {}): Promise<void> {
  one = await open(options)
  const { dialect } = one
  const insertion = insertRow('t', new Map([['title', 'x']]))
  await one.write(async transaction => {
    await transaction.run({ text: 'create table t (id integer primary key autoincrement, title text)', values: [] })
    for (let row = 0; row < ROWS; row += 1) await transaction.run(dialect.bind(dialect.compile(insertion)))
  })
  other = await open(options)
  foreign = new Sqlite(filename)
  cleanUp(() => foreign.close())
  for (const database of [one, other, one]) {
    await write(database, 1)
    for (const each of [one, other]) await each.catchUp()
  }
}

beforeEach(async () => {
  filename = (await freshDatabase('sqlite')).filename
})

test('what another process writes touches its row, in any order of writers', async () => {
  await start()
  expect(await learned(other, () => write(one, 2))).toEqual([2])
  expect(await learned(other, () => write(one, 3))).toEqual([3])
  const mixed = async () => {
    for (const [id, database] of [one, other, other, one, other].entries()) if (id !== 3) await write(database, id + 1)
  }
  expect(await learned(other, mixed)).toEqual([1, 2, 3, 5])
  expect(await learned(one, async () => {})).toEqual([2, 3, 5])
  const third = await open()
  await third.catchUp()
  expect(await learned(one, () => write(third, 4))).toEqual([4])
  expect(await learned(other, async () => {})).toEqual([4])
})

test('a commit by another program is noticed, wherever it comes', async () => {
  await start()
  const change = () => foreign.exec(`update t set title = title || 'x' where id = 5`)
  const orders: readonly (() => unknown)[][] = [
    [change],
    [change, () => write(one, 1)],
    [() => write(one, 1), change],
    [() => write(one, 1), change, () => write(one, 1)],
    [() => write(other, 1), change, () => write(one, 1)],
    // Writes nothing, so that the number of commits is that of the entries.
    [() => write(one, 2, 'same'), () => write(one, 2, 'same'), change],
    [change, () => foreign.pragma('wal_checkpoint(truncate)'), () => write(one, 1)],
  ]
  for (const order of orders) {
    const work = async () => {
      for (const step of order) await step()
    }
    expect(await learned(other, work)).toEqual(ALL)
    expect(await learned(other, () => write(one, 2))).toEqual([2])
  }
})

test('the log may be emptied and started again in between', async () => {
  await start()
  await write(one, 1)
  foreign.pragma('wal_checkpoint(truncate)')
  expect(await learned(other, () => write(one, 2))).toContain(2)
  await other.catchUp()
  expect(await learned(other, () => write(one, 3))).toEqual([3])
})

test('a process that is far behind drops everything, and knows the details again afterwards', async () => {
  await start()
  const work = async () => {
    await write(one, 1)
    // The next entry deletes those that are a thousand entries old.
    openLog().exec('update sqlite_sequence set seq = 1199')
    await write(one, 1)
  }
  expect(await learned(other, work)).toEqual(ALL)
  expect(openLog().prepare('select id from commits').pluck().all()).toEqual([1200])
  expect(await learned(other, () => write(one, 2))).toEqual([2])
})

test('nobody waits for the entry of a process that has stopped', async () => {
  await start()
  const log = openLog()
  const work = async () => {
    foreign.exec(`update t set title = 'new' where id = 4`)
    log.exec('begin immediate')
  }
  expect(await learned(other, work)).toEqual(ALL)
  log.exec('rollback')
  expect(await learned(other, () => write(one, 2))).toEqual([2])
})

test('without a write-ahead log, and where the file cannot be made, every write of others counts for all', async () => {
  await start({ writeAheadLog: false })
  expect(await learned(other, () => write(one, 2))).toEqual(ALL)
  filename = join(dirname(filename), 'next.db')
  mkdirSync(join(dirname(filename), 'next.populus.changes.db'))
  await start()
  expect(await learned(other, () => write(one, 2))).toEqual(ALL)
})

test('a database is closed once, however often it is told to', async () => {
  await start()
  await other.close()
  await one.close()
  await one.close()
})

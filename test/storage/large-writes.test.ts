/** A transaction on SQLite may be larger than the memory, if its writer says so. What it has written before its end is in the log then. */
import { statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { WriteOptions } from '../../src/storage/database.ts'
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts'
import { freshDatabase } from '../support/databases.ts'
import { asOthers } from '../support/reads-inside-writes.ts'
import { execute, query } from './small-world.ts'

/** Twice what the page cache holds. */
const ROWS = 64
const FILLER = 'x'.repeat(500_000)

async function openTable(writeAheadLog: boolean) {
  const { filename } = await freshDatabase('sqlite')
  const database = await openSqlite({ filename, writeAheadLog })
  await execute(database, 'create table t (id integer, filler text)')
  const logged = () => statSync(`${filename}-wal`, { throwIfNoEntry: false })?.size ?? 0
  /** How much the log has grown before the end, and what others saw then. */
  const write = (options?: WriteOptions) =>
    database.write(async transaction => {
      const before = logged()
      for (let id = 0; id < ROWS; id += 1)
        await transaction.run({ text: 'insert into t values (?, ?)', values: [id, FILLER] })
      return { grown: logged() - before, seen: await asOthers(() => query(database, 'select count(*) from t')) }
    }, options)
  /** Starts again with an empty table and log. */
  const empty = async () => {
    await execute(database, 'delete from t')
    if (writeAheadLog) await query(database, 'pragma wal_checkpoint(truncate)')
  }
  return { database, write, empty }
}

describe('with a write-ahead log', () => {
  test('every unlimited write is in the log before its end, and nobody sees it; the others are in memory', async () => {
    const { database, write, empty } = await openTable(true)
    for (const unlimited of [true, false, true]) {
      const { grown, seen } = await write({ unlimited })
      if (unlimited) expect(grown).toBeGreaterThan(ROWS * FILLER.length * 0.4)
      else expect(grown).toBe(0)
      expect(seen).toEqual([[0]])
      expect(await query(database, 'select count(*) from t')).toEqual([[ROWS]])
      await empty()
    }
    await database.close()
  })

  test('one that fails changes nothing, and the next one is in memory again', async () => {
    const { database, write } = await openTable(true)
    const failing = database.write(
      async transaction => {
        for (let id = 0; id < ROWS; id += 1)
          await transaction.run({ text: 'insert into t values (?, ?)', values: [id, FILLER] })
        throw new Error('not today')
      },
      { unlimited: true },
    )
    await expect(failing).rejects.toThrow('not today')
    expect(await query(database, 'select count(*) from t')).toEqual([[0]])
    expect((await write()).grown).toBe(0)
    await database.close()
  })
})

test('with the journal that Strapi leaves, our own reader is not locked out', async () => {
  const { database, write } = await openTable(false)
  expect((await write({ unlimited: true })).seen).toEqual([[0]])
  expect(await query(database, 'select count(*) from t')).toEqual([[ROWS]])
  await database.close()
})

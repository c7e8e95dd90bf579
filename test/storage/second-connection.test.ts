/** A transaction never waits for a second connection: the check that all tests are under, and the limit of one connection. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/sql/fragment.ts'
import { changeAlone } from '../../src/storage/change-alone.ts'
import type { Database } from '../../src/storage/database.ts'
import { steps } from '../../src/storage/database.ts'
import { openPostgres } from '../../src/storage/postgres/postgres-database.ts'
import { readingFrom } from '../../src/storage/run-fragment.ts'
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts'
import { cleanUp } from '../support/clean-up.ts'
import { CLIENTS, type Client, freshDatabase } from '../support/databases.ts'
import { SecondConnectionInsideWrite, takeReadsInsideWrites } from '../support/reads-inside-writes.ts'

const ONE = { text: 'select 1', values: [] }

async function open(client: Client): Promise<Database> {
  const config = await freshDatabase(client)
  const database =
    config.client === 'sqlite'
      ? await openSqlite(config)
      : await openPostgres({ ...config, pool: 1, statementTimeout: 5000 })
  cleanUp(() => database.close())
  return database
}

describe.each(CLIENTS)('on %s', client => {
  test('the work of a transaction that reads past it is told what to do', async () => {
    const database = await open(client)
    const asks = [
      () => database.read(steps(ONE)),
      () => database.readUnchanged([], steps(ONE)),
      () => readingFrom(database)(sql`select 1`),
      () => database.write(transaction => transaction.run(ONE)),
    ]
    for (const ask of asks) {
      await expect(database.write(ask)).rejects.toThrow(SecondConnectionInsideWrite)
      await expect(changeAlone(database, 'something', ask)).rejects.toThrow('read with the `run`')
      // Also if nobody hears of it.
      await database.write(() => Promise.resolve(ask()).catch(() => undefined))
    }
    expect(takeReadsInsideWrites()).toHaveLength(3 * asks.length)
  })

  test('what the transaction itself asks, another database, and what comes after it, are fine', async () => {
    const [database, other] = [await open(client), await open(client)]
    const read = () => database.read(steps(ONE))
    const later = await database.write(async transaction => {
      await transaction.run(ONE)
      await other.write(inner => inner.run(ONE))
      await other.read(steps(ONE))
      return { read: () => read() }
    })
    expect(await later.read()).toEqual([[[1]]])
    expect(await Promise.all([read(), database.write(transaction => transaction.run(ONE)), read()])).toHaveLength(3)
  })
})

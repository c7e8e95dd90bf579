/** A backup of a database that Strapi made: the same tables, rows and answers, on both databases and across them. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { runHere } from '../cli/run-here.ts'
import { CLIENTS, type Client, freshDatabase, onServer, temporaryFolder } from '../support/databases.ts'
import { selectRows } from '../support/worlds/select-rows.ts'
import { adoptedAnswers, adoptedDatabase, adoptedProject } from './adopted-project.ts'
import { backUp, databaseFlag, restore } from './backups.ts'
import { type WholeDatabase, wholeDatabase } from './whole-database.ts'

/** Four restores with all that they check, on a busy machine. */
const SLOW = 600_000

interface Source {
  readonly database: DatabaseConfig
  readonly folder: string
  readonly file: string
  readonly whole: WholeDatabase
}

const sources = new Map<Client, Source>()

beforeAll(async () => {
  for (const client of CLIENTS) {
    const database = await adoptedDatabase(client)
    const folder = adoptedProject()
    const whole = await wholeDatabase(database)
    sources.set(client, { database, folder, whole, file: await backUp(folder, database) })
  }
})

/** Restores the archive, and backs up what came of it. */
async function restored(file: string, client: Client) {
  const database = await freshDatabase(client)
  const folder = await restore(file, database)
  return { database, folder, file: await backUp(folder, database), whole: await wholeDatabase(database) }
}

describe.each(CLIENTS)('%s', client => {
  test(
    'is restored to the same tables, with the same rows, keys, indexes and next ids',
    async () => {
      const { whole, file, folder, database } = sources.get(client)!
      const copy = await restored(file, client)
      expect(Object.keys(copy.whole.rows)).toEqual(Object.keys(whole.rows))
      expect(copy.whole.rows).toEqual(whole.rows)
      expect(copy.whole.structure).toEqual(whole.structure)
      expect(await adoptedAnswers(copy.folder, copy.database)).toEqual(await adoptedAnswers(folder, database))
      // A start has changed nothing that is Strapi's.
      expect((await wholeDatabase(copy.database)).rows).toEqual(whole.rows)
    },
    SLOW,
  )

  test(
    'is the same after a way over the other database and back',
    async () => {
      const { whole, file } = sources.get(client)!
      const over = await restored(file, client === 'sqlite' ? 'postgres' : 'sqlite')
      const back = await restored(over.file, client)
      for (const [table, rows] of Object.entries(whole.rows)) {
        if (client === 'postgres' && table === 'shop_customers') continue
        expect([table, back.whole.rows[table]!.map(comparable).sort()]).toEqual([table, rows.map(comparable).sort()])
      }
      const [customer] = await selectRows(back.database, 'shop_customers', ['id', 'points', 'note', 'opens', 'ratio'])
      expect(customer?.slice(2, 3)).toEqual(["line\ntwo 'quoted' ☃"])
      const orders = await selectRows(back.database, 'shop_orders', ['number', 'line', 'customer'])
      expect(orders.map(row => row.map(Number))).toEqual([
        [1, 1, 7],
        [1, 2, 7],
        [3, 1, 0],
      ])
    },
    SLOW,
  )
})

/** PostgreSQL puts the keys of JSON values into an order of its own, and SQLite has milliseconds. */
function comparable(row: string): string {
  const sorted = (_key: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value
  if (!row.startsWith('[')) return row.replace(/(\d\d:\d\d:\d\d\.\d{3})\d*/g, '$1')
  return JSON.stringify(
    (JSON.parse(row) as unknown[]).map(value => {
      if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
      try {
        return JSON.stringify(JSON.parse(value), sorted)
      } catch {
        return value
      }
    }),
  )
}

test('triggers that announce changes are there again', async () => {
  const { database, folder } = sources.get('postgres')!
  const flags = ['--folder', folder, '--database', databaseFlag(database)]
  expect((await runHere(['triggers', 'install', ...flags])).code).toBe(0)
  const file = await backUp(folder, database)
  await runHere(['triggers', 'remove', ...flags])
  const target = await freshDatabase('postgres')
  const made = await restore(file, target)
  const status = await runHere(['triggers', 'status', '--folder', made, '--database', databaseFlag(target)])
  expect([status.code, status.out]).toEqual([0, expect.stringContaining('articles: announced')])
})

test('keys that rows do not fulfil stay so, and are named', async () => {
  const database = await adoptedDatabase('postgres')
  await onServer(database.client === 'postgres' ? database.url : '', sql =>
    sql.unsafe('alter table shop_orders disable trigger all; insert into shop_orders values (9, 9, 99)'),
  )
  const file = await backUp(adoptedProject(), database)
  const target = await freshDatabase('postgres')
  const words = ['restore', file, join(temporaryFolder(), 'new'), '--database', databaseFlag(target)]
  const done = await runHere(words, { TZ: 'UTC' })
  expect([done.code, done.error]).toEqual([
    0,
    expect.stringContaining('shop_orders.customer refers to rows of shop_customers that do not exist\n'),
  ])
  expect((await selectRows(target, 'shop_orders', ['number'])).length).toBe(4)
})

test.each(CLIENTS)('an archive of an earlier version is restored to %s', async client => {
  const file = fileURLToPath(new URL('./data/former-adopted.tar.gz', import.meta.url))
  const database = await freshDatabase(client)
  const folder = await restore(file, database)
  const answers = await adoptedAnswers(folder, database)
  expect(answers.filter(answer => / 200 /.test(answer)).length).toBeGreaterThan(30)
})

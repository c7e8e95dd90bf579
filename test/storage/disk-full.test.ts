/** A disk without room: what is written then is refused with 503, nothing of it stays, and later writes work again. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts'
import { PROJECT } from '../content/write/write-app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { NO_MOUNT, smallDisk } from '../support/servers/small-disk.ts'
import { execute, query } from './small-world.ts'

const FULL = 'Nothing can be stored, because the disk of the database is full'
const disk = smallDisk(8)
afterAll(() => disk?.unmount())
const DISK = disk?.folder ?? ''
const fillDisk = (left: number) => disk!.fill(left)
const emptyDisk = () => disk!.empty()

describe.skipIf(disk === undefined)(disk === undefined ? NO_MOUNT : 'on a full disk', () => {
  test.each([
    ['with a write-ahead log', true],
    ['with the journal that Strapi leaves', false],
  ])('a transaction leaves nothing behind, %s', async (_, writeAheadLog) => {
    const filename = join(DISK, `log-${writeAheadLog}.db`)
    const database = await openSqlite({ filename, writeAheadLog })
    await execute(database, 'create table t (id integer, filler text)', `insert into t values (0, '')`)
    await database.catchUp()
    fillDisk(300_000)
    const failing = database.write(async transaction => {
      await transaction.run({ text: `update t set filler = 'half'`, values: [] })
      for (let id = 1; id < 20; id += 1) {
        // A caller that passes over the error must not go on outside of a transaction.
        await transaction
          .run({ text: 'insert into t values (?, ?)', values: [id, 'x'.repeat(100_000)] })
          .catch(() => undefined)
      }
    })
    await expect(failing).rejects.toMatchObject({ key: 'databaseFull', status: 503 })
    expect(await query(database, 'select id, filler from t')).toEqual([[0, '']])
    emptyDisk()
    await execute(database, `insert into t values (1, 'after')`)
    expect(await query(database, 'select id, filler from t')).toEqual([
      [0, ''],
      [1, 'after'],
    ])
    await database.close()
  })

  describe('a server', () => {
    let address: string
    const filename = join(DISK, 'data.db')

    beforeAll(async () => {
      const database = { client: 'sqlite', filename } as const
      const app = await buildTestApp({ folder: PROJECT, database, dialect: 'strapi4', development: false })
      address = (await app.listen()).address
    })

    const create = async (code: string, text = '') => {
      const body = JSON.stringify({ data: { title: code, code, text } })
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${address}/api/items`, { method: 'POST', headers, body })
      return { status: response.status, body: await response.json() }
    }
    const codes = async () => {
      const response = await fetch(`${address}/api/items?fields=code&sort=id`)
      expect(response.status).toBe(200)
      const { data } = (await response.json()) as { data: readonly { attributes: { code: string } }[] }
      return data.map(({ attributes }) => attributes.code)
    }

    test('answers writes with 503 and reads as ever', async () => {
      expect((await create('before')).status).toBe(200)
      fillDisk(0)
      let statuses: number[] = []
      for (let round = 0; round < 5; round += 1)
        statuses.push((await create(`full-${round}`, 'x'.repeat(20_000))).status)
      // The log of earlier writes may have had room for one or two.
      statuses = statuses.slice(statuses.indexOf(503))
      expect(new Set(statuses)).toEqual(new Set([503]))
      expect((await create('told')).body).toEqual({
        data: null,
        error: { status: 503, name: 'ServiceUnavailableError', message: FULL },
      })
      const kept = await codes()
      emptyDisk()
      expect((await create('after')).status).toBe(200)
      expect(await codes()).toEqual([...kept, 'after'])
      const file = new Sqlite(filename, { readonly: true })
      expect(file.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
      file.close()
    })
  })
})

/** While a slow query runs, everybody else is answered as ever; and it runs no longer than somebody waits for it. */
import { get } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { PROJECT } from '../content/write/write-app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, onServer } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'

const TOKEN = 'metrics-token'
const ROWS = 12_000
const WORDS = 'all work and no play makes jack a dull boy '

/** Many entries with long texts. */
async function fill(database: DatabaseConfig): Promise<void> {
  const text = WORDS.repeat(40)
  const columns = 'title, code, text, published_at, locale'
  if (database.client === 'postgres') {
    const from = `from generate_series(1, ${ROWS}) as n`
    const values = `select 't' || n, 'c' || n, '${text}' || n, now(), 'en' ${from}`
    await onServer(database.url, sql => sql.unsafe(`insert into items (${columns}) ${values}`))
    return
  }
  const file = new Sqlite(database.filename)
  const numbers = `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${ROWS})`
  const values = `select 't' || n, 'c' || n, '${text}' || n, 1700000000000, 'en' from n`
  file.exec(`insert into items (${columns}) ${numbers} ${values}`)
  file.close()
}

/** Every term looks through all texts and finds nothing. */
const slow = (terms: number) => {
  const each = (_: unknown, index: number) => `filters[$or][${index}][text][$contains]=w%25k%25p%25j%25z${index}`
  return `/api/items?fields=title&${Array.from({ length: terms }, each).join('&')}`
}
const SLOW = slow(30)
/** Takes more than a second, however fast the machine is. */
const VERY_SLOW = slow(100)

describe.each(CLIENTS)('on %s', client => {
  let address: string
  let body: string

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const begun = performance.now()
    const response = await fetch(`${address}${path}`, { headers })
    const text = await response.text()
    return { status: response.status, text, milliseconds: performance.now() - begun }
  }
  const figure = async (name: string) => {
    const { text } = await ask('/metrics', { authorization: `Bearer ${TOKEN}` })
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
  }

  beforeAll(async () => {
    const database = await startedDatabase(client, PROJECT)
    const input = { folder: PROJECT, database, dialect: 'strapi4', development: false } as const
    const app = await buildTestApp({
      ...input,
      metrics: { enabled: true, token: TOKEN },
      limits: { statementTimeout: 60_000 },
    })
    address = (await app.listen()).address
    await fill(database)
    // Whatever was thought of it before, from now on it is known to be slow.
    const first = await ask(SLOW)
    expect(first.status).toBe(200)
    expect(first.milliseconds).toBeGreaterThan(100)
    body = first.text
    expect((await ask('/api/items?fields=code')).status).toBe(200)
  })

  test('liveness and kept answers come at once, and the slow answer is right', async () => {
    const again = SLOW.replace('fields=title', 'fields=title&x=1')
    let running = true
    const answering = ask(again).finally(() => {
      running = false
    })
    let meanwhile = 0
    while (running) {
      const replies = [await ask('/_health'), await ask('/api/items?fields=code')]
      expect(replies.map(({ status }) => status)).toEqual([204, 200])
      if (running) meanwhile += 1
      await sleep(10)
    }
    expect(await answering).toMatchObject({ status: 200, text: body })
    expect(meanwhile).toBeGreaterThan(0)
  })

  test('it ends when its only client goes away, and not before', async () => {
    const before = await figure('populus_expensive_reads_ended_total')
    const path = SLOW.replace('fields=title', 'fields=title&x=2')
    const leaving = get(`${address}${path}`)
    leaving.on('error', () => undefined)
    const staying = ask(path)
    await sleep(200)
    leaving.destroy()
    expect(await staying).toMatchObject({ status: 200, text: body })
    expect(await figure('populus_expensive_reads_ended_total')).toBe(before)

    // Known to be slow after the first time, so that it runs apart.
    expect((await ask(VERY_SLOW)).status).toBe(200)
    // Tried again if it went away before the read had begun.
    let turn = 0
    const comeAndGo = async () => {
      turn += 1
      const alone = get(`${address}${VERY_SLOW}&x=${turn}`)
      alone.on('error', () => undefined)
      await sleep(200)
      alone.destroy()
      await sleep(200)
      return figure('populus_expensive_reads_ended_total')
    }
    await expect.poll(comeAndGo).toBeGreaterThan(before)
    await expect.poll(() => figure('populus_expensive_reads_running')).toBe(0)
  })
})

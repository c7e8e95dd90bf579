/** A large database of Strapi goes into an archive and out of it, in memory that does not grow with it. `BACKUP_ROWS=1000000` is the long form. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { type Running, startPopulus } from '../cli/run-populus.ts'
import { type Client, freshDatabase, onServer, temporaryFolder } from '../support/databases.ts'
import { conformanceDatabase } from '../support/worlds/conformance-data.ts'
import { adoptedProject } from './adopted-project.ts'
import { databaseFlag, ENV } from './backups.ts'

const ROWS = Number(process.env.BACKUP_ROWS ?? 3000)
/** Few rows are small beside the program itself. */
const LOOKS_AT_MEMORY = ROWS >= 100_000
/** How much more memory four times as many rows may take, in MiB. Kept in memory, the rows of the shortest form would take more. */
const MOST_GROWTH = 48
/** The heap is bounded, so that it grows only with what is kept, not with what a busy machine has not collected yet. */
const BOUNDED = { NODE_OPTIONS: '--max-old-space-size=96' }
const MINUTES = 60_000

const COLUMNS = 'title, body, slug, created_at, updated_at, published_at, locale'

async function fill(database: DatabaseConfig, rows: number): Promise<void> {
  if (database.client === 'postgres')
    return onServer(database.url, sql =>
      sql.unsafe(`insert into articles (${COLUMNS}) select 'bulk ' || n, repeat(md5(n::text), 10), 'bulk-' || n,
        now(), now(), now(), 'en' from generate_series(1, ${rows}) n`),
    )
  const file = new SqliteFile(database.filename)
  file.exec(`insert into articles (${COLUMNS}) with recursive n(n) as (select 1 union all select n + 1 from n where n < ${rows})
    select 'bulk ' || n, hex(zeroblob(150)) || n, 'bulk-' || n, 1700000000000, 1700000000000, 1700000000000, 'en' from n`)
  file.close()
}

async function digest(database: DatabaseConfig): Promise<unknown> {
  const query = `select count(*), sum(id), sum(length(body)), max(id), min(title), max(slug) from articles`
  if (database.client === 'sqlite') {
    const file = new SqliteFile(database.filename, { readonly: true })
    const row = file.prepare(query).raw().get() as unknown[]
    file.close()
    return row.map(String)
  }
  let row: unknown
  await onServer(database.url, async sql => {
    row = (await sql.unsafe(query).values())[0]?.map(String)
  })
  return row
}

/** Runs to its end, and tells the most memory that it had, in MiB. */
async function measured(running: Running): Promise<number> {
  let most = 0
  const timer = setInterval(() => {
    const status = existsSync(`/proc/${running.process.pid}/status`)
      ? readFileSync(`/proc/${running.process.pid}/status`, 'utf8')
      : ''
    most = Math.max(most, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
  }, 100)
  const done = await running.finished
  clearInterval(timer)
  expect([done.code, done.error]).toEqual([0, expect.any(String)])
  return Math.round(most)
}

interface Peaks {
  readonly backup: number
  readonly restore: number
}

/** A database with so many rows, there and back. */
async function thereAndBack(from: Client, to: Client, rows: number): Promise<Peaks> {
  const source = await conformanceDatabase(from)
  await fill(source, rows)
  const file = join(temporaryFolder(), 'large.tar.gz')
  const place = ['--folder', adoptedProject(), '--database', databaseFlag(source)]
  const target = await freshDatabase(to)
  const into = join(temporaryFolder(), 'restored')
  const started = Date.now()
  const backup = await measured(startPopulus(['backup', file, ...place], { ...ENV, ...BOUNDED }))
  const between = Date.now()
  const words = ['restore', file, into, '--database', databaseFlag(target)]
  const restore = await measured(startPopulus(words, { TZ: 'UTC', ...BOUNDED }))
  const seconds = [between - started, Date.now() - between].map(time => (time / 1000).toFixed(1))
  expect(await digest(target)).toEqual(await digest(source))
  if (LOOKS_AT_MEMORY)
    console.info(
      `${rows} rows, ${from} to ${to}: backup ${seconds[0]} s ${backup} MiB, restore ${seconds[1]} s ${restore} MiB`,
    )
  return { backup, restore }
}

test.each([
  ['sqlite', 'sqlite'],
  ['sqlite', 'postgres'],
  ['postgres', 'postgres'],
  ['postgres', 'sqlite'],
] as const)(
  `${ROWS} rows of a Strapi database, %s to %s`,
  async (from, to) => {
    const many = await thereAndBack(from, to, ROWS)
    if (!LOOKS_AT_MEMORY) return
    const few = await thereAndBack(from, to, ROWS / 4)
    expect(many.backup - few.backup).toBeLessThan(MOST_GROWTH)
    expect(many.restore - few.restore).toBeLessThan(MOST_GROWTH)
  },
  30 * MINUTES,
)

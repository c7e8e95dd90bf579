/** `populus locales`, beside a running server. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { query } from '../content/write/write-app.ts'
import { CLIENTS, freshDatabase, onServer } from '../support/databases.ts'
import { runHere } from './run-here.ts'
import { addressOf, copyOfBlog, startPopulus } from './run-populus.ts'

test('locales are added, made the default and removed while a server runs', async () => {
  const folder = await copyOfBlog()
  const file = join(folder, 'content/locales.json')
  await writeFile(
    file,
    JSON.stringify([{ code: 'en' }, { code: 'fr', isDefault: true }, { code: 'it', name: 'Italiano' }]),
  )
  const server = startPopulus(['start', folder, '--port', '0'])
  const run = async (...words: string[]) => {
    const { code, out, error } = await runHere(['locales', ...words, '--folder', folder])
    return [code, `${out}${error}`]
  }
  try {
    const address = await addressOf(server)
    const defaults = async () => {
      const answer = await fetch(`${address}/api/pages?fields[0]=locale`)
      const { data } = (await answer.json()) as { data: { attributes: { locale: string } }[] }
      return [...new Set(data.map(({ attributes }) => attributes.locale))]
    }
    expect(await run('list')).toEqual([
      0,
      `CODE  NAME          DEFAULT  ENTRIES
en    English (en)           78
fr    French (fr)   yes      24
it    Italiano               0
`,
    ])
    expect(await run('default', 'en')).toEqual([0, expect.stringMatching(/^English \(en\) is the default: /)])
    expect(await run('add', 'pt-BR')).toEqual([0, expect.stringMatching(/^Added Portuguese \(Brazil\) \(pt-BR\)\n/)])
    expect(await run('add', 'portugese')).toEqual([1, expect.stringContaining('there is no locale portugese')])
    expect(await run('remove', 'pt-BR')).toEqual([0, expect.stringMatching(/^Removed the locale pt-BR\n/)])
    expect(await run('remove', 'en')).toEqual([1, expect.stringContaining('Cannot delete the default locale')])
    const [code, refused] = await run('remove', 'fr')
    expect(code).toBe(1)
    expect(refused).toMatch(/^The locale fr has 24 entries\n/)
    expect(refused).toContain('populus locales remove fr --delete-entries 24 deletes them with it')
    expect(await run('remove', 'fr', '--delete-entries', '24')).toEqual([
      0,
      expect.stringMatching(/^Removed the locale fr and its 24 entries\n/),
    ])
    expect(await defaults()).toEqual(['en'])
    expect(await run('default', 'fr')).toEqual([1, expect.stringContaining('there is no locale fr; available: en, it')])
  } finally {
    server.process.kill('SIGTERM')
    await server.finished
  }
  expect(await readFile(file, 'utf8')).toContain('Italiano')
})

test.each(CLIENTS)(
  'a removal that is killed before its end has changed nothing, and can be repeated, on %s',
  async client => {
    const folder = await copyOfBlog()
    const database = await freshDatabase(client)
    const named = database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url
    const server = startPopulus(['start', folder, '--port', '0', '--database', named])
    await addressOf(server)
    server.process.kill('SIGTERM')
    await server.finished
    const removal = ['locales', 'remove', 'fr', '--delete-entries', '24', '--folder', folder, '--database', named]
    const french = async () => {
      const [entries] = await query(
        database,
        `select (select count(*) from articles where locale = 'fr')
      + (select count(*) from pages where locale = 'fr') + (select count(*) from categories where locale = 'fr')`,
      )
      const locales = await query(database, `select code from i18n_locale order by id`)
      return { entries: Number(entries![0]), locales: locales.flat() }
    }
    const before = await french()
    await slowTrigger(database)
    const removing = startPopulus(removal)
    await expect.poll(() => isInTrigger(database), { interval: 100 }).toBe(true)
    removing.process.kill('SIGKILL')
    await removing.finished
    await withoutTrigger(database)
    expect(before).toEqual({ entries: expect.any(Number), locales: ['en', 'fr'] })
    expect(await french()).toEqual(before)
    const { code, out } = await startPopulus(removal).finished
    expect([code, out]).toEqual([0, expect.stringMatching(/^Removed the locale fr and its 24 entries\n/)])
    expect(await french()).toEqual({ entries: 0, locales: ['en'] })
  },
)

/** The deletion of a locale, which is the last step, takes minutes from now on. */
async function slowTrigger(database: DatabaseConfig): Promise<void> {
  if (database.client === 'sqlite') {
    const file = new SqliteFile(database.filename)
    file.exec(`create view endless as with recursive n(i) as (select 1 union all select i + 1 from n limit 100000000000)
        select count(*) as c from n;
      create trigger slow before delete on i18n_locale begin select c from endless; end`)
    file.close()
    return
  }
  await onServer(database.url, sql =>
    sql.unsafe(`create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(600); return old; end';
      create trigger slow before delete on i18n_locale for each row execute function slow()`),
  )
}

/** On SQLite: somebody holds the write lock for longer than any other step takes. */
async function isInTrigger(database: DatabaseConfig): Promise<boolean> {
  if (database.client === 'postgres') {
    const rows = await query(
      database,
      `select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
    )
    return rows.length > 0
  }
  const file = new SqliteFile(database.filename, { timeout: 2000 })
  try {
    file.exec('begin immediate; rollback')
    return false
  } catch {
    return true
  } finally {
    file.close()
  }
}

async function withoutTrigger(database: DatabaseConfig): Promise<void> {
  if (database.client === 'sqlite') {
    const file = new SqliteFile(database.filename)
    file.exec('drop trigger slow; drop view endless')
    file.close()
    return
  }
  await onServer(database.url, async sql => {
    await sql.unsafe(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await sql.unsafe('drop trigger slow on i18n_locale; drop function slow')
  })
}

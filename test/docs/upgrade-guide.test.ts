/** What docs/guides/upgrade.md promises of a database that a newer version has already opened. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import SqliteFile from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { runHere } from '../cli/run-here.ts'
import { addressOf, copyOfBlog, startPopulus } from '../cli/run-populus.ts'
import { query } from '../content/write/write-app.ts'
import { CLIENTS, freshDatabase, onServer } from '../support/databases.ts'

const page = readFileSync(fileURLToPath(new URL('../../docs/guides/upgrade.md', import.meta.url)), 'utf8')

/** As a later version may leave it: a table and columns that this version does not know, in the content and in our own tables. */
async function visitByNewer(database: DatabaseConfig): Promise<void> {
  const content = `create table strapi_later (id integer primary key, note text);
    alter table articles add column later_note text; update articles set later_note = 'kept'`
  const own = (schema: string) => `create table ${schema}later_things (id integer primary key);
    alter table ${schema}media_journal add column later text`
  if (database.client === 'postgres') return onServer(database.url, sql => sql.unsafe(`${content}; ${own('populus.')}`))
  for (const [filename, text] of [
    [database.filename, content],
    [database.filename.replace(/\.db$/, '.populus.db'), own('')],
  ] as const) {
    const file = new SqliteFile(filename)
    file.exec(text)
    file.close()
  }
}

describe.each(CLIENTS)('on %s', client => {
  test('a version ignores what a newer one has added, and removes nothing', async () => {
    for (const claim of [
      'tables and columns that old versions ignore',
      'nothing is removed',
      'npx populus migrate --plan',
    ])
      expect(page.replace(/\s+/g, ' ')).toContain(claim)
    const folder = await copyOfBlog()
    const database = await freshDatabase(client)
    const named = database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url
    const answers = async () => {
      const server = startPopulus(['start', folder, '--port', '0', '--database', named])
      try {
        const address = await addressOf(server)
        const asked = await fetch(`${address}/api/articles?populate=*&sort=id`)
        expect(asked.status).toBe(200)
        return await asked.text()
      } finally {
        server.process.kill('SIGTERM')
        await server.finished
      }
    }
    const before = await answers()
    await visitByNewer(database)
    const planned = await runHere(['migrate', '--folder', folder, '--plan', '--database', named])
    expect([planned.code, planned.out + planned.error]).toEqual([0, expect.not.stringMatching(/delete|drop|remove/)])
    expect(await answers()).toBe(before)
    expect(await query(database, 'select distinct later_note from articles')).toEqual([['kept']])
    expect(await query(database, 'select count(*) from strapi_later')).toHaveLength(1)
  })
})

/** What the start of a server says about a cache that others would empty. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import { installTriggers } from '../../src/tables/migrate/announce-triggers.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { onServer, type PostgresConfig } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { WORLD } from '../support/worlds/world.ts'

const CACHE = { announcedOnly: false }
const adviceOf = async (database: PostgresConfig, cache = CACHE) =>
  (await buildTestApp({ folder: WORLD, database, cache })).report.filter(line => line.includes('announcedOnly'))

test('PostgreSQL: triggers and the setting, then only the setting, then nothing', async () => {
  const database = (await startedDatabase('postgres', WORLD)) as PostgresConfig
  const first = await adviceOf(database)
  expect(first).toHaveLength(1)
  expect(first[0]).toContain('populus triggers install')
  await installTriggers({ database, limits: DEFAULT_LIMITS }, (await loadSchema(WORLD)).schema)
  const second = await adviceOf(database)
  expect(second).toHaveLength(1)
  expect(second[0]).not.toContain('populus triggers install')
  expect(await adviceOf(database, { announcedOnly: true })).toEqual([])
})

test('PostgreSQL: nothing to somebody who may not add triggers', async () => {
  const database = (await startedDatabase('postgres', WORLD)) as PostgresConfig
  const user = `u${randomUUID().slice(0, 8)}`
  const url = new URL(database.url)
  const name = url.pathname.slice(1)
  await onServer(database.url, async sql => {
    await sql.unsafe(`create role ${user} login password 'secret'; grant connect on database "${name}" to ${user};
      grant usage on schema public to ${user}; grant select, insert, update, delete on all tables in schema public to ${user};
      grant usage, select, update on all sequences in schema public to ${user};
      grant usage on schema populus to ${user}; grant select, insert, update, delete on all tables in schema populus to ${user};
      grant usage, select, update on all sequences in schema populus to ${user}`)
  })
  url.username = user
  url.password = 'secret'
  expect(await adviceOf({ ...database, url: url.href })).toEqual([])
})

test('SQLite: nothing, since the file shows who has changed it', async () => {
  const database = await startedDatabase('sqlite', WORLD)
  const app = await buildTestApp({ folder: WORLD, database, cache: CACHE })
  expect(app.report.filter(line => line.includes('announcedOnly'))).toEqual([])
})

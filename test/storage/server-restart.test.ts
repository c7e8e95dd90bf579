import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { openPostgres } from '../../src/storage/postgres/postgres-database.ts'
import { postgresConfig } from '../support/databases.ts'
import { type PostgresServer, startPostgresServer } from '../support/servers/embedded-server.ts'
import { execute, query } from './small-world.ts'

let server: PostgresServer
let database: Database
let other: Database

/** A server of its own: nobody else may be disturbed. */
beforeAll(async () => {
  server = await startPostgresServer()
  const config = { ...postgresConfig(server.url, 'postgres'), statementTimeout: 5000 }
  database = await openPostgres(config)
  other = await openPostgres(config)
  await execute(database, 'create table t (id integer)')
})

afterAll(async () => {
  await Promise.all([database.close(), other.close()])
  await server.remove()
})

test('survives a restart of the server: unavailable meanwhile, then as before, with the write that it interrupted and the changes of others', async () => {
  let goOn = () => {}
  const restarted = new Promise<void>(resolve => {
    goOn = resolve
  })
  let attempts = 0
  const interrupted = database.write(async transaction => {
    attempts += 1
    await transaction.run({ text: 'insert into t values (1)', values: [] })
    await restarted
    await transaction.run({ text: 'insert into t values (2)', values: [] })
  })
  await expect
    .poll(() => query(other, `select 1 from pg_stat_activity where state = 'idle in transaction'`))
    .toHaveLength(1)

  await server.stop()
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await expect(query(database, 'select 1')).rejects.toMatchObject({ key: 'unavailable', status: 503 })
  }
  await server.start()
  goOn()
  // Its first transaction is lost with the old server, and it is written once by another.
  await interrupted
  expect(attempts).toBe(2)
  expect(await query(database, 'select id from t order by id')).toEqual([[1], [2]])
  await execute(database, 'insert into t values (3)')
  expect(await query(database, 'select id from t order by id')).toEqual([[1], [2], [3]])

  // Whoever listened before the restart does so again, and has missed nothing.
  const latest = async () => {
    await database.catchUp()
    return database.versions.latest(['t'])
  }
  const before = await latest()
  // The other one finds out that its connection was cut when it uses it.
  const insert = () =>
    execute(other, 'insert into t values (4)').then(
      () => true,
      () => false,
    )
  await expect.poll(insert).toBe(true)
  const after = await latest()
  expect(after).toBeGreaterThan(before)
  expect(await latest()).toBe(after)
})

/** A transaction whose connection is cut off: nothing of it is carried out by the connection that follows. */
import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import { sql } from '../../src/sql/fragment.ts'
import { isLost, type PostgresConnection } from '../../src/storage/postgres/postgres-connection.ts'
import { PostgresPool } from '../../src/storage/postgres/postgres-pool.ts'
import { openPostgresSnapshot } from '../../src/storage/postgres/read-snapshot.ts'
import { openDatabase } from '../../src/tables/open-database.ts'
import { freshDatabase } from '../support/databases.ts'
import { query } from './small-world.ts'

const INSERTS = 20

test('statements that were not sent yet are not sent by another connection', async () => {
  const database = await openDatabase({ database: await freshDatabase('postgres'), limits: DEFAULT_LIMITS }, {})
  try {
    await database.write(({ run }) => run({ text: 'create table notes (id int, text text)', values: [] }))
    let inserts: readonly Promise<unknown>[] = []
    const written = database.write(async ({ run }) => {
      await run({ text: 'insert into notes values (0, $1)', values: ['before'] })
      // The text of each is new, so the driver describes it first and lets the others wait.
      const end = run({ text: 'select pg_terminate_backend(pg_backend_pid())', values: [] })
      inserts = Array.from({ length: INSERTS }, (_, index) =>
        run({ text: `insert into notes values (${index + 1}, $1)`, values: ['after'] }),
      )
      await Promise.all([end, ...inserts])
    })
    await expect(written).rejects.toMatchObject({ key: 'unavailable' })
    const ends = await Promise.allSettled(inserts)
    expect(ends.map(({ status }) => status)).toEqual(Array(INSERTS).fill('rejected'))
    expect(await query(database, 'select id, text from notes')).toEqual([])
    // Later ones are.
    await database.write(({ run }) => run({ text: 'insert into notes values ($1, $2)', values: [1, 'later'] }))
    expect(await query(database, 'select id, text from notes')).toEqual([[1, 'later']])
  } finally {
    await database.close()
  }
})

test('a write whose connection is lost before its commit is written by another, once', async () => {
  const database = await openDatabase({ database: await freshDatabase('postgres'), limits: DEFAULT_LIMITS }, {})
  try {
    await database.write(({ run }) => run({ text: 'create table notes (id int, text text)', values: [] }))
    let attempts = 0
    await database.write(async ({ run }) => {
      attempts += 1
      await run({ text: 'insert into notes values ($1, $2)', values: [attempts, 'kept'] })
      if (attempts === 1) await run({ text: 'select pg_terminate_backend(pg_backend_pid())', values: [] })
    })
    expect(await query(database, 'select id, text from notes')).toEqual([[2, 'kept']])
  } finally {
    await database.close()
  }
})

test('connections that are lost after they were given back are not lent again', async () => {
  const { url } = await freshDatabase('postgres')
  const target = { url, ssl: false, schema: 'public', statementTimeout: 10_000 }
  const pool = new PostgresPool({ target, size: 2, patience: 1000 })
  try {
    // Nobody waits for the commit of a read, either.
    const last: Promise<string>[] = []
    const read = async (connection: PostgresConnection) => {
      await connection.command('begin')
      const end = connection.command('select pg_terminate_backend(pg_backend_pid())')
      last.push(end.catch(() => 'lost'))
    }
    await Promise.all([pool.with(read), pool.with(read)])
    expect(await Promise.all(last)).toEqual(['lost', 'lost'])
    const lent = await Promise.all(
      [0, 1].map(() => pool.with(async connection => isLost(connection, connection.generation))),
    )
    expect(lent).toEqual([false, false])
  } finally {
    await pool.close()
  }
})

test('a snapshot whose connection was cut off is not read any further', async () => {
  const { url } = await freshDatabase('postgres')
  const snapshot = await openPostgresSnapshot({ url, ssl: false, schema: 'public', timezone: 'UTC' })
  try {
    expect(await snapshot.run(sql`select 1`)).toEqual([[1]])
    await expect(snapshot.run(sql`select pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow()
    await expect(snapshot.run(sql`select 1`)).rejects.toMatchObject({ key: 'unavailable' })
  } finally {
    await snapshot.close()
  }
})

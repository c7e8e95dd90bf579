import { describe, expect, test } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import type { BoundStatement } from '../../src/sql/statement.ts'
import { type Database, type ReadSteps, steps } from '../../src/storage/database.ts'
import { openPostgres } from '../../src/storage/postgres/postgres-database.ts'
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { execute, query } from './small-world.ts'

type Hook = (statement: BoundStatement) => void

async function openPlain(config: DatabaseConfig, onStatement?: Hook): Promise<Database> {
  if (config.client === 'sqlite') return openSqlite({ filename: config.filename, onStatement })
  return openPostgres({ ...config, statementTimeout: 500, onStatement })
}

const VARIANTS = [...CLIENTS, 'memory'] as const

/** `count(*)` as a number on every database. */
async function count(database: Database): Promise<number> {
  const [[number] = []] = await query(database, 'select count(*) from t')
  return Number(number)
}

describe.each(VARIANTS)('a database on %s', variant => {
  const config = async (): Promise<DatabaseConfig> =>
    variant === 'memory' ? { client: 'sqlite', filename: ':memory:' } : freshDatabase(variant)

  async function withTable(
    use: (database: Database, place: DatabaseConfig) => Promise<void>,
    hook?: Hook,
  ): Promise<void> {
    const place = await config()
    const database = await openPlain(place, hook)
    await execute(database, 'create table t (id integer, name varchar(10))')
    try {
      await use(database, place)
    } finally {
      await database.close()
    }
  }

  test('a statement that was sent without waiting runs in its place', async () => {
    await withTable(async database => {
      const found = await database.write(async transaction => {
        transaction.send({ text: "insert into t values (1, 'sent')", values: [] })
        const rows = await transaction.run({ text: 'select name from t', values: [] })
        transaction.send({ text: "insert into t values (2, 'last')", values: [] })
        return rows
      })
      expect(found).toEqual([['sent']])
      expect(await count(database)).toBe(2)
    })
  })

  test('if a sent statement fails, the next one or the commit fails with its error, and nothing is stored', async () => {
    await withTable(async database => {
      const wrong = { text: 'insert into t (nothing) values (1)', values: [] }
      const insert = { text: "insert into t values (1, 'a')", values: [] }
      const cause = { cause: { message: expect.stringContaining('nothing') as string } }
      const goesOn = database.write(async transaction => {
        transaction.send(wrong)
        await transaction.run(insert)
      })
      await expect(goesOn).rejects.toMatchObject(cause)
      const ends = database.write(async transaction => {
        await transaction.run(insert)
        transaction.send(wrong)
      })
      await expect(ends).rejects.toMatchObject(cause)
      expect(await count(database)).toBe(0)
    })
  })

  test('nothing runs after a transaction has ended', async () => {
    await withTable(async database => {
      let late: (() => Promise<unknown>) | undefined
      const failed = database.write(async transaction => {
        late = async () => transaction.run({ text: "insert into t values (1, 'late')", values: [] })
        throw new Error('refused')
      })
      await expect(failed).rejects.toThrow('refused')
      await expect(late!()).rejects.toMatchObject({ cause: { message: 'The transaction has ended' } })
      expect(await count(database)).toBe(0)
    })
  })

  test('hands each level its rows and gives back what the steps return', async () => {
    await withTable(async database => {
      function* levels(): ReadSteps<unknown> {
        const [a, b] = yield [
          { text: 'select 1', values: [] },
          { text: 'select 2, 3', values: [] },
        ]
        const [c] = yield [{ text: 'select 4', values: [] }]
        return [a, b, c]
      }
      expect(await database.read(levels())).toEqual([[[1]], [[2, 3]], [[4]]])
    })
  })

  test('reads one snapshot although somebody writes between the levels', async () => {
    await withTable(async database => {
      function* twice(): ReadSteps<unknown> {
        const [before] = yield [{ text: 'select count(*) from t', values: [] }]
        writing = execute(database, `insert into t values (1, 'a')`)
        const [after] = yield [{ text: 'select count(*) from t', values: [] }]
        return [before, after]
      }
      let writing: Promise<void> | undefined
      const [before, after] = (await database.read(twice())) as [unknown, unknown]
      expect(after).toEqual(before)
      await writing
      expect(await count(database)).toBe(1)
    })
  })

  test('rolls a write back when its work fails', async () => {
    await withTable(async database => {
      const failing = database.write(async transaction => {
        await transaction.run({ text: `insert into t values (1, 'a')`, values: [] })
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await count(database)).toBe(0)
      await execute(database, `insert into t values (2, 'b')`)
      expect(await count(database)).toBe(1)
    })
  })

  test('runs writes that come together one after the other, and reads in between see only what is committed', async () => {
    await withTable(async database => {
      const seen: number[] = []
      const add = (id: number) =>
        database.write(async transaction => {
          await transaction.run({ text: `insert into t (id) values (${id})`, values: [] })
          await new Promise(resolve => setTimeout(resolve, 5))
          await transaction.run({ text: `insert into t (id) values (${id})`, values: [] })
        })
      const look = async () => seen.push(await count(database))
      await Promise.all([add(1), look(), add(2), look(), add(3), look()])
      expect(await count(database)).toBe(6)
      expect(seen.every(number => number % 2 === 0)).toBe(true)
    })
  })

  test('gives the rows of a returning clause and takes every kind of value', async () => {
    await withTable(async database => {
      const place = variant === 'postgres' ? ['$1', '$2'] : ['?', '?']
      const rows = await database.write(transaction =>
        transaction.run({
          text: `insert into t values (${place[0]}, ${place[1]}) returning id, name`,
          values: [7, null],
        }),
      )
      expect([...rows]).toEqual([[7, null]])
    })
  })

  test('translates a refused statement to an internal error that names no SQL', async () => {
    await withTable(async database => {
      const failure = await query(database, 'select nothing from nowhere').catch((error: unknown) => error)
      expect(failure).toMatchObject({ key: 'internal', message: 'Internal Server Error' })
      expect(failure).toHaveProperty('cause')
      expect(await count(database)).toBe(0)
    })
  })

  test('tells of each statement, but not of its transactions', async () => {
    const told: string[] = []
    await withTable(
      async database => {
        told.length = 0
        await query(database, 'select 1')
        await execute(database, 'delete from t')
        expect(told).toEqual(['select 1', 'delete from t'])
      },
      statement => told.push(statement.text),
    )
  })
})

test('in memory, where reader and writer share a connection, our own commits are changes', async () => {
  const database = await openSqlite({ filename: ':memory:' })
  await execute(database, 'create table t (id integer)')
  await database.catchUp()
  const read = () => database.readUnchanged(['t'], steps({ text: 'select 1', values: [] }))
  expect(await read()).toBeDefined()
  const inserting = execute(database, 'insert into t values (1)')
  expect(await read()).toBeUndefined()
  await inserting
  await database.close()
})

test('SQLite gives integers, reals and texts as they are stored, and takes booleans', async () => {
  const database = await openSqlite({ filename: ':memory:' })
  const rows = await database.write(transaction =>
    transaction.run({ text: `select 1, 1.5, 'a', null, ?, ?`, values: [true, 9007199254740993n] }),
  )
  expect(rows[0]?.slice(0, 5)).toEqual([1, 1.5, 'a', null, 1])
  await database.close()
})

test('PostgreSQL gives dates, JSON and exact numbers as text, and takes them as text', async () => {
  const database = await openPlain(await freshDatabase('postgres'))
  const text = `select 1::int4, 1.5::float8, 2::int8, 9007199254740993::int8, 3.25::numeric, true, date '2022-02-02', time '01:02:03.5',
    timestamp '2022-02-02 03:04:05.123', '{"a": 1}'::jsonb, null, $1::jsonb, $2::timestamp, $3::boolean, $4::boolean`
  const values = ['{"b":2}', '2022-02-02T03:04:05.001', false, 'true']
  const rows = await database.write(transaction => transaction.run({ text, values }))
  expect([...rows]).toEqual([
    [
      1,
      1.5,
      2,
      '9007199254740993',
      '3.25',
      true,
      '2022-02-02',
      '01:02:03.5',
      '2022-02-02 03:04:05.123',
      '{"a": 1}',
      null,
      '{"b": 2}',
      '2022-02-02 03:04:05.001',
      false,
      true,
    ],
  ])
  await database.close()
})

test('PostgreSQL ends a statement that takes too long, with the limit in the message', async () => {
  const database = await openPlain(await freshDatabase('postgres'))
  await expect(query(database, 'select pg_sleep(5)')).rejects.toMatchObject({
    key: 'tooSlow',
    message: expect.stringContaining('500 ms'),
  })
  expect(await query(database, 'select 1')).toEqual([[1]])
  await database.close()
})

test('PostgreSQL does not commit a transaction in which a statement has failed', async () => {
  const database = await openPlain(await freshDatabase('postgres'))
  await execute(database, 'create table t (id integer)')
  const careless = database.write(async transaction => {
    await transaction.run({ text: 'insert into t values (1)', values: [] })
    await transaction.run({ text: 'nonsense', values: [] }).catch(() => {})
  })
  await expect(careless).rejects.toMatchObject({ key: 'internal' })
  expect(await count(database)).toBe(0)
  await database.close()
})

test('PostgreSQL serves more callers than it has connections', async () => {
  const place = await freshDatabase('postgres')
  const database = await openPlain({ ...place, pool: 2 })
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => query(database, `select ${n}`)))
  expect(answers.map(([row]) => row?.[0])).toEqual(Array.from({ length: 50 }, (_, n) => n))
  await database.close()
})

test('PostgreSQL reads one statement without a transaction, and several in one', async () => {
  const database = await openPlain(await freshDatabase('postgres'))
  const isolation = { text: `select current_setting('transaction_isolation')`, values: [] }
  expect((await database.read(steps(isolation))).flat(2)).toEqual(['read committed'])
  expect((await database.read(steps(isolation, isolation))).flat(2)).toEqual(['repeatable read', 'repeatable read'])
  await database.close()
})

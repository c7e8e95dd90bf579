/** Values that travel packed come out as the JSON that they are, whatever they are. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import { column, join, literal, name, sql, value } from '../../src/sql/fragment.ts'
import { compilePacked } from '../../src/sql/packed-rows.ts'
import type { PackedColumn } from '../../src/sql/packing.ts'
import type { Row } from '../../src/sql/statement.ts'
import { writeValues } from '../../src/sql/write-values.ts'
import { type Database, steps } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/migrate/open-database.ts'
import { ByteOutput } from '../../src/util/byte-output.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { execute } from './small-world.ts'

interface Stored {
  readonly string: string | null
  readonly number: number | null
  readonly digits: string | null
  readonly boolean: boolean | null
  readonly json: unknown
  readonly datetime: Date | null
}

const FORMS = ['string', 'number', 'digits', 'boolean', 'json', 'datetime'] as const
const TYPES = {
  string: 'text',
  number: 'float',
  digits: 'biginteger',
  boolean: 'boolean',
  json: 'json',
  datetime: 'datetime',
} as const

/** No database takes NUL in a text, and none stores halves of pairs. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('\x1e', '\x1f', '"', '\\', '\n', 'a', '“', '1') }),
    fc.string({ unit: 'grapheme', minLength: 60, maxLength: 300 }),
  )
  .map(made => Buffer.from(made.replaceAll('\0', '')).toString())

const row = fc.record<Stored>({
  string: fc.option(text),
  number: fc.option(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(-0))),
  digits: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
  boolean: fc.option(fc.boolean()),
  json: fc.oneof(fc.constant(null), fc.jsonValue({ noUnicodeString: false }).map(withoutNul)),
  datetime: fc.option(fc.date({ min: new Date(-6e13), max: new Date(2.5e14), noInvalidDate: true })),
})

function withoutNul(made: unknown): unknown {
  return JSON.parse(
    JSON.stringify(made)
      .replaceAll('\\u0000', '')
      .replace(/\\ud[89a-f][0-9a-f]{2}/gi, ''),
  )
}

describe.each(CLIENTS)('packed rows on %s', client => {
  let database: Database

  beforeAll(async () => {
    database = await openDatabase({ database: await freshDatabase(client), limits: DEFAULT_LIMITS }, { probe: false })
    const { columnTypes } = database.dialect
    const kinds = ['text', 'double', 'bigint', 'boolean', 'json', 'datetime'] as const
    const columns = FORMS.map((form, index) => `"${form}" ${columnTypes[kinds[index]!]}`)
    await execute(database, `create table packed (id ${columnTypes.id}, ${columns.join(', ')})`)
  })

  afterAll(() => database.close())

  async function read(columns: readonly PackedColumn[], values: readonly string[]): Promise<readonly string[]> {
    const { dialect } = database
    const statement = compilePacked(
      dialect,
      ['key', ...columns],
      select =>
        sql`select ${select(['id', ...values].map(each => column('p', each)))} from ${name('packed')} as p order by p.id`,
    )
    const [rows = []] = await database.read(steps(dialect.bind(statement)))
    return rows.map(found => {
      const output = new ByteOutput()
      const fields = columns.map(form => ({ key: Buffer.from(','), ...dialect.packing.forms[form as 'string'] }))
      writeValues(output, fields, ...(found.slice(-2) as [Buffer, number]))
      return `[${String((found as Row)[0])}${output.take()}]`
    })
  }

  const store = async (rows: readonly Stored[]) => {
    const { dialect } = database
    await execute(database, 'delete from packed')
    await database.write(async transaction => {
      for (const stored of rows) {
        const values = FORMS.map(form => {
          const plain = form === 'json' && stored.json !== null ? JSON.stringify(stored.json) : stored[form]
          return plain === null ? sql`null` : value(dialect.encode(TYPES[form], plain))
        })
        const into = sql`insert into ${name('packed')} (${join(FORMS.map(form => name(form)))}) values (${join(values)})`
        await transaction.run(dialect.bind(dialect.compile(into)))
      }
    })
  }

  test('every form, null included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), async rows => {
        await store(rows)
        const found = await read(FORMS, FORMS)
        const expected = rows.map(({ string, number, digits, boolean, json, datetime }) => [
          string,
          number === 0 ? 0 : number,
          digits,
          boolean,
          json,
          datetime?.toISOString() ?? null,
        ])
        expect(found.map(each => JSON.parse(each).slice(1))).toEqual(JSON.parse(JSON.stringify(expected)))
      }),
      { numRuns: 150 },
    )
  }, 60_000)

  test('more columns than a call takes arguments', async () => {
    await store([{ string: '"', number: 1.5, digits: null, boolean: true, json: [1], datetime: null }])
    const many = Array.from({ length: 250 }, (_, index) => FORMS[index % FORMS.length]!)
    const [found] = await read(many, many)
    expect(JSON.parse(found!).slice(1)).toEqual(
      many.map(form => ({ string: '"', number: 1.5, digits: null, boolean: true, json: [1], datetime: null })[form]),
    )
  })

  if (client === 'sqlite')
    test('values of other kinds than their column', async () => {
      await execute(database, 'delete from packed', 'drop table if exists loose', 'create table loose (id integer, v)')
      const odd = [`'text'`, '7', '2.5', 'null', `'1644888615001'`, `'2022-02-15T01:30:15.001Z'`, '1e300', `'[1, 2]'`]
      for (const [index, each] of odd.entries()) await execute(database, `insert into loose values (${index}, ${each})`)
      const forms = ['string', 'number', 'boolean', 'json', 'datetime', 'date'] as const
      const statement = compilePacked(
        database.dialect,
        ['key', ...forms],
        select =>
          sql`select ${select([column('l', 'id'), ...forms.map(() => column('l', 'v'))])} from ${name('loose')} as l order by ${literal(1)}`,
      )
      const [rows = []] = await database.read(steps(database.dialect.bind(statement)))
      const found = rows.map(each => {
        const output = new ByteOutput()
        const fields = forms.map(form => ({ key: Buffer.from(','), ...database.dialect.packing.forms[form] }))
        writeValues(output, fields, ...(each.slice(-2) as [Buffer, number]))
        return JSON.parse(`[${String(output.take()).slice(1)}]`)
      })
      expect(found).toEqual([
        ['text', null, null, 'text', null, 'text'],
        ['7', 7, null, 7, '1970-01-01T00:00:00.007Z', 7],
        ['2.5', 2.5, null, 2.5, '1970-01-01T00:00:00.002Z', 2.5],
        [null, null, null, null, null, null],
        ['1644888615001', 1644888615001, null, 1644888615001, null, '1644888615001'],
        [
          '2022-02-15T01:30:15.001Z',
          null,
          null,
          '2022-02-15T01:30:15.001Z',
          '2022-02-15T01:30:15.001Z',
          '2022-02-15T01:30:15.001Z',
        ],
        ['1.0e+300', 1e300, null, 1e300, null, 1e300],
        ['[1, 2]', null, null, [1, 2], null, '[1, 2]'],
      ])
    })
})

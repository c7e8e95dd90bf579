/** Values that travel packed come out as the JSON that they are, whatever they are. */
import fc from 'fast-check'
import '../support/fixed-seed.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import type { OutputForm } from '../../src/schema/attributes/attribute-type.ts'
import { column, join, name, sql, value } from '../../src/sql/fragment.ts'
import type { PackedQuery } from '../../src/sql/row-format.ts'
import { compilePacked } from '../../src/sql/sql-dialect.ts'
import { type Database, steps } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/tables/open-database.ts'
import { ByteOutput } from '../../src/wire/byte-output.ts'
import { writeValues } from '../../src/wire/write-values.ts'
import { execute } from '../storage/small-world.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'

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

const NULLS: Stored = { string: null, number: null, digits: null, boolean: null, json: null, datetime: null }

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

  /** The values of each row. */
  async function read(forms: readonly OutputForm[], query: PackedQuery): Promise<readonly (readonly unknown[])[]> {
    const { dialect } = database
    const scalars = forms.map((form, index) => ({ name: `v${index}`, form }))
    const statement = compilePacked(dialect, ['key', ...scalars], query)
    const fields = database.wire.fields(scalars, false)
    const [rows = []] = await database.read(steps(dialect.bind(statement)))
    return rows.map(found => {
      const output = new ByteOutput()
      writeValues(output, fields, found)
      const json = output.take().toString()
      expect(Object.keys(JSON.parse(`{${json}}`))).toEqual(scalars.map(({ name: key }) => key))
      return Object.values(JSON.parse(`{${json}}`))
    })
  }

  const stored =
    (columns: readonly string[]): PackedQuery =>
    select =>
      sql`select ${select(['id', ...columns].map(each => column('p', each)))} from ${name('packed')} as p order by p.id`

  const store = async (rows: readonly Stored[]) => {
    const { dialect } = database
    await execute(database, 'delete from packed')
    await database.write(async transaction => {
      for (const made of rows) {
        const values = FORMS.map(form => {
          const plain = form === 'json' && made.json !== null ? JSON.stringify(made.json) : made[form]
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
        const found = await read(FORMS, stored(FORMS))
        const expected = rows.map(({ string, number, digits, boolean, json, datetime }) => [
          string,
          number === 0 ? 0 : number,
          digits,
          boolean,
          json,
          datetime?.toISOString() ?? null,
        ])
        expect(found).toEqual(JSON.parse(JSON.stringify(expected)))
      }),
      { numRuns: 150 },
    )
  })

  test('a value that is read on its own is the same JSON', async () => {
    const { rows: format } = database.dialect
    const selected = FORMS.map(form => format.select(form, column('p', form)))
    const alone = sql`select ${join(selected)} from ${name('packed')} as p order by p.id`
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), async rows => {
        await store(rows)
        const [found = []] = await database.read(steps(database.dialect.bind(database.dialect.compile(alone))))
        const values = found.map(each => FORMS.map((form, index) => JSON.parse(format.toJson(form, each[index]))))
        expect(values).toEqual(await read(FORMS, stored(FORMS)))
      }),
      { numRuns: 50 },
    )
  })

  test('texts beside each other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text), { minLength: 1, maxLength: 4 }), async texts => {
        await store(texts.map(string => ({ ...NULLS, string })))
        const columns = ['string', 'string', 'number', 'string', 'string', 'string'] as const
        const found = await read(columns, stored(columns))
        expect(found).toEqual(texts.map(each => [each, each, null, each, each, each]))
      }),
      { numRuns: 100 },
    )
  })

  test('more columns than a call takes arguments', async () => {
    await store([{ string: '"', number: 1.5, digits: null, boolean: true, json: [1], datetime: null }])
    const some = Array.from({ length: 250 }, (_, index) => FORMS[index % FORMS.length]!)
    const many = [...some, ...Array.from({ length: 130 }, () => 'string' as const)]
    const [found] = await read(many, stored(many))
    expect(found).toEqual(
      many.map(form => ({ string: '"', number: 1.5, digits: null, boolean: true, json: [1], datetime: null })[form]),
    )
  })

  if (client === 'sqlite')
    test('what would move the values behind it is refused', async () => {
      const columns = ['number', 'string'] as const
      const insert = (text: string) => `insert into packed (number, string) values (${text}, 'x')`
      await execute(database, 'delete from packed', insert(`'1' || char(31) || '2'`))
      await expect(read(columns, stored(columns))).rejects.toThrow('not where it should be')
      await execute(database, 'delete from packed', insert('char(30)'))
      await expect(read(columns, stored(columns))).rejects.toThrow('Internal Server Error')
    })

  if (client === 'sqlite')
    test('texts that are no UTF-8, and bytes', async () => {
      await execute(
        database,
        'delete from packed',
        `insert into packed (string) values (cast(x'61ff62' as text)), (x'c3a6')`,
      )
      for (const columns of [['string'], ['string', 'string']] as const)
        expect(await read(columns, stored(columns))).toEqual([columns.map(() => 'a\ufffdb'), columns.map(() => 'æ')])
    })

  if (client === 'sqlite')
    test('bytes in columns of every kind are read as text', async () => {
      await execute(database, 'drop table if exists bytes', 'create table bytes (id integer, v)')
      const texts = ['2022-02-15', '2022-02-15T01:30:15.001Z', '[1, 2]', 'a"b', 'a\xffb']
      for (const [index, each] of texts.entries())
        await execute(
          database,
          `insert into bytes values (${index}, x'${Buffer.from(each, 'latin1').toString('hex')}')`,
        )
      const forms = ['date', 'time', 'datetime', 'epoch', 'json', 'string', 'boolean'] as const
      const found = await read(
        forms,
        select =>
          sql`select ${select([column('b', 'id'), ...forms.map(() => column('b', 'v'))])} from ${name('bytes')} as b order by ${column('b', 'id')}`,
      )
      const moments = [
        ['2022-02-15T00:00:00.000Z', String(Date.parse('2022-02-15'))],
        ['2022-02-15T01:30:15.001Z', '1644888615001'],
      ]
      expect(found).toEqual(
        texts.map((each, index) => {
          const text = each.replace('\xff', '\ufffd')
          return [text, text, ...(moments[index] ?? [null, null]), each === '[1, 2]' ? [1, 2] : text, text, null]
        }),
      )
    })

  if (client === 'sqlite')
    test('values of other kinds than their column', async () => {
      await execute(database, 'delete from packed', 'drop table if exists loose', 'create table loose (id integer, v)')
      const odd = [`'text'`, '7', '2.5', 'null', `'1644888615001'`, `'2022-02-15T01:30:15.001Z'`, '1e300', `'[1, 2]'`]
      for (const [index, each] of odd.entries()) await execute(database, `insert into loose values (${index}, ${each})`)
      const forms = ['string', 'number', 'boolean', 'json', 'datetime', 'date', 'string', 'string'] as const
      const found = await read(
        forms,
        select =>
          sql`select ${select([column('l', 'id'), ...forms.map(() => column('l', 'v'))])} from ${name('loose')} as l order by ${column('l', 'id')}`,
      )
      expect(found.map(values => values.slice(0, 6))).toEqual([
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
      for (const [text, , , , , , again, once] of found) expect([again, once]).toEqual([text, text])
    })
})

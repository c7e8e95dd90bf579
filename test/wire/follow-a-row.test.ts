/** The row that the headers of `src/wire/sqlite-wire.ts` and `src/wire/postgres-wire.ts` follow takes that way. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import { column, name, sql } from '../../src/sql/fragment.ts'
import type { PackedColumn, PackedQuery } from '../../src/sql/row-format.ts'
import { compilePacked } from '../../src/sql/sql-dialect.ts'
import { steps } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/tables/open-database.ts'
import { ByteOutput } from '../../src/wire/byte-output.ts'
import { writeValues } from '../../src/wire/write-values.ts'
import { execute } from '../storage/small-world.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'

const SCALARS = [
  { name: 'title', form: 'string' },
  { name: 'views', form: 'number' },
  { name: 'seenAt', form: 'datetime' },
] as const
const COLUMNS: readonly PackedColumn[] = ['key', ...SCALARS]

const query: PackedQuery = select => {
  const columns = ['id', 'title', 'views', 'seen_at'].map(each => column('a', each))
  return sql`select ${select(columns)} from ${name('followed')} as a order by a.id`
}

/** The lines of the example behind its statement. */
function exampleOf(client: string): readonly string[] {
  const header = readFileSync(new URL(`../../src/wire/${client}-wire.ts`, import.meta.url), 'utf8').split('*/')[0]!
  const lines = header.split('\n').map(line => line.replace(/^ \* */, '').replace(/ +\([a-z-]+\.ts\)$/, ''))
  return lines.slice(lines.findIndex(line => line.startsWith('2 rows:'))).filter(line => line.trim() !== '')
}

describe.each(CLIENTS)('a row on %s', client => {
  test('is packed, unpacked and written as the header says', async () => {
    const database = await openDatabase(
      { database: await freshDatabase(client), limits: DEFAULT_LIMITS },
      { probe: false },
    )
    const { dialect, wire } = database
    const { id, text, integer, datetime } = dialect.columnTypes
    const seenAt = client === 'sqlite' ? '1644888615001' : "'2022-02-15 01:30:15.001'"
    await execute(
      database,
      `create table followed (id ${id}, title ${text}, views ${integer}, seen_at ${datetime})`,
      `insert into followed (title, views, seen_at) values ('Say "hi"', 7, ${seenAt}), (null, null, null)`,
    )
    const packed = dialect.compile(dialect.rows.pack(COLUMNS, query), (count, bytes) => [{ count, bytes }])
    const [[all] = []] = await database.read(steps(dialect.bind(packed)))
    const [rows = []] = await database.read(steps(dialect.bind(compilePacked(dialect, COLUMNS, query))))
    await database.close()
    const fields = wire.fields(SCALARS, false)
    const written = rows.map(row => {
      const output = new ByteOutput()
      writeValues(output, fields, row)
      return output.take().toString()
    })
    const shown = all!.bytes!.toString().replaceAll('\x1f', '␟').replaceAll('\x1e', '␞')
    expect([
      `${all!.count} rows: ${shown}`,
      rows.map(({ keys, start }) => `{ keys: [${keys.join(', ')}], start: ${start} }`).join(', '),
      ...written,
    ]).toEqual(exampleOf(client))
  })
})

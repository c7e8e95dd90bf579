/** The rows of one table -> the target, a page per transaction. A copy that was interrupted goes on after the last id. */
import { StartError } from '../../errors.ts'
import { join, name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { SqlValue } from '../../sql/statement.ts'
import type { Database, Transaction } from '../../storage/database.ts'
import type { MysqlSource } from '../../storage/mysql/mysql-source.ts'
import type { MysqlRow } from '../../storage/mysql/mysql-tables.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { type ColumnCopy, columnCopy } from './copied-value.ts'
import type { PlannedTable } from './planned-table.ts'
import { type RowSum, RowSummer } from './row-sum.ts'

export interface RowsPlace {
  readonly source: MysqlSource
  readonly database: Database
  /** The schema that holds the content's tables. */
  readonly schema: string
  /** Of the source's date-times. */
  readonly timezone: string
  /** Counts values that are not the same afterwards. */
  readonly changed: (table: string, column: string, how: string) => void
  readonly progress: (rows: number) => void
}

export interface CopiedRows {
  /** Of the source. */
  readonly sum: RowSum
  /** Some rows were there already. */
  readonly resumed: boolean
}

export async function copyRows(planned: PlannedTable, place: RowsPlace): Promise<CopiedRows> {
  const { source, database } = place
  const start = await startOf(planned, place)
  const insert = insertion(planned, place)
  const columns = columnCopies(planned, place)
  const idAt = planned.definition.columns.findIndex(({ kind }) => kind === 'id')
  const sums = new RowSummer()
  for await (const page of source.pages(planned.source)) {
    for (const row of page) sums.add(row.map((text, at) => (text === null ? null : columns[at]!.given(text))))
    const missing = page.filter(row => start === null || (idAt !== -1 && BigInt(row[idAt]!) > start))
    if (missing.length > 0) await database.write(transaction => insert(transaction, missing), { unlimited: true })
    place.progress(page.length)
  }
  return { sum: sums.total, resumed: start !== null }
}

/** Removes what an interrupted copy has left. */
export async function emptyTable({ definition }: PlannedTable, { database, schema }: RowsPlace): Promise<void> {
  await database.write(
    async transaction => {
      await runningIn(transaction, database)(sql`delete from ${table(definition.name, schema)}`)
    },
    { unlimited: true },
  )
}

/** The last id that is there; `null` for an empty table. One without ids is copied from the beginning. */
async function startOf(planned: PlannedTable, place: RowsPlace): Promise<bigint | null> {
  const { database, schema } = place
  const { definition } = planned
  const run = readingFrom(database)
  if (definition.columns.some(({ kind }) => kind === 'id')) {
    const [row] = await run(sql`select max(${name('id')}) from ${table(definition.name, schema)}`)
    return row?.[0] === null || row?.[0] === undefined ? null : BigInt(String(row[0]))
  }
  const rows = await run(sql`select 1 from ${table(definition.name, schema)} limit 1`)
  if (rows.length > 0) await emptyTable(planned, place)
  return null
}

/** How the values of each column are converted, in the order of the columns. */
export function columnCopies(planned: PlannedTable, place: RowsPlace): readonly ColumnCopy[] {
  const { database, timezone } = place
  return planned.definition.columns.map(({ name: column, kind }) =>
    columnCopy({
      kind,
      exact: planned.exactTypes.get(column),
      dialect: database.dialect,
      timezone,
      changed: how => place.changed(planned.definition.name, column, how),
    }),
  )
}

/** Rows of one statement. Each one is a round trip to PostgreSQL, and costs SQLite nothing. */
const ROWS: Readonly<Record<SqlDialect['name'], number>> = { sqlite: 1, postgres: 200 }
/** PostgreSQL takes no more in one statement. */
const MOST_VALUES = 60_000

function insertion(planned: PlannedTable, place: RowsPlace) {
  const { definition } = planned
  const columns = columnCopies(planned, place)
  const size = Math.min(ROWS[place.database.dialect.name], Math.floor(MOST_VALUES / columns.length))
  const texts = new Map<number, string>()
  const textFor = (rows: number): string => {
    const text = texts.get(rows) ?? insertText(planned, place, rows)
    texts.set(rows, text)
    return text
  }
  return async (transaction: Transaction, rows: readonly MysqlRow[]): Promise<void> => {
    for (let start = 0; start < rows.length; start += size) {
      const some = rows.slice(start, start + size)
      const values = some.flatMap(row => stored(row, columns))
      await insertRows(transaction, definition.name, { text: textFor(some.length), values })
    }
  }
}

function insertText({ definition }: PlannedTable, { database, schema }: RowsPlace, rows: number): string {
  const row = sql`(${join(definition.columns.map(() => value(null)))})`
  return database.dialect.compile(
    sql`insert into ${table(definition.name, schema)} (${join(definition.columns.map(column => name(column.name)))})
      values ${join(Array.from({ length: rows }, () => row))}`,
  ).text
}

const stored = (row: MysqlRow, columns: readonly ColumnCopy[]): readonly SqlValue[] =>
  row.map((text, at) => (text === null ? null : columns[at]!.store(text)))

async function insertRows(
  transaction: Transaction,
  of: string,
  statement: { readonly text: string; readonly values: readonly SqlValue[] },
): Promise<void> {
  try {
    await transaction.run(statement)
  } catch (error) {
    const cause = (error as Error).cause as { message?: string } | undefined
    if (cause === undefined) throw error
    throw new StartError(`${of} refuses a row of the source`, [
      cause.message ?? '',
      `it is the row that begins with ${JSON.stringify(statement.values.slice(0, 2).map(String)).slice(0, 200)}, or one soon after it`,
      'correct it in the source, and run the command again: it goes on where it was',
    ])
  }
}

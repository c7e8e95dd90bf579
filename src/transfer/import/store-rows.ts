/** Stores the rows of a batch. Rows with the same columns share one statement, and the database gets them all at once. */
import { PopulusError, StartError } from '../../errors.ts'
import { type Fragment, join, name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Transaction } from '../../storage/database.ts'
import type { RowWrite } from './entry-rows.ts'

/** A row and the line it comes from. */
export interface LineRow {
  readonly line: number
  readonly row: RowWrite
}

export class RowStore {
  readonly #dialect: SqlDialect
  readonly #file: string
  readonly #texts = new Map<string, string>()

  constructor(dialect: SqlDialect, file: string) {
    this.#dialect = dialect
    this.#file = file
  }

  /** Throws a StartError with the line of the first row that the database refuses. */
  async store(transaction: Transaction, rows: readonly LineRow[]): Promise<void> {
    const results = await Promise.allSettled(
      rows.map(({ row }) => transaction.run({ text: this.#textOf(row), values: valuesOf(row) })),
    )
    const failed = results.findIndex(({ status }) => status === 'rejected')
    if (failed !== -1) throw this.#explain((results[failed] as PromiseRejectedResult).reason, rows[failed]!)
  }

  #textOf(row: RowWrite): string {
    const key = JSON.stringify([row.kind, row.table, Object.keys(row.values)])
    const text = this.#texts.get(key) ?? this.#dialect.compile(statementOf(row)).text
    this.#texts.set(key, text)
    return text
  }

  /** Explains errors that the row has caused. Others (a lost connection, a conflict to retry) are returned unchanged. */
  #explain(error: unknown, { line, row }: LineRow): unknown {
    if (!(error instanceof PopulusError)) return error
    const { message = '', detail } = (error.cause ?? {}) as { message?: string; detail?: string }
    const place = `${this.#file}, line ${line}`
    if (error.key === 'notUnique')
      return new StartError(`${place}: ${row.table} already has such a row (${detail ?? message})`)
    if (error.key === 'relationGone')
      return new StartError(`${place}: a reference has no target (${row.table}: ${detail ?? message})`)
    return error.key === 'internal' ? new StartError(`${place}: ${row.table} refuses the row (${message})`) : error
  }
}

function statementOf({ table: of, values, ...row }: RowWrite): Fragment {
  const columns = Object.keys(values)
  if (row.kind === 'insert') {
    return sql`insert into ${table(of)} (${join(columns.map(name))}) values (${join(columns.map(() => value(null)))})`
  }
  const assignments = columns.map(column => sql`${name(column)} = ${value(null)}`)
  return sql`update ${table(of)} set ${join(assignments)} where ${name('id')} = ${value(null)}`
}

/** In the order of the statement's placeholders. */
function valuesOf(row: RowWrite) {
  const values = Object.values(row.values)
  return row.kind === 'insert' ? values : [...values, row.id]
}

/** Runs fragments one at a time, on a database or inside a transaction. */
import type { Fragment } from '../sql/fragment.ts'
import type { Row } from '../sql/statement.ts'
import { type Database, steps, type Transaction } from './database.ts'

export type RunFragment = (fragment: Fragment) => Promise<readonly Row[]>

/** Each fragment is a separate read. */
export function readingFrom(database: Database): RunFragment {
  const { dialect } = database
  return async fragment => {
    const [rows] = await database.read(steps(dialect.bind(dialect.compile(fragment))))
    return rows ?? []
  }
}

export function runningIn(transaction: Transaction, { dialect }: Database): RunFragment {
  return fragment => transaction.run(dialect.bind(dialect.compile(fragment)))
}

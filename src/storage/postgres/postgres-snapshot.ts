/**
 * The value of PostgreSQL's `txid_current_snapshot()`: which transactions a query sees. Equal strings see equal data.
 */

export interface PostgresSnapshot {
  readonly text: string
  /** Every transaction below this number has ended. */
  readonly from: number
  /** No transaction from this number on had begun. */
  readonly to: number
  /** Transactions in between that were still running. */
  readonly running: ReadonlySet<number>
}

/** `10:20:10,14` */
export function parseSnapshot(text: string): PostgresSnapshot {
  const [from = '0', to = '0', running = ''] = text.split(':')
  const ids = running === '' ? [] : running.split(',').map(Number)
  return { text, from: Number(from), to: Number(to), running: new Set(ids) }
}

export function sees({ from, to, running }: PostgresSnapshot, transaction: number): boolean {
  return transaction < from || (transaction < to && !running.has(transaction))
}

/** Beyond this number, transactions are not checked one by one. */
const MOST = 10_000

/** Whether all transactions that the newer snapshot sees and the older one does not are known. */
export function isExplained(older: PostgresSnapshot, newer: PostgresSnapshot, known: ReadonlySet<number>): boolean {
  if (newer.to - older.from > MOST) return false
  for (let transaction = older.from; transaction < newer.to; transaction += 1) {
    if (!sees(older, transaction) && sees(newer, transaction) && !known.has(transaction)) return false
  }
  return true
}

/** What PostgreSQL's `txid_current_snapshot()` says: which transactions a query sees. Equal texts see equal data. */

export interface PostgresSnapshot {
  readonly text: string
  /** Every transaction below has ended. */
  readonly from: number
  /** None from here on had begun. */
  readonly to: number
  /** Those in between that were still running. */
  readonly running: ReadonlySet<number>
}

/** `10:20:10,14` */
export function parseSnapshot(text: string): PostgresSnapshot {
  const [from = '0', to = '0', running = ''] = text.split(':')
  const ids = running === '' ? [] : running.split(',').map(Number)
  return { text, from: Number(from), to: Number(to), running: new Set(ids) }
}

function sees({ from, to, running }: PostgresSnapshot, transaction: number): boolean {
  return transaction < from || (transaction < to && !running.has(transaction))
}

/** More transactions than this are not looked at one by one. */
const MOST = 10_000

/** Whether every transaction that the newer snapshot sees and the older one does not is one of the known. */
export function isExplained(older: PostgresSnapshot, newer: PostgresSnapshot, known: ReadonlySet<number>): boolean {
  if (newer.to - older.from > MOST) return false
  for (let transaction = older.from; transaction < newer.to; transaction += 1) {
    if (!sees(older, transaction) && sees(newer, transaction) && !known.has(transaction)) return false
  }
  return true
}

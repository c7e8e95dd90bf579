/** Which tables the statements of a transaction change. */
import type { SeenStatement } from '../../sql/statement.ts'

const READS = /^\s*(select|pragma)\b/i

export class TouchedTables {
  #tables: Set<string> | 'all' = new Set()

  /** A statement that changes something without naming its tables may change everything. */
  note({ text, tables }: SeenStatement): void {
    if (this.#tables === 'all' || READS.test(text)) return
    if (tables === undefined || tables.length === 0) this.#tables = 'all'
    else for (const table of tables) this.#tables.add(table)
  }

  get tables(): ReadonlySet<string> | 'all' {
    return this.#tables
  }

  get none(): boolean {
    return this.#tables !== 'all' && this.#tables.size === 0
  }
}

/**
 * When each table was last changed, counted in changes. Data read from some tables is valid until their number grows.
 */

/** Names of tables, or all of them when nobody knows which. */
export type ChangedTables = Iterable<string> | 'all'

export class TableVersions {
  readonly #tables = new Map<string, number>()
  #now = 0
  /** When all tables were last changed, or may have been. */
  #all = 0

  /** The number of the last change. Reads from now on have seen it. */
  get now(): number {
    return this.#now
  }

  changed(tables: ChangedTables): void {
    this.#now += 1
    if (tables === 'all') {
      this.#all = this.#now
      this.#tables.clear()
      return
    }
    for (const table of tables) this.#tables.set(table, this.#now)
  }

  /** The number of the last change to any of the tables. */
  latest(tables: readonly string[]): number {
    let latest = this.#all
    for (const table of tables) {
      const version = this.#tables.get(table)
      if (version !== undefined && version > latest) latest = version
    }
    return latest
  }
}

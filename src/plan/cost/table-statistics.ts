/** What is known about table sizes: estimates, updated from time to time. */

export interface TableStatistics {
  /** The database that holds the tables; each database has its own prices. */
  readonly database: 'sqlite' | 'postgres'
  /** The number of rows in a table; 0 if nothing is known about it. */
  rows(table: string): number
  /** The average number of characters in a text column. */
  width(table: string, column: string): number
}

/** Used before anything has been counted. */
export const NO_STATISTICS: TableStatistics = Object.freeze({ database: 'sqlite', rows: () => 0, width: () => 0 })

/**
 * The same, up to a factor of two. For what shows in an answer: the tables have rows that the caller may not see, and nobody should
 * notice one more of them.
 */
export function roughly({ database, rows, width }: TableStatistics): TableStatistics {
  return {
    database,
    rows: table => powerOfTwo(rows(table)),
    width: (table, column) => powerOfTwo(width(table, column)),
  }
}

function powerOfTwo(number: number): number {
  return number <= 0 ? 0 : 2 ** Math.ceil(Math.log2(number))
}

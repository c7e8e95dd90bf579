/** What is known of the size of the tables: estimates, gathered now and then. */

export interface TableStatistics {
  /** The database that holds them: each has its own prices. */
  readonly database: 'sqlite' | 'postgres'
  /** Rows of a table; 0 for one that nothing is known of. */
  rows(table: string): number
  /** Characters in a column of text, on average. */
  width(table: string, column: string): number
}

/** Before anything was counted. */
export const NO_STATISTICS: TableStatistics = Object.freeze({ database: 'sqlite', rows: () => 0, width: () => 0 })

/** One moment of a whole database, read for as long as it takes while others write. */
import type { Fragment } from '../sql/fragment.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'
import type { Row } from '../sql/statement.ts'
import type { RunFragment } from './run-fragment.ts'

export interface Snapshot {
  readonly dialect: SqlDialect
  readonly run: RunFragment
  /**
   * The rows of a query, some at a time. On SQLite, integers come as `bigint`. Only one query can be read at a time.
   */
  pages(query: Fragment): AsyncGenerator<readonly Row[]>
  close(): Promise<void>
}

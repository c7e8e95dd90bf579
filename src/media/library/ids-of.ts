/** Statements with a list of ids, which is one bound value however long it is. */
import type { Fragment } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import { type Database, type ReadOptions, steps } from '../../storage/database.ts'

export interface IdQuery {
  /** Uses `dialect.inParents` for the ids. */
  readonly fragment: Fragment
  readonly ids?: readonly number[]
}

/** The rows of each query, from one snapshot. */
export function readQueries(
  database: Database,
  queries: readonly IdQuery[],
  options?: ReadOptions,
): Promise<readonly (readonly Row[])[]> {
  if (queries.length === 0) return Promise.resolve([])
  return database.read(steps(...queries.map(query => bound(database.dialect, query))), options)
}

function bound(dialect: SqlDialect, { fragment, ids = [] }: IdQuery) {
  return dialect.bind(dialect.compile(fragment), ids)
}

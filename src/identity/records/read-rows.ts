/** Runs fragments that do not depend on each other and returns their rows. */

import type { Fragment } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { BoundStatement, Row } from '../../sql/statement.ts'
import { type Database, steps } from '../../storage/database.ts'

/** The rows of each fragment, from one snapshot. `null` means a table that does not exist; it has no rows. */
export async function readRows(
  database: Database,
  fragments: readonly (Fragment | null)[],
): Promise<readonly (readonly Row[])[]> {
  const present = fragments.flatMap(fragment => (fragment === null ? [] : [boundStatement(database.dialect, fragment)]))
  const found = present.length === 0 ? [] : [...(await database.read(steps(...present)))]
  return fragments.map(fragment => (fragment === null ? [] : (found.shift() ?? [])))
}

function boundStatement(dialect: SqlDialect, fragment: Fragment): BoundStatement {
  return dialect.bind(dialect.compile(fragment))
}

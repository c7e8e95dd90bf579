/** The named queries that were made in the panel, as they are stored. */

import type { StoredQueries } from '../../content/named/named-queries.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { type Fragment, sql, table } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Database } from '../../storage/database.ts'
import { NAMED_QUERIES_TABLE } from '../../tables/desired/panel-tables.ts'
import { parsedJson } from '../../util/json/parsed-json.ts'

export function storedQueries(database: Database): StoredQueries {
  const tables = [namedQueriesTable(database.dialect)]
  return {
    version: () => database.versions.latest(tables),
    load: async () => {
      const [rows = []] = await readRows(database, [
        sql`select query_name, definition from ${queriesIn(database.dialect)} order by query_name`,
      ])
      return rows.map(([name, definition]) => ({ name: String(name), definition: parsedJson(definition) ?? null }))
    },
  }
}

export function queriesIn({ ownSchema }: SqlDialect): Fragment {
  return table(NAMED_QUERIES_TABLE, ownSchema)
}

/** Its name in the log of changes. */
export function namedQueriesTable({ ownSchema }: SqlDialect): string {
  return `${ownSchema}.${NAMED_QUERIES_TABLE}`
}

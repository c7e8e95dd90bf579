/** A query that arrives as JSON. */
import type { QueryLimits } from '../../query/limits.ts'
import { queryOf } from '../../query/query-of-json.ts'
import { queryText } from '../../query/query-text.ts'

/** The query string that means the same, of at most `queryLength` bytes. */
export function searchOfBody(body: unknown, limits: QueryLimits, queryLength: number): string {
  return queryText(queryOf(body, limits), queryLength)
}

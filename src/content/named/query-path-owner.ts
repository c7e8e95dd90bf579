/** A content type whose entries have the addresses that named queries would have. */
import type { ContentType, Schema } from '../../schema/schema.ts'

/** What named queries are below: `/api/queries`. */
export const QUERIES_PATH = 'queries'

/** Such a type keeps its addresses, and the project has no named queries. */
export function queryPathOwner({ types }: Schema): ContentType | undefined {
  return [...types.values()].find(
    ({ userDefined, single, singularName, pluralName }) =>
      userDefined && (single ? singularName : pluralName).toLowerCase() === QUERIES_PATH,
  )
}

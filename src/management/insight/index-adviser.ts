/** Which indexes would help queries that are in use. */
import type { IndexAdvice } from '../../admin-api/insight-api.ts'
import type { ComparedField, QueryShape } from '../../kept/use/query-use.ts'
import type { ContentType } from '../../schema/schema.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { listIndexBy } from '../../tables/desired/list-indexes.ts'
import { type FoundTables, inspectTables } from '../../tables/existing/inspect-tables.ts'
import { createIndex } from '../../tables/migrate/ddl.ts'
import type { ManagementContext } from '../management-context.ts'

/** A smaller table is read as fast as an index. */
const FEW_ROWS = 1000

/** Looks at the indexes that there are once. */
export async function indexAdviser(
  context: ManagementContext,
  few = FEW_ROWS,
): Promise<(shape: QueryShape) => readonly IndexAdvice[]> {
  const { database, insight } = context
  const found = await inspectTables(readingFrom(database), database.dialect, insight.place)
  return ({ compared }) => compared.flatMap(field => adviceFor(context, found, { ...field, few }))
}

function adviceFor(
  { schema, database, api }: ManagementContext,
  found: FoundTables,
  { type: uid, field, use, few }: ComparedField & { readonly few: number },
): readonly IndexAdvice[] {
  const type = schema.types.get(uid)
  const index = type === undefined ? null : listIndexBy(type, field)
  const rows = type?.table == null ? 0 : api.statistics.current().rows(type.table)
  if (index === null || rows < few || isIndexed(type!, index.column, found)) return []
  const { text } = database.dialect.compile(createIndex(type!.tableName, index.definition, database.dialect, true))
  return [{ type: uid, field, use, rows, statement: `${text};` }]
}

/** Whether an index begins with the column; the locale may stand before it. */
function isIndexed({ tableName }: ContentType, column: string, found: FoundTables): boolean {
  const indexes = found.table(tableName)?.indexes ?? []
  return indexes.some(({ columns: [first, second] }) => first === column || (first === 'locale' && second === column))
}

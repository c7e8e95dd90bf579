/** All rows of files, a page at a time, so that a large library takes little memory. */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import { FILE_UID, isScalar, type ScalarAttribute } from '../../schema/schema.ts'
import { column, type Fragment, join, sql, table, value } from '../../sql/fragment.ts'
import type { Row } from '../../sql/statement.ts'
import type { FileValues, StoredFile } from '../files/file-values.ts'
import { readQueries } from './ids-of.ts'
import type { LibraryContext } from './library-context.ts'
import { libraryTables } from './library-tables.ts'

const PAGE = 200

/** In the order of their ids. Rows that are added meanwhile may be among them. */
export async function* eachFile({ content }: LibraryContext): AsyncGenerator<StoredFile> {
  const id = column('t', 'id')
  const { dialect } = content.database
  for (let last = 0; ; ) {
    const rest = sql`where ${id} > ${value(last)} order by ${id} ${dialect.page(PAGE, 0)}`
    const [rows = []] = await readQueries(content.database, [{ fragment: selectStored(content, rest) }])
    for (const row of rows) yield toStored(content, row)
    if (rows.length < PAGE) return
    last = Number(rows.at(-1)?.[0])
  }
}

/** Those that exist, in the order of their ids, in one statement. */
export async function filesById({ content }: LibraryContext, ids: readonly number[]): Promise<readonly StoredFile[]> {
  const id = column('t', 'id')
  const rest = sql`where ${content.database.dialect.inParents(id)} order by ${id}`
  const [rows = []] = await readQueries(content.database, [{ fragment: selectStored(content, rest), ids }])
  return rows.map(row => toStored(content, row))
}

type Content = LibraryContext['content']

function selectStored(content: Content, rest: Fragment): Fragment {
  const values = scalarsOf(content).map(({ type, column: stored }) =>
    stored === null
      ? sql`null`
      : content.database.dialect.rows.select(ATTRIBUTE_TYPES[type].output, column('t', stored)),
  )
  return sql`select ${join([column('t', 'id'), ...values])} from ${table(libraryTables(content.schema).files)} as t ${rest}`
}

function toStored(content: Content, [id, ...stored]: Row): StoredFile {
  const { rows } = content.database.dialect
  const pairs = scalarsOf(content).map(({ name, type }, index) => {
    return [name, JSON.parse(rows.toJson(ATTRIBUTE_TYPES[type].output, stored[index]))] as const
  })
  return Object.freeze({ ...(Object.fromEntries(pairs) as unknown as FileValues), id: Number(id) })
}

function scalarsOf({ schema }: Content): readonly ScalarAttribute[] {
  return [...(schema.types.get(FILE_UID)?.attributes.values() ?? [])].filter(isScalar)
}

export async function countFiles({ content }: LibraryContext): Promise<number> {
  const { files } = libraryTables(content.schema)
  const [rows = []] = await readQueries(content.database, [{ fragment: sql`select count(*) from ${table(files)}` }])
  return Number(rows[0]?.[0] ?? 0)
}

/** Reads an entry that is about to be changed. Nobody else can change it until the transaction ends. */
import { markedColumns, marksOf } from '../../../kept/dependencies/row-marks.ts'
import type { ContentType } from '../../../schema/schema.ts'
import { selectForChange } from '../../../sql/compile-write.ts'
import type { StoredEntry } from '../noted-changes.ts'
import type { WriteScope } from '../write-scope.ts'

/** `null` if the entry does not exist. */
export async function findStored(scope: WriteScope, type: ContentType, id: number): Promise<StoredEntry | null> {
  if (type.table === null) return null
  const columns = ['publishedAt', 'locale'].map(name => {
    const attribute = type.attributes.get(name)
    return attribute?.kind === 'scalar' ? attribute.column : null
  })
  const marked = markedColumns(type)
  const wanted = [...columns, ...marked.map(({ column }) => column)]
  const [row] = await scope.ask(selectForChange(type.table, wanted, id, scope.dialect.rowLock))
  if (row === undefined) return null
  const [publishedAt, locale, ...marks] = row
  const isDraft = type.draftAndPublish && publishedAt === null
  const stored = { isDraft, locale: typeof locale === 'string' ? locale : null, marks: marksOf(marked, marks) }
  scope.noted.found(type, id, stored)
  return stored
}

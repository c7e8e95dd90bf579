/** Reads and writes rows of `files`, inside a transaction. */
import type { ContentContext } from '../../content/content-context.ts'
import { deleteEntry, insertEntry, updateEntry } from '../../content/write/store/store-entry.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import type { EntryWrite, LinkWrite, ScalarWrite } from '../../plan/write/write-plan.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import { type ContentType, FILE_UID, isScalar, type ScalarAttribute, type Schema } from '../../schema/schema.ts'
import { selectScalars } from '../../sql/compile-write.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import type { FileValues, StoredFile } from './file-values.ts'

/** Throws if the opened database has no table for files. */
export function fileType(schema: Schema): ContentType {
  const type = schema.types.get(FILE_UID)
  if (type === undefined || type.table === null) throw new PopulusError('noStorage', { type: FILE_UID })
  return type
}

export interface FileStamp {
  readonly now: Date
  /** The administrator who does it. */
  readonly by?: number | undefined
}

/** Returns the id of the new row. */
export function insertFile(
  scope: WriteScope,
  values: FileValues & { readonly folder: number | null },
  { now, by }: FileStamp,
): Promise<number> {
  const { folder, ...columns } = values
  const stamped = { ...columns, createdAt: now, updatedAt: now }
  const links = { folder: folder ?? undefined, createdBy: by, updatedBy: by }
  return insertEntry(scope, entryWrite(scope.schema, stamped, links))
}

/** Changes the given values. A file can be moved to a folder, or to none (`null`). */
export async function updateFile(
  scope: WriteScope,
  id: number,
  values: Partial<FileValues> & { readonly folder?: number | null },
  { now, by }: FileStamp,
): Promise<void> {
  const { folder, ...columns } = values
  await updateEntry(scope, id, entryWrite(scope.schema, { ...columns, updatedAt: now }, { folder, updatedBy: by }))
}

/** Removes the row with its links. Its objects stay. */
export function removeFile(scope: WriteScope, id: number): Promise<void> {
  return deleteEntry(scope, fileType(scope.schema), id)
}

/** `null` if there is no such row. */
export async function readFileRow(scope: ReadScope, id: number): Promise<StoredFile | null> {
  const type = fileType(scope.schema)
  const scalars = [...type.attributes.values()].filter(isScalar)
  const [row] = await scope.ask(selectScalars(type.table!, scalars, id, scope.dialect))
  if (row === undefined) return null
  const shown = ({ type: kind }: ScalarAttribute, value: unknown): unknown =>
    JSON.parse(scope.dialect.rows.toJson(ATTRIBUTE_TYPES[kind].output, value))
  const values = scalars.map((attribute, index) => [attribute.name, shown(attribute, row[index])] as const)
  return Object.freeze({ ...(Object.fromEntries(values) as unknown as FileValues), id })
}

/** What reading takes: a transaction has it, and `readFrom` makes it of a database. */
export type ReadScope = Pick<WriteScope, 'ask' | 'schema' | 'dialect'>

/** Reads rows outside a write. */
export function readFrom<T>(
  { database, schema }: Pick<ContentContext, 'database' | 'schema'>,
  work: (scope: ReadScope) => Promise<T>,
): Promise<T> {
  return work({ ask: readingFrom(database), schema, dialect: database.dialect })
}

type Given = Readonly<Record<string, unknown>>

function entryWrite(
  schema: Schema,
  values: Given,
  links: Readonly<Record<string, number | null | undefined>>,
): EntryWrite {
  const model = fileType(schema)
  const scalars = Object.entries(values).flatMap(([name, value]): readonly ScalarWrite[] => {
    const attribute = model.attributes.get(name)
    if (!isScalar(attribute) || value === undefined) return []
    return [{ attribute, value: storedValue(attribute, value), path: [name] }]
  })
  const linked = Object.entries(links).flatMap(([name, id]): readonly LinkWrite[] => {
    const attribute = model.attributes.get(name)
    if (attribute?.kind !== 'relation' || id === undefined) return []
    return [{ attribute, change: { kind: 'set', ids: id === null ? [] : [id] } }]
  })
  return { model, scalars, links: linked, morphs: [], components: [], zones: [] }
}

function storedValue({ type }: ScalarAttribute, value: unknown): ScalarWrite['value'] {
  return type === 'json' && value !== null ? JSON.stringify(value) : (value as ScalarWrite['value'])
}

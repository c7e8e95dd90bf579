/** What people may change who may change only their own files and folders. */
import { PopulusError } from '../../errors.ts'
import { column, sql, table, value } from '../../sql/fragment.ts'
import type { ReadScope } from '../files/file-rows.ts'
import { ownOnly } from './file-conditions.ts'
import { findFilesById } from './find-files.ts'
import { isInside, type StoredFolder } from './folders.ts'
import type { LibraryContext, LibraryViewer } from './library-context.ts'
import { libraryTables } from './library-tables.ts'

/**
 * Those of the files that the person may change. Others are refused if the person sees them; for somebody who does not, they
 * do not exist and are passed over.
 */
export async function ownFiles(
  context: LibraryContext,
  files: readonly number[],
  viewer: LibraryViewer,
): Promise<readonly number[]> {
  if (viewer.onlyOwn !== true || files.length === 0) return files
  const own = new Set((await findFilesById(context, files, viewer)).map(({ id }) => id))
  const all = viewer.seesAll === true ? await findFilesById(context, files) : []
  if (all.some(({ id }) => !own.has(id))) throw new PopulusError('forbidden')
  return files.filter(id => own.has(id))
}

/** Throws `forbidden` for a folder of somebody else. */
export function refuseOthersFolders(folders: readonly StoredFolder[], { by, onlyOwn = false }: LibraryViewer): void {
  if (onlyOwn && folders.some(({ createdBy }) => createdBy === null || createdBy !== by))
    throw new PopulusError('forbidden')
}

/**
 * Throws `forbidden` if something inside the folders, at any depth, is somebody else's: it would go where they go. `scope` is the
 * transaction that changes them, if there is one: it must not request a second connection.
 */
export async function refuseOthersInside(
  { schema, ask }: ReadScope,
  { tops, all }: { readonly tops: readonly StoredFolder[]; readonly all: readonly StoredFolder[] },
  viewer: LibraryViewer,
): Promise<void> {
  if (viewer.onlyOwn !== true || tops.length === 0) return
  const inside = all.filter(({ path }) => tops.some(top => isInside(path, top.path)))
  refuseOthersFolders(inside, viewer)
  const { files } = libraryTables(schema)
  const [isOwn = sql`1 = 1`] = ownOnly(schema, viewer)
  for (const { path } of tops) {
    const at = column('t', 'folder_path')
    const isThere = sql`(${at} = ${value(path)} or ${at} like ${value(`${path}/%`)})`
    const others = sql`select 1 from ${table(files)} as t where ${isThere} and not coalesce(${isOwn}, 1 = 0) limit 1`
    if ((await ask(others)).length > 0) throw new PopulusError('forbidden')
  }
}

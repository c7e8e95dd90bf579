/** Deletes files and folders, with everything inside them. Rows first, then objects. */
import { z } from 'zod'
import type { MediaBulkResult } from '../../admin-api/media-api.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { checkInput, flag } from '../../input/check-input.ts'
import { FILE_UID } from '../../schema/schema.ts'
import { column, join, name, sql, table, value } from '../../sql/fragment.ts'
import { fileType } from '../files/file-rows.ts'
import type { MediaContext } from '../media-context.ts'
import type { OpenNote } from '../upload/media-journal.ts'
import { whileDeleting } from '../upload/while-deleting.ts'
import { changeFolders } from './change-folders.ts'
import { filesById } from './each-file.ts'
import { type UsageContext, usageOfFiles } from './file-usage.ts'
import { isInside, type StoredFolder, selectFolders, toFolder } from './folders.ts'
import { readQueries } from './ids-of.ts'
import type { LibraryViewer } from './library-context.ts'
import { FOLDER_UID, libraryTables } from './library-tables.ts'
import { bulkItems, isOneOf } from './move-items.ts'
import { ownFiles, refuseOthersInside } from './own-items.ts'

/** Rows that one statement deletes. */
const CHUNK = 500

const deleteInput = z.strictObject({
  action: z.literal('delete', { error: 'expected delete' }).optional(),
  ...bulkItems,
  dryRun: flag().optional(),
})

/**
 * The answer names what is deleted, including everything inside the folders, and what uses the files. With `dryRun`
 * nothing is deleted. Ids that do not exist are passed over.
 */
export async function deleteItems(
  context: MediaContext & UsageContext,
  input: unknown,
  viewer: LibraryViewer = {},
): Promise<MediaBulkResult> {
  const { files: given = [], folders: wanted = [], dryRun = false } = checkInput(deleteInput, input)
  const folders = await foldersBelow(context, wanted)
  await refuseOthersInside(context, { tops: folders, all: folders }, viewer)
  const chosen = await ownFiles(context, given, viewer)
  const files = await filesById(context, [...chosen, ...(await filesInside(context, folders))])
  const ids = files.map(({ id }) => id)
  const usage = await usageOfFiles(context, ids, viewer)
  const deleted = dryRun ? ids : await deleteRows(context, ids, folders, viewer.by)
  return { files: deleted, folders: folders.map(({ id }) => id), usage }
}

async function foldersBelow({ content }: MediaContext, ids: readonly number[]): Promise<readonly StoredFolder[]> {
  if (ids.length === 0 || libraryTables(content.schema).folders === null) return []
  const [rows = []] = await readQueries(content.database, [{ fragment: selectFolders(content, sql``) }])
  const all = rows.map(toFolder)
  const tops = all.filter(({ id }) => ids.includes(id))
  return all.filter(({ path }) => tops.some(top => isInside(path, top.path)))
}

async function filesInside({ content }: MediaContext, folders: readonly StoredFolder[]): Promise<readonly number[]> {
  if (folders.length === 0) return []
  const { files } = libraryTables(content.schema)
  const paths = join(folders.map(({ path }) => value(path)))
  const fragment = sql`select ${column('t', 'id')} from ${table(files)} as t where ${column('t', 'folder_path')} in (${paths})`
  const [rows = []] = await readQueries(content.database, [{ fragment }])
  return rows.map(([id]) => Number(id))
}

async function deleteRows(
  context: MediaContext,
  files: readonly number[],
  folders: readonly StoredFolder[],
  by: number | undefined,
): Promise<readonly number[]> {
  const remove = (ids: readonly number[], open?: OpenNote) =>
    changeFolders(context, by, async scope => {
      await open?.confirm(scope.ask)
      await deleteFiles(scope, ids)
      await deleteFolders(
        scope,
        folders.map(({ id }) => id),
      )
      return scope.touched
    })
  if (files.length === 0) {
    await remove([])
    return []
  }
  return whileDeleting(context, files, async (found, open) => {
    const ids = found.map(({ id }) => id)
    const tables = await remove(ids, open)
    for (const id of ids) context.content.events.publish({ action: 'delete', type: FILE_UID, id, tables })
    return ids
  })
}

async function deleteFiles(scope: WriteScope, ids: readonly number[]): Promise<void> {
  const { files, uses, folders } = libraryTables(scope.schema)
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK)
    for (const id of chunk) await scope.before(fileType(scope.schema), id, 'delete')
    await scope.change(uses, sql`delete from ${table(uses)} where ${isOneOf(name('file_id'), chunk)}`)
    if (folders !== null) {
      const { table: links, parentColumn } = folders.contents
      await scope.change(links, sql`delete from ${table(links)} where ${isOneOf(name(parentColumn), chunk)}`)
    }
    await scope.change(files, sql`delete from ${table(files)} where ${isOneOf(name('id'), chunk)}`)
    for (const id of chunk) scope.noted.deleted(fileType(scope.schema), id)
  }
}

async function deleteFolders(scope: WriteScope, ids: readonly number[]): Promise<void> {
  const { folders } = libraryTables(scope.schema)
  if (folders === null || ids.length === 0) return
  const { table: links, parentColumn, childColumn } = folders.parents
  const linked = sql`${isOneOf(name(parentColumn), ids)} or ${isOneOf(name(childColumn), ids)}`
  await scope.change(links, sql`delete from ${table(links)} where ${linked}`)
  // A file that was moved into one of them in the meantime is at the top now.
  const { table: contents, childColumn: folder } = folders.contents
  await scope.change(contents, sql`delete from ${table(contents)} where ${isOneOf(name(folder), ids)}`)
  await scope.change(folders.table, sql`delete from ${table(folders.table)} where ${isOneOf(name('id'), ids)}`)
  for (const id of ids) scope.noted.deleted(scope.schema.types.get(FOLDER_UID)!, id)
}

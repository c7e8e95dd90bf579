/** Deletes files and folders, with everything inside them. Rows first, then objects. */
import { z } from 'zod'
import type { MediaBulkResult } from '../../admin-api/media-api.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { checkInput, flag } from '../../input/check-input.ts'
import { FILE_UID } from '../../schema/schema.ts'
import { column, join, name, sql, table, value } from '../../sql/fragment.ts'
import { fileType, type ReadScope, readFrom } from '../files/file-rows.ts'
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
import { bulkItems, isOneOf, moveFiles } from './move-items.ts'
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
  const chosen = await ownFiles(context, given, viewer)
  const { folders, inside } = await readFrom(context.content, async scope =>
    lookInside(scope, { folders: await storedFolders(context, wanted), wanted }, viewer),
  )
  const ids = (await filesById(context, [...chosen, ...inside])).map(({ id }) => id)
  const usage = await usageOfFiles(context, ids, viewer)
  const seen = { files: ids, folders: folders.map(({ id }) => id) }
  const deleted = dryRun ? seen : await deleteSeen(context, { chosen, wanted, seen: ids }, viewer)
  return { ...deleted, usage }
}

async function storedFolders({ content }: MediaContext, wanted: readonly number[]): Promise<readonly StoredFolder[]> {
  if (wanted.length === 0 || libraryTables(content.schema).folders === null) return []
  const [rows = []] = await readQueries(content.database, [{ fragment: selectFolders(content, sql``) }])
  return rows.map(toFolder)
}

interface Insides {
  /** The folders themselves, and those below them. */
  readonly folders: readonly StoredFolder[]
  readonly inside: readonly number[]
}

/** What the folders contain as `scope` sees it. Throws `forbidden` if some of it is somebody else's. */
async function lookInside(
  scope: ReadScope,
  { folders: all, wanted }: { readonly folders: readonly StoredFolder[]; readonly wanted: readonly number[] },
  viewer: LibraryViewer,
): Promise<Insides> {
  const named = new Set(wanted)
  const chosen = all.filter(({ id }) => named.has(id))
  const tops = chosen.filter(({ id, path }) => !chosen.some(other => other.id !== id && isInside(path, other.path)))
  await refuseOthersInside(scope, { tops, all }, viewer)
  const folders = all.filter(({ path }) => tops.some(top => isInside(path, top.path)))
  return { folders, inside: await filesInside(scope, folders) }
}

async function filesInside({ schema, ask }: ReadScope, folders: readonly StoredFolder[]): Promise<readonly number[]> {
  const { files } = libraryTables(schema)
  const found: number[] = []
  for (let start = 0; start < folders.length; start += CHUNK) {
    const paths = join(folders.slice(start, start + CHUNK).map(({ path }) => value(path)))
    const rows = await ask(
      sql`select ${column('t', 'id')} from ${table(files)} as t where ${column('t', 'folder_path')} in (${paths})`,
    )
    for (const [id] of rows) found.push(Number(id))
  }
  return found
}

interface Deletion {
  /** Files that are deleted wherever they are. */
  readonly chosen: readonly number[]
  readonly wanted: readonly number[]
  /** The files that were inside, with the chosen ones. */
  readonly seen: readonly number[]
  /** Names the seen files. */
  readonly open?: OpenNote
}

type Deleted = Pick<MediaBulkResult, 'files' | 'folders'>

function deleteSeen(context: MediaContext, deletion: Deletion, viewer: LibraryViewer): Promise<Deleted> {
  const { seen } = deletion
  if (seen.length === 0) return deleteNow(context, deletion, viewer)
  return whileDeleting(context, seen, (found, open) =>
    deleteNow(context, { ...deletion, seen: found.map(({ id }) => id), open }, viewer),
  )
}

/** Others may have changed the folders since somebody looked, so their insides are looked at again. */
async function deleteNow(
  context: MediaContext,
  { chosen, wanted, seen, open }: Deletion,
  viewer: LibraryViewer,
): Promise<Deleted> {
  const { content } = context
  const done = await changeFolders(context, viewer.by, async (scope, all) => {
    await open?.confirm(scope.ask)
    const { folders, inside } = await lookInside(scope, { folders: all, wanted }, viewer)
    const [isSeen, isMeant] = [new Set(seen), new Set([...chosen, ...inside])]
    const files = seen.filter(id => isMeant.has(id))
    // No note names these, so their objects would stay behind: they come to the top of the library.
    const late = inside.filter(id => !isSeen.has(id))
    for (let start = 0; start < late.length; start += CHUNK)
      await moveFiles(scope, late.slice(start, start + CHUNK), { target: undefined, now: content.clock() })
    const ids = folders.map(({ id }) => id)
    await deleteFiles(scope, files)
    await deleteFolders(scope, ids)
    return { files, folders: ids, tables: scope.touched }
  })
  const { files, folders, tables } = done
  for (const id of files) content.events.publish({ action: 'delete', type: FILE_UID, id, tables })
  return { files, folders }
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
  const { table: contents, childColumn: folder } = folders.contents
  await scope.change(contents, sql`delete from ${table(contents)} where ${isOneOf(name(folder), ids)}`)
  await scope.change(folders.table, sql`delete from ${table(folders.table)} where ${isOneOf(name('id'), ids)}`)
  for (const id of ids) scope.noted.deleted(scope.schema.types.get(FOLDER_UID)!, id)
}

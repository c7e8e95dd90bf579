/** Moves files and folders into a folder, or to the top of the library. Addresses stay: only rows change. */
import { z } from 'zod'
import type { MediaBulkResult } from '../../admin-api/media-api.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { badInput, checkInput, idNumber } from '../../input/check-input.ts'
import type { LinkTable } from '../../schema/schema.ts'
import { asId, column, type Fragment, join, name, sql, table, value } from '../../sql/fragment.ts'
import { fileType } from '../files/file-rows.ts'
import { changeFolders, movePaths, parentOf } from './change-folders.ts'
import { isInside, type StoredFolder } from './folders.ts'
import type { LibraryContext, LibraryViewer } from './library-context.ts'
import { FOLDER_UID, libraryTables, neededFolders } from './library-tables.ts'
import { ownFiles, refuseOthersInside } from './own-items.ts'

/** Files and folders of one change. */
const MOST_ITEMS = 500
const ids = () =>
  z
    .array(idNumber('expected an id'), { error: 'expected a list of ids' })
    .max(MOST_ITEMS, { error: `expected at most ${MOST_ITEMS} ids` })
    .transform(list => [...new Set(list)])

/** What a bulk operation is about. */
export const bulkItems = { files: ids().optional(), folders: ids().optional() }

const moveInput = z.strictObject({
  action: z.literal('move', { error: 'expected move' }).optional(),
  ...bulkItems,
  to: z.number({ error: 'expected the id of a folder, or null' }).int().min(1).nullable(),
})

/** Ids that do not exist are passed over. The answer names what was moved. */
export async function moveItems(
  context: LibraryContext,
  input: unknown,
  viewer: LibraryViewer = {},
): Promise<MediaBulkResult> {
  const { files: given = [], folders: wanted = [], to } = checkInput(moveInput, input)
  const files = await ownFiles(context, given, viewer)
  return changeFolders(context, viewer.by, async (scope, folders) => {
    const target = parentOf(folders, to)
    const moved = folders.filter(({ id }) => wanted.includes(id))
    await refuseOthersInside(scope, { tops: moved, all: folders }, viewer)
    refuseCircles(moved, target)
    refuseSameNames(folders, moved, to)
    await moveFolders(scope, moved, target)
    const movedFiles = await moveFiles(scope, files, { target, now: context.content.clock() })
    return { files: movedFiles, folders: moved.map(({ id }) => id), usage: [] }
  })
}

function refuseCircles(moved: readonly StoredFolder[], target: StoredFolder | undefined): void {
  const stuck = moved
    .filter(({ path }) => target !== undefined && isInside(target.path, path))
    .map(folder => folder.name)
  if (stuck.length === 0) return
  const message = `folders cannot be moved inside themselves or one of its children: ${stuck.join(', ')}`
  throw badInput([{ path: ['to'], message }])
}

function refuseSameNames(all: readonly StoredFolder[], moved: readonly StoredFolder[], to: number | null): void {
  const ids = new Set(moved.map(({ id }) => id))
  const there = new Set(all.filter(({ id, parent }) => parent === to && !ids.has(id)).map(folder => folder.name))
  const names = moved.map(folder => folder.name)
  const taken = names.filter((title, index) => there.has(title) || names.indexOf(title) !== index)
  if (taken.length > 0) throw badInput([{ path: ['to'], message: `some folders already exists: ${taken.join(', ')}` }])
}

async function moveFolders(
  scope: WriteScope,
  moved: readonly StoredFolder[],
  target: StoredFolder | undefined,
): Promise<void> {
  if (moved.length === 0) return
  const { parents } = neededFolders(scope.schema)
  await relink(
    scope,
    parents,
    moved.map(({ id }) => id),
    target?.id ?? null,
  )
  for (const { id } of moved) scope.noted.updated(scope.schema.types.get(FOLDER_UID)!, id, [])
  // The deepest first: a folder inside another one that is moved too leaves it.
  for (const folder of [...moved].sort((a, b) => b.path.length - a.path.length)) await movePaths(scope, folder, target)
}

interface FileMove {
  readonly target: StoredFolder | undefined
  readonly now: Date
}

export async function moveFiles(
  scope: WriteScope,
  files: readonly number[],
  { target, now }: FileMove,
): Promise<readonly number[]> {
  if (files.length === 0) return []
  const tables = libraryTables(scope.schema)
  const path = sql`${name('folder_path')} = ${value(target?.path ?? '/')}`
  const stamp = sql`${name('updated_at')} = ${value(scope.dialect.encode('datetime', now))}`
  const changed = sql`update ${table(tables.files)} as t set ${path}, ${stamp} where ${isOneOf(column('t', 'id'), files)} returning ${name('id')}`
  const found = (await scope.change(tables.files, changed)).map(([id]) => Number(id))
  for (const id of found) scope.noted.updated(fileType(scope.schema), id, [])
  if (found.length > 0 && tables.folders !== null)
    await relink(scope, tables.folders.contents, found, target?.id ?? null)
  return found.sort((a, b) => a - b)
}

/** Gives each of the rows this one parent, or none. */
async function relink(scope: WriteScope, link: LinkTable, rows: readonly number[], to: number | null): Promise<void> {
  const own = name(link.parentColumn)
  await scope.change(link.table, sql`delete from ${table(link.table)} where ${isOneOf(own, rows)}`)
  if (to === null) return
  const pairs = join(rows.map(id => sql`(${value(id)}, ${value(to)})`))
  await scope.change(
    link.table,
    sql`insert into ${table(link.table)} (${own}, ${name(link.childColumn)}) values ${pairs}`,
  )
}

export const isOneOf = (tested: Fragment, rows: readonly number[]): Fragment =>
  sql`${tested} in (${join(rows.map(id => asId(value(id))))})`

/** Creates, renames and moves folders. Paths are kept as Strapi keeps them, so that its own panel still works. */
import { z } from 'zod'
import type { MediaFolder } from '../../admin-api/media-api.ts'
import { authorOf } from '../../content/write/commit-write.ts'
import { writeInScope } from '../../content/write/run-scope.ts'
import { insertEntry, updateEntry } from '../../content/write/store/store-entry.ts'
import { takeLocks } from '../../content/write/write-locks.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { badInput, checkInput, idNumber, text } from '../../input/check-input.ts'
import type { EntryWrite, LinkWrite, ScalarWrite } from '../../plan/write/write-plan.ts'
import { type ContentType, isScalar } from '../../schema/schema.ts'
import { column, name, sql, table, value } from '../../sql/fragment.ts'
import { findFolder, isInside, type StoredFolder, selectFolders, toFolder } from './folders.ts'
import type { LibraryContext, LibraryViewer } from './library-context.ts'
import { FOLDER_UID, libraryTables, neededFolders } from './library-tables.ts'
import { refuseOthersFolders, refuseOthersInside } from './own-items.ts'

const folderName = () => text().refine(given => !given.includes('/'), { error: 'name cannot contain slashes' })
const folderId = () => idNumber('expected the id of a folder').nullable()
const newFolder = z.strictObject({ name: folderName(), parent: folderId().optional() })
const changedFolder = z.strictObject({ name: folderName(), parent: folderId() }).partial()

export async function createFolder(
  context: LibraryContext,
  input: unknown,
  { by }: LibraryViewer = {},
): Promise<MediaFolder> {
  const { name: title, parent = null } = checkInput(newFolder, input)
  neededFolders(context.content.schema)
  const id = await changeFolders(context, by, async (scope, folders) => {
    const above = parentOf(folders, parent)
    refuseTaken(folders, { title, parent })
    const pathId = Math.max(0, ...folders.map(folder => folder.pathId)) + 1
    const path = `${above?.path ?? ''}/${pathId}`
    const now = context.content.clock()
    const values = { name: title, pathId, path, createdAt: now, updatedAt: now }
    return insertEntry(scope, folderWrite(scope, values, { parent: parent ?? undefined, createdBy: by, updatedBy: by }))
  })
  return findFolder(context, id)
}

/** Moving a folder moves everything inside. */
export async function updateFolder(
  context: LibraryContext,
  id: number,
  input: unknown,
  viewer: LibraryViewer = {},
): Promise<MediaFolder> {
  const { by } = viewer
  const given = checkInput(changedFolder, input)
  await changeFolders(context, by, async (scope, folders) => {
    const folder = folders.find(candidate => candidate.id === id)
    if (folder === undefined) throw new PopulusError('notFound')
    refuseOthersFolders([folder], viewer)
    const title = given.name ?? folder.name
    const parent = given.parent === undefined ? folder.parent : given.parent
    const above = parentOf(folders, parent)
    if (parent !== folder.parent) await refuseOthersInside(scope, { tops: [folder], all: folders }, viewer)
    if (above !== undefined && isInside(above.path, folder.path)) {
      throw badInput([{ path: ['parent'], message: 'folder cannot be moved inside itself' }])
    }
    refuseTaken(folders, { title, parent, except: id })
    const links = { updatedBy: by, ...(parent === folder.parent ? {} : { parent }) }
    await updateEntry(scope, id, folderWrite(scope, { name: title, updatedAt: context.content.clock() }, links))
    if (parent !== folder.parent) await movePaths(scope, folder, above)
  })
  return findFolder(context, id)
}

/** One change of folders at a time, with all of them as they are: there are few. Old databases have none. */
export async function changeFolders<T>(
  { content }: LibraryContext,
  by: number | undefined,
  work: (scope: WriteScope, folders: readonly StoredFolder[]) => Promise<T>,
): Promise<T> {
  return writeInScope(content, authorOf({ adminId: by }), async scope => {
    const { folders } = libraryTables(content.schema)
    if (folders === null) return work(scope, [])
    takeLocks(scope, [folders.table])
    return work(scope, (await scope.ask(selectFolders(content, sql``))).map(toFolder))
  })
}

/** `undefined` for the top. */
export function parentOf(folders: readonly StoredFolder[], parent: number | null): StoredFolder | undefined {
  const found = folders.find(({ id }) => id === parent)
  if (parent !== null && found === undefined) {
    throw badInput([{ path: ['parent'], message: 'parent folder does not exist' }])
  }
  return found
}

function refuseTaken(
  folders: readonly StoredFolder[],
  { title, parent, except }: { readonly title: string; readonly parent: number | null; readonly except?: number },
): void {
  const taken = folders.some(folder => folder.name === title && folder.parent === parent && folder.id !== except)
  if (taken) throw badInput([{ path: ['name'], message: 'A folder with this name already exists' }])
}

/** The paths of a folder, the folders below it, and the files in them, after its parent has changed. */
export async function movePaths(
  scope: WriteScope,
  { path, pathId }: StoredFolder,
  above: StoredFolder | undefined,
): Promise<void> {
  const moved = `${above?.path ?? ''}/${pathId}`
  const { files, folders } = libraryTables(scope.schema)
  const places = [[files, 'folder_path'] as const, ...(folders === null ? [] : [[folders.table, 'path'] as const])]
  for (const [owner, pathColumn] of places) {
    const current = column('t', pathColumn)
    const rest = sql`substr(${current}, ${value(scope.dialect.encode('integer', path.length + 1))})`
    const inside = sql`${current} = ${value(path)} or ${current} like ${value(`${path}/%`)}`
    const joined = sql`${value(moved)} || ${rest}`
    await scope.change(owner, sql`update ${table(owner)} as t set ${name(pathColumn)} = ${joined} where ${inside}`)
  }
}

type Links = Readonly<Record<string, number | null | undefined>>

function folderWrite(scope: WriteScope, values: Readonly<Record<string, unknown>>, links: Links): EntryWrite {
  const model = scope.schema.types.get(FOLDER_UID) as ContentType
  const scalars = Object.entries(values).flatMap(([key, given]): readonly ScalarWrite[] => {
    const attribute = model.attributes.get(key)
    return isScalar(attribute) ? [{ attribute, value: given as ScalarWrite['value'], path: [key] }] : []
  })
  const linked = Object.entries(links).flatMap(([key, id]): readonly LinkWrite[] => {
    const attribute = model.attributes.get(key)
    if (attribute?.kind !== 'relation' || id === undefined) return []
    return [{ attribute, change: { kind: 'set', ids: id === null ? [] : [id] } }]
  })
  return { model, scalars, links: linked, morphs: [], components: [], zones: [] }
}

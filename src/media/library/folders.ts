/** The folders of the library. They exist only in the database: the objects of files do not move with them. */
import type { MediaFolder } from '../../admin-api/media-api.ts'
import { PopulusError } from '../../errors.ts'
import { badInput } from '../../input/check-input.ts'
import { column, type Fragment, name, sql, table, value } from '../../sql/fragment.ts'
import { type Database, steps } from '../../storage/database.ts'
import { type FolderPlace, LIBRARY_TOP } from '../files/api-folder.ts'
import { ownOnly } from './file-conditions.ts'
import type { LibraryContext, LibraryViewer } from './library-context.ts'
import { FOLDER_UID, libraryTables } from './library-tables.ts'

/** A folder as it is stored. */
export interface StoredFolder {
  readonly id: number
  readonly name: string
  readonly parent: number | null
  /** The ids of the folders on the way to it, by their `pathId`: `/1/4`. */
  readonly path: string
  readonly pathId: number
  /** The id of the administrator. */
  readonly createdBy: number | null
}

/** All folders with what is directly inside, in two statements. Files count that exist for the viewer. */
export async function listFolders(
  context: LibraryContext,
  viewer: LibraryViewer = {},
): Promise<readonly MediaFolder[]> {
  const { content } = context
  const { folders: tables, files: fileTable } = libraryTables(content.schema)
  if (tables === null) return []
  const { contents } = tables
  const folderColumn = name(contents.childColumn)
  const [isOwn] = ownOnly(content.schema, viewer)
  const seen = sql` where ${name(contents.parentColumn)} in (select ${column('t', 'id')} from ${table(fileTable)} as t where ${isOwn ?? sql``})`
  const counted = sql`select ${folderColumn}, count(*) from ${table(contents.table)}${isOwn === undefined ? sql`` : seen} group by ${folderColumn}`
  const [rows = [], counts = []] = await content.database.read(
    steps(...[selectFolders(content, sql``), counted].map(fragment => boundTo(content.database, fragment))),
  )
  const files = new Map(counts.map(([id, count]) => [Number(id), Number(count)]))
  const folders = rows.map(toFolder)
  const inside = new Map<number | null, number>()
  for (const { parent } of folders) inside.set(parent, (inside.get(parent) ?? 0) + 1)
  return folders.map(({ id, name: title, parent }) => ({
    id,
    name: title,
    parent,
    files: files.get(id) ?? 0,
    folders: inside.get(id) ?? 0,
  }))
}

/** One folder, as `listFolders` shows it. */
export async function findFolder(
  context: LibraryContext,
  id: number,
  viewer: LibraryViewer = {},
): Promise<MediaFolder> {
  const found = (await listFolders(context, viewer)).find(folder => folder.id === id)
  if (found === undefined) throw new PopulusError('notFound')
  return found
}

/** Where a file in a folder is; `null` is the top. Throws if there is no such folder. */
export async function folderPlace({ content }: LibraryContext, folder: number | null): Promise<FolderPlace> {
  if (folder === null) return LIBRARY_TOP
  const wanted = sql`where ${column('t', 'id')} = ${value(folder)}`
  const [rows = []] = await content.database.read(steps(boundTo(content.database, selectFolders(content, wanted))))
  const [found] = rows.map(toFolder)
  if (found === undefined) throw badInput([{ path: ['folder'], message: 'the folder does not exist' }])
  return { folder, folderPath: found.path }
}

/** Selects folders, with their table as `t`, by name. */
export function selectFolders({ schema }: Pick<LibraryContext['content'], 'schema'>, rest: Fragment): Fragment {
  const { folders: tables } = libraryTables(schema)
  if (tables === null) throw new PopulusError('noStorage', { type: FOLDER_UID })
  const { parents } = tables
  const createdBy = schema.types.get(FOLDER_UID)?.attributes.get('createdBy')
  const stored = createdBy?.kind === 'relation' && createdBy.link?.kind === 'parent-column' ? createdBy.link : null
  const creator = stored === null ? sql`null` : column('t', stored.column)
  const joined = sql`left join ${table(parents.table)} as p on ${column('p', parents.parentColumn)} = ${column('t', 'id')}`
  const selected = sql`${column('t', 'id')}, ${column('t', 'name')}, ${column('p', parents.childColumn)}, ${column('t', 'path')}, ${column('t', 'path_id')}, ${creator}`
  return sql`select ${selected} from ${table(tables.table)} as t ${joined} ${rest} order by ${column('t', 'name')}, ${column('t', 'id')}`
}

export function toFolder([id, title, parent, path, pathId, createdBy]: readonly unknown[]): StoredFolder {
  return {
    id: Number(id),
    name: String(title),
    parent: parent === null || parent === undefined ? null : Number(parent),
    path: String(path),
    pathId: Number(pathId),
    createdBy: createdBy === null || createdBy === undefined ? null : Number(createdBy),
  }
}

export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function boundTo({ dialect }: Database, fragment: Fragment) {
  return dialect.bind(dialect.compile(fragment))
}

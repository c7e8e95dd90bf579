/** The tables of the media library. Databases from before Strapi had folders lack those of the folders. */
import { PopulusError } from '../../errors.ts'
import { FILE_UID, type LinkTable, type Schema } from '../../schema/schema.ts'

export const FOLDER_UID = 'plugin::upload.folder'

export interface LibraryTables {
  readonly files: string
  /** Which entries have a file: rows `(file, entry, type of the entry, field)`. */
  readonly uses: string
  readonly folders: FolderTables | null
}

export interface FolderTables {
  readonly table: string
  /** From a folder to the one that contains it. */
  readonly parents: LinkTable
  /** From a file to its folder. */
  readonly contents: LinkTable
}

/** Throws if the opened database has no table for files. */
export function libraryTables(schema: Schema): LibraryTables {
  const files = schema.types.get(FILE_UID)?.table ?? null
  if (files === null) throw new PopulusError('noStorage', { type: FILE_UID })
  const related = schema.types.get(FILE_UID)?.attributes.get('related')
  const link = related?.kind === 'morph' && related.link?.kind === 'table' ? related.link : null
  return { files, uses: link?.table ?? `${files}_related_morphs`, folders: folderTables(schema) }
}

/** Throws if there are no folders. */
export function neededFolders(schema: Schema): FolderTables {
  const { folders } = libraryTables(schema)
  if (folders === null) throw new PopulusError('noStorage', { type: FOLDER_UID })
  return folders
}

function folderTables(schema: Schema): FolderTables | null {
  const table = schema.types.get(FOLDER_UID)?.table ?? null
  const parents = linkTable(schema, FOLDER_UID, 'parent')
  const contents = linkTable(schema, FILE_UID, 'folder')
  return table === null || parents === null || contents === null ? null : { table, parents, contents }
}

function linkTable(schema: Schema, uid: string, attribute: string): LinkTable | null {
  const found = schema.types.get(uid)?.attributes.get(attribute)
  return found?.kind === 'relation' && found.link?.kind === 'table' ? found.link : null
}

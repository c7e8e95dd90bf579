/** The filters of the library as conditions on rows of files, with their table as `t`. */
import { FILE_UID, isScalar, type Schema } from '../../schema/schema.ts'
import { column, type Fragment, join, sql, table, value } from '../../sql/fragment.ts'
import type { LibraryContext, LibraryViewer } from './library-context.ts'
import { libraryTables } from './library-tables.ts'

export interface FileFilters {
  readonly folder?: number | 'root' | undefined
  readonly _q?: string | undefined
  readonly type?: 'images' | 'videos' | 'audios' | 'files' | undefined
}

const TYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['images', ['image/%']],
  ['videos', ['video/%']],
  ['audios', ['audio/%']],
])

export function fileCondition(
  context: LibraryContext,
  wanted: FileFilters,
  { unused, viewer }: { readonly unused: boolean; readonly viewer: LibraryViewer },
): Fragment {
  const conditions = [
    ...ownOnly(context.content.schema, viewer),
    ...(wanted.folder === undefined ? [] : [inFolder(context, wanted.folder)]),
    ...(wanted._q === undefined ? [] : [matches(context, wanted._q)]),
    ...(wanted.type === undefined ? [] : [hasType(wanted.type)]),
    ...(unused ? [isUnused(context)] : []),
  ]
  return conditions.length === 0 ? sql`` : sql`where ${join(conditions, ' and ')}`
}

/** Nobody's files are nobody's own. */
export function ownOnly(schema: Schema, { by, onlyOwn = false }: LibraryViewer): readonly Fragment[] {
  if (!onlyOwn) return []
  const creator = schema.types.get(FILE_UID)?.attributes.get('createdBy')
  if (creator?.kind !== 'relation' || creator.link?.kind !== 'parent-column' || by === undefined) return [sql`1 = 0`]
  return [sql`${column('t', creator.link.column)} = ${value(by)}`]
}

function inFolder({ content }: LibraryContext, folder: number | 'root'): Fragment {
  const { folders } = libraryTables(content.schema)
  if (folders === null) return folder === 'root' ? sql`1 = 1` : sql`1 = 0`
  const { contents } = folders
  const all = sql`select ${column('i', contents.parentColumn)} from ${table(contents.table)} as i`
  if (folder === 'root') return sql`${column('t', 'id')} not in (${all})`
  const inside = sql`${column('i', contents.childColumn)} = ${value(folder)}`
  return sql`${column('t', 'id')} in (${all} where ${inside})`
}

function matches({ content }: LibraryContext, words: string): Fragment {
  const pattern = value(`%${words.replace(/[%_\\]/g, '\\$&')}%`)
  const texts = ['name', 'alternativeText', 'caption', 'ext']
    .map(name => content.schema.types.get(FILE_UID)?.attributes.get(name))
    .filter(isScalar)
    .flatMap(({ column: stored }) => (stored === null ? [] : [column('t', stored)]))
  return sql`(${join(
    texts.map(stored => content.database.dialect.search(stored, pattern)),
    ' or ',
  )})`
}

function hasType(type: string): Fragment {
  const mime = column('t', 'mime')
  const patterns = TYPES.get(type)
  if (patterns !== undefined)
    return sql`(${join(
      patterns.map(pattern => sql`${mime} like ${value(pattern)}`),
      ' or ',
    )})`
  const others = [...TYPES.values()].flat()
  return sql`${join(
    others.map(pattern => sql`${mime} not like ${value(pattern)}`),
    ' and ',
  )}`
}

/** No media field has it, and it is none of the given files, which texts mention. */
function isUnused({ content }: LibraryContext): Fragment {
  const { uses } = libraryTables(content.schema)
  const used = sql`select ${column('u', 'file_id')} from ${table(uses)} as u where ${column('u', 'file_id')} is not null`
  const id = column('t', 'id')
  return sql`${id} not in (${used}) and not (${content.database.dialect.inParents(id)})`
}

/** Where files are used: media fields of entries, also inside components and zones, and addresses inside texts. */
import type { MediaUsage } from '../../admin-api/media-api.ts'
import { type ContentType, FILE_UID, isScalar } from '../../schema/schema.ts'
import { column, type Fragment, join, sql, table } from '../../sql/fragment.ts'
import { mapInSlices } from '../../util/process/slices.ts'
import { hasColumn, type Place, placesInEntries } from './component-owners.ts'
import { readQueries } from './ids-of.ts'
import type { EntryFacts, EntryReader, LibraryContext, LibraryViewer } from './library-context.ts'
import { libraryTables } from './library-tables.ts'
import { addressStarts, findTexts, namesIn } from './text-mentions.ts'

export interface FileUsage extends MediaUsage {
  /** The id of the file. */
  readonly file: number
}

export interface UsageContext extends LibraryContext {
  /** The attribute that names the entries of a type; the first text if absent. */
  readonly titleField?: (type: ContentType) => Promise<string>
}

/** Uses in media fields first, then in texts; each in the order of types and ids. */
export async function usageOfFiles(
  context: UsageContext,
  files: readonly number[],
  { entries: reader }: LibraryViewer = {},
): Promise<readonly FileUsage[]> {
  if (files.length === 0) return []
  const linked = await linkedPlaces(context, files)
  const mentioned = await mentionedPlaces(context, files)
  const places = [
    ...(await placesInEntries(context, linked)).map(place => ({ ...place, how: 'relation' as const })),
    ...(await placesInEntries(context, mentioned)).map(place => ({ ...place, how: 'text' as const })),
  ].filter(({ uid, path }) => reader?.covers(uid, fieldOf(path)) ?? true)
  const entries = await (reader === undefined ? describeEntries(context, places) : describeBy(reader, context, places))
  return places
    .flatMap(({ uid, id, path, about: file, how }) => {
      const entry = entries.get(`${uid} ${id}`)
      return entry === undefined
        ? []
        : [{ file, uid, id, title: entry.title, path: path.join('.'), locale: entry.locale, status: entry.status, how }]
    })
    .sort(byPlace)
}

const byPlace = (a: FileUsage, b: FileUsage): number =>
  a.how.localeCompare(b.how) ||
  a.uid.localeCompare(b.uid) ||
  a.id - b.id ||
  a.path.localeCompare(b.path) ||
  a.file - b.file

/** Rows of the table that connects files with entries and components. */
async function linkedPlaces({ content }: LibraryContext, files: readonly number[]): Promise<readonly Place<number>[]> {
  const { uses } = libraryTables(content.schema)
  const columns = ['file_id', 'related_id', 'related_type', 'field'].map(name => column('u', name))
  const fragment = sql`select ${join(columns)} from ${table(uses)} as u where ${content.database.dialect.inParents(column('u', 'file_id'))}`
  const [rows = []] = await readQueries(content.database, [{ fragment, ids: files }])
  return rows.map(([file, id, uid, field]) => ({
    uid: String(uid),
    id: Number(id),
    path: [String(field)],
    about: Number(file),
  }))
}

/** So many names are looked for directly; of more, all texts with addresses of files are read. */
const FEW = 20

async function mentionedPlaces(context: LibraryContext, files: readonly number[]): Promise<readonly Place<number>[]> {
  const { database, schema } = context.content
  const { files: from } = libraryTables(schema)
  const fragment = sql`select ${column('t', 'id')}, ${column('t', 'hash')} from ${table(from)} as t where ${database.dialect.inParents(column('t', 'id'))}`
  const [rows = []] = await readQueries(database, [{ fragment, ids: files }])
  const hashes = rows.map(([id, hash]) => ({ id: Number(id), hash: String(hash) })).filter(({ hash }) => hash !== '')
  const few = hashes.length <= FEW
  const starts = few ? [] : await addressStarts(context)
  const matches = await findTexts(context, few ? hashes.map(({ hash }) => hash) : starts)
  const byHash = new Map<string, number[]>(hashes.map(({ hash }) => [hash, []]))
  for (const { id, hash } of hashes) byHash.get(hash)!.push(id)
  const filesIn = (text: string) =>
    few
      ? hashes.filter(({ hash }) => text.includes(hash)).map(({ id }) => id)
      : [...new Set(namesIn(text, starts))].flatMap(name => byHash.get(name) ?? [])
  const places = await mapInSlices(matches, ({ model, id, texts }) =>
    [...texts].flatMap(([attribute, text]) =>
      filesIn(text).map(file => ({ uid: model.uid, id, path: [attribute], about: file })),
    ),
  )
  return places.flat()
}

/** `blocks.2.image` is `blocks.image`. */
function fieldOf(path: readonly string[]): string {
  return path.filter(part => !/^\d+$/.test(part)).join('.')
}

async function describeBy(
  reader: EntryReader,
  { content }: LibraryContext,
  places: readonly Place<number>[],
): Promise<ReadonlyMap<string, EntryFacts>> {
  const found = new Map<string, EntryFacts>()
  for (const uid of new Set(places.map(place => place.uid))) {
    const type = content.schema.types.get(uid)
    const ids = new Set(places.filter(place => place.uid === uid).map(({ id }) => id))
    if (type === undefined || uid === FILE_UID) continue
    for (const [id, facts] of await reader.describe(type, [...ids])) found.set(`${uid} ${id}`, facts)
  }
  return found
}

/** One statement per type. */
async function describeEntries(
  { content, titleField = firstText }: UsageContext,
  places: readonly Place<number>[],
): Promise<ReadonlyMap<string, EntryFacts>> {
  const uids = [...new Set(places.map(({ uid }) => uid))].filter(uid => uid !== FILE_UID)
  const types = uids.flatMap(uid => content.schema.types.get(uid) ?? []).filter(type => type.table !== null)
  const queries = await Promise.all(
    types.map(async type => ({
      fragment: selectEntries(type, await titleField(type), content),
      ids: places.filter(({ uid }) => uid === type.uid).map(({ id }) => id),
    })),
  )
  const rows = await readQueries(content.database, queries)
  return new Map(
    types.flatMap((type, index) =>
      (rows[index] ?? []).map(([id, title, locale, published]) => [
        `${type.uid} ${id}`,
        {
          title: title === null || title === undefined || title === '' ? String(id) : String(title),
          locale: locale === null || locale === undefined ? null : String(locale),
          status: statusOf(type, published),
        },
      ]),
    ),
  )
}

function statusOf({ draftAndPublish }: ContentType, published: unknown): EntryFacts['status'] {
  if (!draftAndPublish) return null
  return published === null || published === undefined ? 'draft' : 'published'
}

function selectEntries(type: ContentType, title: string, { database }: LibraryContext['content']): Fragment {
  const selected = [title, 'locale', 'publishedAt'].map(name => {
    const attribute = type.attributes.get(name)
    return isScalar(attribute) && attribute.column !== null ? column('t', attribute.column) : sql`null`
  })
  const id = column('t', 'id')
  return sql`select ${join([id, ...selected])} from ${table(type.table ?? '')} as t where ${database.dialect.inParents(id)}`
}

/** As Strapi chooses the title of entries when nobody has chosen one. */
async function firstText(type: ContentType): Promise<string> {
  const texts = [...type.attributes.values()].filter(({ kind, name }) => kind === 'scalar' && hasColumn(type, name))
  return texts.find(attribute => isScalar(attribute) && attribute.type === 'string')?.name ?? 'id'
}

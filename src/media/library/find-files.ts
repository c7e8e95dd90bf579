/** The files of the library: a page of them, or one. */

import { z } from 'zod'
import type { MediaFile } from '../../admin-api/media-api.ts'
import type { Page } from '../../admin-api/route-types.ts'
import { PopulusError } from '../../errors.ts'
import { checkInput, text } from '../../input/check-input.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import { FILE_UID, isScalar, type ScalarAttribute } from '../../schema/schema.ts'
import { column, type Fragment, join, sql, table } from '../../sql/fragment.ts'
import { LARGEST_ID } from '../../util/json/largest-id.ts'
import { pageMeta } from '../../util/page-meta.ts'
import { focalPointOf } from '../files/focal-point.ts'
import { fileCondition, ownOnly } from './file-conditions.ts'
import { readQueries } from './ids-of.ts'
import type { LibraryContext, LibraryViewer } from './library-context.ts'
import { libraryTables } from './library-tables.ts'
import { mentionedFiles } from './text-mentions.ts'

const MAX_PAGE_SIZE = 100
const SORTABLE = ['name', 'createdAt', 'updatedAt', 'size', 'ext', 'mime', 'id'] as const

/** `size`, `createdAt:desc`, in any case. */
function isOrder(given: string): boolean {
  const [name, order = 'asc', ...more] = given.toLowerCase().split(':')
  const isKnown = SORTABLE.some(known => known.toLowerCase() === name)
  return isKnown && (order === 'asc' || order === 'desc') && more.length === 0
}

const number = (most: number) =>
  z.coerce
    .number({ error: 'expected a number' })
    .int({ error: 'expected a whole number' })
    .min(1, { error: 'expected a number of at least 1' })
    .max(most, { error: `expected a number of at most ${most}` })
const listInput = z.strictObject({
  folder: z
    .union([z.literal('root'), number(LARGEST_ID)], { error: 'expected the id of a folder, or root' })
    .optional(),
  _q: text().optional(),
  sort: z
    .string({ error: 'expected a string' })
    .refine(isOrder, { error: `expected one of ${SORTABLE.join(', ')}, with :asc or :desc` })
    .optional(),
  page: number(1_000_000).optional(),
  pageSize: number(MAX_PAGE_SIZE).optional(),
  type: z
    .enum(['images', 'videos', 'audios', 'files'], { error: 'expected images, videos, audios or files' })
    .optional(),
  unused: z.enum(['true', 'false', '1', '0'], { error: 'expected true or false' }).optional(),
})

/** `input` is a `MediaQuery`, with texts for numbers if it comes from an address. */
export async function listFiles(
  context: LibraryContext,
  input: unknown,
  viewer: LibraryViewer = {},
): Promise<Page<MediaFile>> {
  const wanted = checkInput(listInput, input)
  const { page = 1, pageSize = 25, unused } = wanted
  const { database } = context.content
  const mentioned = unused === 'true' || unused === '1' ? await mentionedFiles(context) : undefined
  const ids = mentioned ?? []
  const where = fileCondition(context, wanted, { unused: mentioned !== undefined, viewer })
  const ordered = sql`${where} order by ${orderOf(context, wanted.sort ?? 'createdAt:desc')} ${database.dialect.page(pageSize, (page - 1) * pageSize)}`
  const { files } = libraryTables(context.content.schema)
  const [rows = [], [count] = []] = await readQueries(database, [
    { fragment: selectFiles(context, ordered), ids },
    { fragment: sql`select count(*) from ${table(files)} as t ${where}`, ids },
  ])
  const total = Number(count?.[0] ?? 0)
  const pagination = pageMeta({ page, pageSize }, total)
  return { data: rows.map(row => toFile(context, row)), meta: { pagination } }
}

/** Throws `notFound` if there is no such file. */
export async function findFile(context: LibraryContext, id: number, viewer: LibraryViewer = {}): Promise<MediaFile> {
  const [found] = await findFilesById(context, [id], viewer)
  if (found === undefined) throw new PopulusError('notFound')
  return found
}

/** Those that exist, in one statement. */
export async function findFilesById(
  context: LibraryContext,
  ids: readonly number[],
  viewer: LibraryViewer = {},
): Promise<readonly MediaFile[]> {
  const { database } = context.content
  const wanted = join(
    [database.dialect.inParents(column('t', 'id')), ...ownOnly(context.content.schema, viewer)],
    ' and ',
  )
  const fragment = selectFiles(context, sql`where ${wanted}`)
  const [rows = []] = await readQueries(database, [{ fragment, ids }])
  return rows.map(row => toFile(context, row))
}

/** The attributes that are shown, in this order. */
const SHOWN = [
  'name',
  'alternativeText',
  'caption',
  'width',
  'height',
  'formats',
  'ext',
  'mime',
  'size',
  'url',
  'previewUrl',
  'hash',
  'provider',
  'provider_metadata',
  'createdAt',
  'updatedAt',
] as const

function selectFiles({ content }: LibraryContext, rest: Fragment): Fragment {
  const { files, folders } = libraryTables(content.schema)
  const values = shownScalars(content).map(({ type, column: stored }) =>
    stored === null
      ? sql`null`
      : content.database.dialect.rows.select(ATTRIBUTE_TYPES[type].output, column('t', stored)),
  )
  if (folders === null) {
    return sql`select ${join([column('t', 'id'), sql`null`, sql`null`, ...values])} from ${table(files)} as t ${rest}`
  }
  const { contents, table: folderTable } = folders
  const place = sql`left join ${table(contents.table)} as l on ${column('l', contents.parentColumn)} = ${column('t', 'id')} left join ${table(folderTable)} as f on ${column('f', 'id')} = ${column('l', contents.childColumn)}`
  const selected = join([column('t', 'id'), column('f', 'id'), column('f', 'name'), ...values])
  return sql`select ${selected} from ${table(files)} as t ${place} ${rest}`
}

function shownScalars({ schema }: LibraryContext['content']): readonly ScalarAttribute[] {
  const attributes = schema.types.get(FILE_UID)?.attributes
  return SHOWN.map(name => attributes?.get(name)).filter(isScalar)
}

type ShownValues = Omit<MediaFile, 'id' | 'folder' | 'focalPoint'> & { readonly provider_metadata: unknown }

function toFile({ content }: LibraryContext, [id, folder, title, ...row]: readonly unknown[]): MediaFile {
  const shown = shownScalars(content).map(({ name, type }, index) => {
    const json = content.database.dialect.rows.toJson(ATTRIBUTE_TYPES[type].output, row[index])
    return [name, JSON.parse(json)] as const
  })
  const values = Object.fromEntries(shown) as ShownValues
  const { createdAt, updatedAt, provider_metadata: metadata, ...file } = values
  const place = folder === null || folder === undefined ? null : { id: Number(folder), name: String(title) }
  return { id: Number(id), ...file, folder: place, focalPoint: focalPointOf(metadata), createdAt, updatedAt }
}

function orderOf({ content }: LibraryContext, sort: string): Fragment {
  const [name = '', direction = 'asc'] = sort.split(':')
  const attribute = content.schema.types.get(FILE_UID)?.attributes.get(name)
  const down = direction.toLowerCase() === 'desc' ? sql` desc` : sql``
  const id = sql`${column('t', 'id')}${down}`
  if (!isScalar(attribute) || attribute.column === null) return id
  return sql`${column('t', attribute.column)}${down}, ${id}`
}

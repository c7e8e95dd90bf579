/** The pagination data of an answer. */
import { pageLink, placeText } from '../plan/read/list-place.ts'
import type { CursorPage, PagePlan } from '../plan/read/read-plan.ts'
import type { ListPlaces, ReadProgram } from '../sql/read-program.ts'
import type { PackedRow } from '../sql/statement.ts'
import { asciiJson } from '../util/json/ascii-json.ts'
import type { LoadedRows } from './loaded-rows.ts'

export function pageJson(page: Exclude<PagePlan, CursorPage>, total: number | null, isEstimate = false): string {
  const marked = isEstimate ? `,"estimated":true` : ''
  if (page.kind === 'offset') {
    return `{"start":${page.start},"limit":${page.limit}${total === null ? '' : `,"total":${total}${marked}`}}`
  }
  const counts = total === null ? '' : `,"pageCount":${Math.ceil(total / page.pageSize)},"total":${total}${marked}`
  return `{"page":${page.page},"pageSize":${page.pageSize}${counts}}`
}

/** `search` is the query string that the links to other pages are made from; `null` for a query that came in another way. */
export function rootPageJson(
  { page, list }: ReadProgram,
  loaded: Omit<LoadedRows, 'groups'>,
  search: string | null,
): string {
  return page!.kind === 'cursor'
    ? placesJson(page!, list!.places!, loaded, search)
    : pageJson(page!, loaded.total, loaded.isEstimate)
}

/** `before` and `after` lead to the pages on either side; `null` if there is none. */
function placesJson(
  page: CursorPage,
  places: ListPlaces,
  { rows, total, more = false, isEstimate = false }: Omit<LoadedRows, 'groups'>,
  search: string | null,
): string {
  const isAfter = page.direction === 'after'
  const hasMore = { before: isAfter ? page.place !== null : more, after: isAfter ? more : page.place !== null }
  const place = (row: PackedRow | undefined, has: boolean) =>
    row === undefined || !has ? null : placeText(placeOf(row, places), places.orderedBy)
  const before = place(rows[0], hasMore.before)
  const after = place(rows.at(-1), hasMore.after)
  const counts = total === null ? {} : { total, ...(isEstimate ? { estimated: true } : {}) }
  return asciiJson({ pageSize: page.limit, before, after, ...counts, ...linksTo(before, after, search) })
}

function linksTo(before: string | null, after: string | null, search: string | null) {
  if (search === null) return {}
  const prev = before === null ? null : pageLink(search, 'before', before)
  return { links: { prev, next: after === null ? null : pageLink(search, 'after', after) } }
}

function placeOf({ keys }: PackedRow, { firstKey, keys: count }: ListPlaces) {
  const texts = keys.slice(firstKey, firstKey + count).map(key => (typeof key === 'string' ? decoded(key) : null))
  return { id: Number(keys[0]), keys: texts }
}

/** The letter before the digits tells an empty text from none. */
function decoded(key: string): string | null {
  return key === '' ? null : Buffer.from(key.slice(1), 'hex').toString()
}

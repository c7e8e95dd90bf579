/** The pagination data of an answer. */
import { pageLink, placeText } from '../plan/read/list-place.ts'
import type { CursorPage, PagePlan } from '../plan/read/read-plan.ts'
import { rowsBefore, showsPlaces } from '../plan/read/read-plan.ts'
import { placeOf } from '../sql/places/place-of.ts'
import type { ListPlaces, ReadProgram } from '../sql/read-program.ts'
import type { PackedRow } from '../sql/statement.ts'
import { asciiJson } from '../util/json/ascii-json.ts'
import type { LoadedRows } from './loaded-rows.ts'

type NumberedPage = Exclude<PagePlan, CursorPage>

export function pageJson(page: NumberedPage, total: number | null, isEstimate = false): string {
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
  const { total, isEstimate = false } = loaded
  if (!showsPlaces(page)) return pageJson(page as NumberedPage, total, isEstimate)
  const { before, after } = placesNextTo(page!, list!.places, loaded)
  const links = linksTo(before, after, search)
  if (page!.kind !== 'cursor') {
    const places = asciiJson({ before, after, ...links })
    return `${pageJson(page!, total, isEstimate).slice(0, -1)},${places.slice(1)}`
  }
  const counts = total === null ? {} : { total, ...(isEstimate ? { estimated: true } : {}) }
  return asciiJson({ pageSize: page!.limit, before, after, ...counts, ...links })
}

/** `before` and `after` lead to the pages on either side; `null` if there is none. */
function placesNextTo(
  page: PagePlan,
  places: ListPlaces | null,
  { rows, more = false }: Pick<LoadedRows, 'rows' | 'more'>,
) {
  const has = hasMore(page, more)
  const place = (row: PackedRow | undefined, isThere: boolean) =>
    row === undefined || !isThere ? null : placeText(placeOf(row, places!), places!.orderedBy)
  return { before: place(rows[0], has.before), after: place(rows.at(-1), has.after) }
}

function hasMore(page: PagePlan, more: boolean) {
  if (page.kind !== 'cursor') return { before: rowsBefore(page) > 0, after: more }
  const isInside = page.place !== null
  return page.direction === 'after' ? { before: isInside, after: more } : { before: more, after: isInside }
}

function linksTo(before: string | null, after: string | null, search: string | null) {
  if (search === null) return {}
  const prev = before === null ? null : pageLink(search, 'before', before)
  return { links: { prev, next: after === null ? null : pageLink(search, 'after', after) } }
}

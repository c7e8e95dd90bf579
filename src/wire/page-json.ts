/** The pagination data of an answer, and how many entries it shows. */

import { pageLink, placeText } from '../plan/read/list-place.ts'
import { type CursorPage, type PagePlan, rowsBefore, showsPlaces } from '../plan/read/read-plan.ts'
import { placeOf } from '../sql/places/place-of.ts'
import type { ChildProgram, EntryProgram, ListPlaces, ReadProgram } from '../sql/read-program.ts'
import type { PackedRow, RowKey } from '../sql/statement.ts'
import { asciiJson } from '../util/json/ascii-json.ts'
import { lazyMap } from '../util/lazy-map.ts'
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

export type Counter = (row: PackedRow) => number

/**
 * How many entries a row is shown with, itself included. Visits each row once for every place in the tree, however often it is shown
 * there: an entry with many parents is loaded once but shown under each of them, so a few rows can make an endless answer (author,
 * articles, their author, that author's articles, ...).
 */
export function entryCounter({ children }: EntryProgram, groups: LoadedRows['groups']): Counter {
  const counters = children.map(child => childCounter(child, groups))
  const known = new Map<PackedRow, number>()
  return row => {
    const before = known.get(row)
    if (before !== undefined) return before
    const count = counters.reduce((sum, counter) => sum + counter(row), 1)
    known.set(row, count)
    return count
  }
}

function childCounter(child: ChildProgram, groups: LoadedRows['groups']): Counter {
  switch (child.kind) {
    case 'link': {
      const counter = entryCounter(child.entry, groups)
      const shown = groups[child.slot]
      const most = child.plan.attribute.many ? Number.POSITIVE_INFINITY : 1
      return row => {
        const rows = shown?.get(row.keys[child.keyIndex]) ?? []
        return rows.slice(0, most).reduce((sum, item) => sum + counter(item), 0)
      }
    }
    case 'count':
      return () => 0
    case 'variant': {
      const counters = lazyMap(child.plan.variants, uid => {
        const { entry, slot } = child.variants.get(uid)!
        const counter = entryCounter(entry, groups)
        return (id: RowKey | undefined) => (groups[slot]?.get(id) ?? []).reduce((sum, row) => sum + counter(row), 0)
      })
      const { own } = child
      const count = (type: RowKey | undefined, id: RowKey | undefined) => counters.get(type as string)?.(id) ?? 0
      if (own !== null) return ({ keys }) => count(keys[own.typeIndex], keys[own.idIndex])
      return row =>
        (groups[child.slot]?.get(row.keys[0]) ?? []).reduce((sum, { keys: [, type, id] }) => sum + count(type, id), 0)
    }
    default:
      return child satisfies never
  }
}

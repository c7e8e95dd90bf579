/** The pagination data of an answer. */
import { placeText } from '../plan/read/list-place.ts'
import type { CursorPage, PagePlan } from '../plan/read/read-plan.ts'
import type { ListPlaces, ReadProgram } from '../sql/read-program.ts'
import type { PackedRow } from '../sql/statement.ts'
import type { LoadedRows } from './loaded-rows.ts'

export function pageJson(page: Exclude<PagePlan, CursorPage>, total: number | null): string {
  if (page.kind === 'offset') {
    return `{"start":${page.start},"limit":${page.limit}${total === null ? '' : `,"total":${total}`}}`
  }
  const counts = total === null ? '' : `,"pageCount":${Math.ceil(total / page.pageSize)},"total":${total}`
  return `{"page":${page.page},"pageSize":${page.pageSize}${counts}}`
}

export function rootPageJson({ page, places }: ReadProgram, loaded: LoadedRows): string {
  return page!.kind === 'cursor' ? placesJson(page!, places!, loaded) : pageJson(page!, loaded.total)
}

/** `before` and `after` lead to the pages on either side; `null` if there is none. */
function placesJson(page: CursorPage, places: ListPlaces, { rows, total, more = false }: LoadedRows): string {
  const isAfter = page.direction === 'after'
  const hasMore = { before: isAfter ? page.place !== null : more, after: isAfter ? more : page.place !== null }
  const place = (row: PackedRow | undefined, has: boolean) =>
    row === undefined || !has ? 'null' : JSON.stringify(placeText(placeOf(row, places), places.orderedBy))
  const counts = total === null ? '' : `,"total":${total}`
  return `{"pageSize":${page.limit},"before":${place(rows[0], hasMore.before)},"after":${place(rows.at(-1), hasMore.after)}${counts}}`
}

function placeOf({ keys }: PackedRow, { firstKey, keys: count }: ListPlaces) {
  const texts = keys.slice(firstKey, firstKey + count).map(key => (typeof key === 'string' ? decoded(key) : null))
  return { id: Number(keys[0]), keys: texts }
}

/** The letter before the digits tells an empty text from none. */
function decoded(key: string): string | null {
  return key === '' ? null : Buffer.from(key.slice(1), 'hex').toString()
}

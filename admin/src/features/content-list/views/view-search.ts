/** The way between a saved view and the address of a list. */
import type { JsonObject } from '../../../../../src/admin-api/route-types.ts'
import type { SavedView } from '../../../../../src/admin-api/view-api.ts'
import { compact, type ListSearch, parseListSearch } from '../list-search.ts'

export interface SavedPart {
  readonly query: JsonObject
  readonly columns: readonly string[] | null
}

/** What a view keeps. The page is not part of it. */
export function savedPart({ page: _, view: __, columns, ...query }: ListSearch): SavedPart {
  return { query: query as JsonObject, columns: columns ?? null }
}

export function searchOfView({ id, query, columns }: SavedView): ListSearch {
  return compact({ ...parseListSearch(query), columns: columns ?? undefined, view: id }) as ListSearch
}

/** Whether the list shows what the view keeps. */
export function isSameView(view: SavedView, search: ListSearch): boolean {
  return textOf(savedPart(searchOfView(view))) === textOf(savedPart(search))
}

function textOf({ query, columns }: SavedPart): string {
  return JSON.stringify([Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)), columns])
}

/** `pagination` and the settings -> the page to read. */
import { parseInteger } from '../../query/parse-pagination.ts'
import { isBlank } from '../../query/query-value.ts'
import type { CursorRequest, PaginationRequest, RootPaging, SliceRequest } from '../../query/read-request.ts'
import type { PlanSettings } from '../plan-context.ts'
import { parsePlace } from './list-place.ts'
import type { CursorPage, OrderTerm, PagePlan, SlicePlan } from './read-plan.ts'
import { rowsBefore } from './read-plan.ts'

export function resolvePage(request: PaginationRequest, settings: PlanSettings): Exclude<PagePlan, CursorPage> {
  const links = request.links === true ? { links: true } : {}
  const counting = { ...countingOf(request.withCount ?? settings.withCount), ...links }
  const { defaultLimit, maxLimit } = settings
  if (request.start !== null || request.limit !== null) {
    const limit = request.limit ?? defaultLimit
    return {
      kind: 'offset',
      start: Math.max(0, request.start ?? 0),
      limit: clamp(limit === -1 ? maxLimit : limit, maxLimit),
      ...counting,
    }
  }
  if (request.page === null && request.pageSize === null)
    return { kind: 'page', page: 1, pageSize: defaultLimit, ...counting }
  return {
    kind: 'page',
    page: Math.max(1, request.page ?? 1),
    pageSize: clamp(request.pageSize ?? defaultLimit, maxLimit),
    ...counting,
  }
}

function countingOf(asked: boolean | 'estimate'): Pick<PagePlan, 'withCount' | 'estimates'> {
  return asked === 'estimate' ? { withCount: true, estimates: true } : { withCount: asked }
}

function clamp(size: number, most: number): number {
  return Math.min(Math.max(1, size), most)
}

/** A page next to a place in the list. To count the list takes longer than to read the page, so that must be asked for. */
export function resolveCursor(
  request: PaginationRequest,
  cursor: CursorRequest,
  order: readonly OrderTerm[],
  { defaultLimit, maxLimit }: PlanSettings,
): CursorPage {
  const limit = request.pageSize ?? request.limit ?? defaultLimit
  return {
    kind: 'cursor',
    limit: clamp(limit === -1 ? maxLimit : limit, maxLimit),
    ...countingOf(request.withCount ?? false),
    direction: cursor.direction,
    place: parsePlace(cursor, order),
  }
}

/** Paging inside populate, per parent. */
export function resolveSlice(request: SliceRequest | null, settings: PlanSettings): SlicePlan | null {
  if (request === null) return null
  if (request.kind === 'slice') return { start: request.start, limit: request.limit, meta: null }
  const meta = resolvePage(request.pagination, settings)
  return meta.kind === 'page'
    ? { start: rowsBefore(meta), limit: meta.pageSize, meta }
    : { start: rowsBefore(meta), limit: meta.limit, meta }
}

/** `start` and `limit` of a plug-in's list; without them, the whole list is returned. */
export function resolveRootPage(paging: RootPaging | null): PagePlan | null {
  if (paging === null) return null
  const start = isBlank(paging.start) ? 0 : parseInteger(paging.start, 'start')
  const limit = isBlank(paging.limit) ? -1 : parseInteger(paging.limit, 'limit')
  if (start === 0 && limit < 0) return null
  return { kind: 'offset', start: Math.max(0, start), limit: limit < 0 ? WHOLE : limit, withCount: false }
}

const WHOLE = 2 ** 31 - 1

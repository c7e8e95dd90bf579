import type { PagePlan } from './read-plan.ts'

/** How many rows come before a page; no database counts further than this. */
export function rowsBefore(page: PagePlan): number {
  if (page.kind === 'cursor') return 0
  return Math.min(page.kind === 'page' ? (page.page - 1) * page.pageSize : page.start, Number.MAX_SAFE_INTEGER)
}

/** How many rows a page shows at most. */
export function rowsShown(page: PagePlan): number {
  return page.kind === 'page' ? page.pageSize : page.limit
}

/** Whether an answer says where its page begins and ends. */
export function showsPlaces(page: PagePlan | null): boolean {
  return page !== null && (page.kind === 'cursor' || page.links === true)
}

/** The pagination data of an answer. */
import type { PagePlan } from '../plan/read/read-plan.ts'

export function pageJson(page: PagePlan, total: number | null): string {
  if (page.kind === 'offset') {
    return `{"start":${page.start},"limit":${page.limit}${total === null ? '' : `,"total":${total}`}}`
  }
  const counts = total === null ? '' : `,"pageCount":${Math.ceil(total / page.pageSize)},"total":${total}`
  return `{"page":${page.page},"pageSize":${page.pageSize}${counts}}`
}

/** Lists that the answer shows only in part, because the query or its page size cuts them. */
import type { MissingPart } from '../../admin-api/explain-api.ts'
import { countLinked } from '../../content/read/rows/count-linked.ts'
import type { EntryPlan, LinkPlan, ReadPlan, SlicePlan } from '../../plan/read/read-plan.ts'
import type { ManagementContext } from '../management-context.ts'

/** One relation that the query cuts. */
interface CutList {
  /** From the entry down. The last one is cut. */
  readonly children: readonly LinkPlan[]
  readonly slice: SlicePlan
}

export async function cutLists(
  { api }: ManagementContext,
  plan: ReadPlan,
  { answer, entryId }: { readonly answer: Buffer; readonly entryId: number | null },
): Promise<readonly MissingPart[]> {
  const found: MissingPart[] = [...cutPage(plan, answer, api.settings.maxLimit)]
  for (const { children, slice } of cutsIn(plan.entry, [])) {
    const totals = await countLinked(api, plan, { children, entryId })
    const all = totals.reduce((sum, total) => sum + total, 0)
    const shown = totals.reduce((sum, total) => sum + shownOf(total, slice), 0)
    if (shown < all) found.push(cutList(children, slice, { shown, all, maxLimit: api.settings.maxLimit }))
  }
  return found
}

/** Lists inside dynamic zones are left out: which component has them depends on the entry. */
function cutsIn({ children }: EntryPlan, above: readonly LinkPlan[]): readonly CutList[] {
  return children.flatMap(child => {
    if (child.kind !== 'link') return []
    const path = [...above, child]
    const own = child.slice === null ? [] : [{ children: path, slice: child.slice }]
    return [...own, ...cutsIn(child.entry, path)]
  })
}

function shownOf(total: number, { start, limit }: SlicePlan): number {
  return Math.max(0, Math.min(total - start, limit ?? total))
}

interface Numbers {
  readonly shown: number
  readonly all: number
  /** The largest page size of the project. */
  readonly maxLimit: number
}

function cutList(children: readonly LinkPlan[], slice: SlicePlan, numbers: Numbers): MissingPart {
  const names = children.map(({ attribute }) => attribute.name)
  const parameter = `populate${names.map(name => `[${name}]`).join('[populate]')}`
  const { start, limit, meta } = slice
  const more =
    meta?.kind === 'page'
      ? pages(`${parameter}[pagination]`, meta, numbers)
      : `${asked(meta === null ? parameter : `${parameter}[pagination]`, start, limit)}.`
  return {
    path: names.join('.'),
    reason: 'limited',
    message: `${names.join('.')} shows ${numbers.shown} of ${numbers.all} entries: ${more}`,
    remedy: null,
  }
}

function asked(parameter: string, start: number, limit: number | null): string {
  const skipped = start === 0 ? [] : [`the first ${start} are skipped (${parameter}[start])`]
  const most = limit === null ? [] : [`the query asks for at most ${limit} (${parameter}[limit])`]
  return [...skipped, ...most].join(', and ')
}

/** `its pages have 2. Raise pagination[pageSize] (at most 100), or ask for another page with pagination[page].` */
function pages(
  parameter: string,
  { pageSize }: { readonly pageSize: number },
  { maxLimit }: Pick<Numbers, 'maxLimit'>,
): string {
  const other = `ask for another page with ${parameter}[page]`
  const raise =
    pageSize < maxLimit
      ? `Raise ${parameter}[pageSize] (at most ${maxLimit}), or ${other}.`
      : `That is the most that the setting api.maxLimit allows: ${other}.`
  return `its pages have ${pageSize}. ${raise}`
}

/** The list itself. */
function cutPage({ page, envelope }: ReadPlan, answer: Buffer, maxLimit: number): readonly MissingPart[] {
  if (envelope !== 'collection' || page === null) return []
  const { data, meta } = JSON.parse(answer.toString()) as {
    data: readonly unknown[]
    meta: { pagination: { total?: number } }
  }
  const { total } = meta.pagination
  if (total === undefined || data.length >= total) return []
  const why =
    page.kind === 'offset'
      ? `${asked('pagination', page.start, page.limit)}.`
      : pages('pagination', page.kind === 'page' ? page : { pageSize: page.limit }, { maxLimit })
  return [
    { path: '', reason: 'limited', message: `The list shows ${data.length} of ${total} entries: ${why}`, remedy: null },
  ]
}

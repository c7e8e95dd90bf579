/** Finds entries of all types by their title, for the command palette. */
import type { FoundEntry } from '../../admin-api/content-api.ts'
import { badInput } from '../../input/check-input.ts'
import type { ManagementContext } from '../management-context.ts'
import { readItems, sliceOf, titleFilters } from '../relations/pick-relations.ts'
import { type AdminRights, isManaged } from '../rights/admin-rights.ts'

const PER_TYPE = 5
const MOST = 50

export async function findEntries(
  context: ManagementContext,
  rights: AdminRights,
  query: Readonly<Record<string, string>>,
): Promise<readonly FoundEntry[]> {
  const wanted = query._q?.trim() ?? ''
  if (wanted === '' || wanted.includes('\0')) throw badInput([{ path: ['_q'], message: 'expected a string' }])
  const found: FoundEntry[] = []
  for (const type of context.schema.types.values()) {
    if (rights.grant(type.uid, 'read') === null || !isManaged(type) || found.length >= MOST) continue
    const filters = await titleFilters(context, rights, type, wanted)
    const { data } = await readItems(context, rights, type, {
      filters: { $and: filters },
      pagination: { pageSize: String(PER_TYPE), withCount: 'false' },
    })
    found.push(...data.map(({ id, title, status, locale }) => ({ uid: type.uid, id, title, status, locale })))
  }
  return sliceOf(found.slice(0, MOST), query)
}

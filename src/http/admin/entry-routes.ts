/** Entries: lists, forms, saving and publishing. */
import type { AdminRouteName } from '../../admin-api/admin-api.ts'
import { entryOf, type NamedEntry } from '../../management/entries/entry-of.ts'
import { listEntries } from '../../management/entries/list-entries.ts'
import { managedType } from '../../management/entries/managed-type.ts'
import { openEntry } from '../../management/entries/open-entry.ts'
import { createEntry, saveEntry } from '../../management/entries/save-entry.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import type { AdminRights } from '../../management/rights/admin-rights.ts'
import type { AdminRequest, AdminRoute } from './admin-route.ts'
import { managedBy } from './management-routes.ts'

export function entryRoutes(context: ManagementContext): readonly AdminRoute[] {
  const managed = managedBy(context)
  const named = (request: AdminRequest<AdminRouteName>, rights: AdminRights): Promise<NamedEntry> => {
    const { uid = '', id = '' } = request.parameters as { uid?: string; id?: string }
    return entryOf(context, managedType(context, rights, uid), { id, locale: request.query.locale })
  }
  return [
    managed('GET /content/:uid', ({ parameters: { uid }, search }, rights) =>
      listEntries(context, managedType(context, rights, uid), search),
    ),
    managed(
      'POST /content/:uid',
      async ({ parameters: { uid }, body }, rights) => ({
        data: await createEntry(context, managedType(context, rights, uid), body),
      }),
      201,
    ),
    managed('GET /content/:uid/:id', async (request, rights) => {
      const { type, id } = await named(request, rights)
      return { data: await openEntry(context, type, id) }
    }),
    managed('PUT /content/:uid/:id', async (request, rights) => {
      const { type, id } = await named(request, rights)
      return { data: await saveEntry(context, type, { id, version: request.ifMatch, body: request.body }) }
    }),
  ]
}

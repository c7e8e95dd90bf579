/** Entries: lists, forms, saving and publishing. */
import type { AdminRouteName } from '../../admin-api/admin-api.ts'
import { entryOf, type NamedEntry } from '../../management/entries/entry-of.ts'
import { countEntries, listEntries } from '../../management/entries/list-entries.ts'
import { managedType } from '../../management/entries/managed-type.ts'
import { openEntry } from '../../management/entries/open-entry.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { dropPending } from '../../management/pending/drop-pending.ts'
import type { AdminRights } from '../../management/rights/admin-rights.ts'
import { bulkChange } from '../../management/writing/bulk-change.ts'
import { checkEntry } from '../../management/writing/check-entry.ts'
import { checkTranslations } from '../../management/writing/check-translations.ts'
import { cloneEntry, copyLocale } from '../../management/writing/copy-values.ts'
import { deleteEntries } from '../../management/writing/delete-entries.ts'
import { changePublication } from '../../management/writing/publish-entry.ts'
import { createEntry, saveEntry } from '../../management/writing/save-entry.ts'
import type { AdminRequest, AdminRoute } from './admin-route.ts'
import { type Managed, managedBy } from './management-routes.ts'

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
    managed('GET /content/:uid/count', async ({ parameters: { uid }, search }, rights) => ({
      data: { count: await countEntries(context, managedType(context, rights, uid), search) },
    })),
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
    managed('DELETE /content/:uid/:id', async (request, rights) => {
      const { type, id } = await named(request, rights)
      await deleteEntries(context, type, [id], request.ifMatch)
      return { data: { id } }
    }),
    ...publicationRoutes(context, managed, named),
    ...copyRoutes(context, managed, named),
  ]
}

type Named = (request: AdminRequest<AdminRouteName>, rights: AdminRights) => Promise<NamedEntry>

function publicationRoutes(context: ManagementContext, managed: Managed, named: Named): readonly AdminRoute[] {
  return [
    managed('POST /content/:uid/:id/publish', async (request, rights) => {
      const { type, id } = await named(request, rights)
      await changePublication(context, type, { id, version: request.ifMatch, to: 'publish', body: request.body })
      return { data: await openEntry(context, type, id) }
    }),
    managed('POST /content/:uid/:id/unpublish', async (request, rights) => {
      const { type, id } = await named(request, rights)
      await changePublication(context, type, { id, version: request.ifMatch, to: 'unpublish', body: request.body })
      return { data: await openEntry(context, type, id) }
    }),
    managed('DELETE /content/:uid/:id/pending', async (request, rights) => {
      const { type, id } = await named(request, rights)
      await dropPending(context, type, { id, version: request.ifMatch })
      return { data: await openEntry(context, type, id) }
    }),
    managed('GET /content/:uid/:id/check', async (request, rights) => {
      const { type, id } = await named(request, rights)
      return { data: await checkEntry(context, type, id) }
    }),
    managed('GET /content/:uid/:id/checks', async (request, rights) => {
      const { type, id } = await named(request, rights)
      return { data: await checkTranslations(context, type, id) }
    }),
    managed('POST /content/:uid/bulk', async ({ parameters: { uid }, body }, rights) => ({
      data: await bulkChange(context, managedType(context, rights, uid), body),
    })),
  ]
}

function copyRoutes(context: ManagementContext, managed: Managed, named: Named): readonly AdminRoute[] {
  return [
    managed(
      'POST /content/:uid/:id/clone',
      async (request, rights) => {
        const { type, id } = await named(request, rights)
        return { data: await cloneEntry(context, type, { id, body: request.body }) }
      },
      201,
    ),
    managed('POST /content/:uid/:id/copy-locale', async (request, rights) => {
      const { type, id } = await named(request, rights)
      return { data: await copyLocale(context, type, { id, body: request.body }) }
    }),
    managed('GET /content/:uid/:id/values', async (request, rights) => {
      const { type, id } = await named(request, rights)
      return { data: (await openEntry(context, type, id)).values }
    }),
  ]
}

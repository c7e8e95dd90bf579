/** Unsaved work, and who is where. */
import { checkCovered, managedType } from '../../management/entries/managed-type.ts'
import { recentEntries } from '../../management/entries/recent-entries.ts'
import { deleteDraft, draftPlace, listDrafts, loadDraft, storeDraft } from '../../management/live/drafts.ts'
import { checkPresence, othersIn, recordPresence } from '../../management/live/presence.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import type { AdminRoute } from './admin-route.ts'
import { managedBy } from './management-routes.ts'

export function draftRoutes(context: ManagementContext): readonly AdminRoute[] {
  const managed = managedBy(context)
  return [
    managed('GET /drafts', async (_request, rights) => ({ data: await listDrafts(context, rights) })),
    managed('GET /recent', async (_request, rights) => ({ data: await recentEntries(context, rights) })),
    managed('GET /drafts/:uid/:id', async ({ parameters }, rights) => ({
      data: await loadDraft(context, draftPlace(context, rights, parameters)),
    })),
    managed('PUT /drafts/:uid/:id', async ({ parameters, body }, rights) => ({
      data: await storeDraft(context, draftPlace(context, rights, parameters), body),
    })),
    managed('DELETE /drafts/:uid/:id', async ({ parameters }, rights) => ({
      data: { deleted: await deleteDraft(context, draftPlace(context, rights, parameters)) },
    })),
    managed('POST /presence', async ({ body }, rights) => {
      const presence = checkPresence(body)
      await checkCovered(context, managedType(context, rights, presence.uid), 'read', [presence.id])
      const me = rights.administrator.id
      await recordPresence(context, me, presence)
      return { data: await othersIn(context, { uid: presence.uid, id: presence.id, except: me }) }
    }),
  ]
}

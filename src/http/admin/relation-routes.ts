/** What entries have to do with each other: relations, references, titles, uids. */

import { entryOf } from '../../management/entries/entry-of.ts'
import { findEntries } from '../../management/entries/find-entries.ts'
import { checkCovered, managedType } from '../../management/entries/managed-type.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { incomingReferences } from '../../management/relations/incoming-references.ts'
import { pickRelations, sliceOf } from '../../management/relations/pick-relations.ts'
import { relationPage } from '../../management/relations/relation-page.ts'
import { previewAddress } from '../../management/writing/preview.ts'
import { isUidAvailable, makeUid } from '../../management/writing/uid-value.ts'
import type { AdminRoute } from './admin-route.ts'
import { managedBy } from './management-routes.ts'

export function relationRoutes(context: ManagementContext): readonly AdminRoute[] {
  const managed = managedBy(context)
  return [
    managed('GET /content/:uid/:id/relations/:field', async ({ parameters: { uid, id, field }, search }, rights) => {
      const entry = await entryOf(context, managedType(context, rights, uid), { id, locale: undefined })
      return relationPage(context, entry.type, { id: entry.id, path: field, search })
    }),
    managed('GET /content/:uid/:id/incoming', async ({ parameters: { uid, id }, query }, rights) => {
      const entry = await entryOf(context, managedType(context, rights, uid), { id, locale: undefined })
      await checkCovered(context, entry.type, 'read', [entry.id])
      return { data: sliceOf(await incomingReferences(context, entry.type, entry.id), query) }
    }),
    managed('GET /content/:uid/:id/preview-url', async ({ parameters: { uid, id } }, rights) => {
      const entry = await entryOf(context, managedType(context, rights, uid), { id, locale: undefined })
      return { data: await previewAddress(context, entry.type, entry.id) }
    }),
    managed('GET /pick/:uid/:field', ({ parameters: { uid, field }, search }, rights) =>
      pickRelations(context, rights, { uid, field, search }),
    ),
    managed('POST /uid', async ({ body }, rights) => ({ data: { value: await makeUid(context, rights, body) } })),
    managed('GET /uid/available', async ({ query }, rights) => ({
      data: await isUidAvailable(context, rights, query),
    })),
    managed('GET /find', async ({ query }, rights) => ({ data: await findEntries(context, rights, query) })),
  ]
}

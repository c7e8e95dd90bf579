/** When entries are published and unpublished. */
import { entryOf } from '../../management/entries/entry-of.ts'
import { managedType } from '../../management/entries/managed-type.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { listSchedule } from '../../management/schedule/list-schedule.ts'
import { entrySchedule, scheduleEntry } from '../../management/schedule/schedule-entry.ts'
import type { AdminRoute } from './admin-route.ts'
import { managedBy } from './management-routes.ts'

export function scheduleRoutes(context: ManagementContext): readonly AdminRoute[] {
  const managed = managedBy(context)
  return [
    managed('GET /schedule', async ({ query }, rights) => ({ data: await listSchedule(context, rights, query) })),
    managed('GET /content/:uid/:id/schedule', async ({ parameters, query }, rights) => {
      const type = managedType(context, rights, parameters.uid)
      const { id } = await entryOf(context, type, { id: parameters.id, locale: query.locale })
      return { data: await entrySchedule(context, type, id) }
    }),
    managed('PUT /content/:uid/:id/schedule', async ({ parameters, query, body }, rights) => {
      const type = managedType(context, rights, parameters.uid)
      const { id } = await entryOf(context, type, { id: parameters.id, locale: query.locale })
      return { data: await scheduleEntry(context, type, { id, body }) }
    }),
  ]
}

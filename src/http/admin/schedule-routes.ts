/** When entries are published and unpublished, alone and in releases, and the calendar of it. */

import { toId } from '../../input/check-input.ts'
import { entryOf } from '../../management/entries/entry-of.ts'
import { managedType } from '../../management/entries/managed-type.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import {
  addToRelease,
  createRelease,
  removeRelease,
  takeFromRelease,
  updateRelease,
} from '../../management/releases/change-release.ts'
import { checkRelease } from '../../management/releases/check-release.ts'
import { publishRelease } from '../../management/releases/publish-release.ts'
import { listReleases, showRelease } from '../../management/releases/show-release.ts'
import { listCalendar } from '../../management/schedule/list-calendar.ts'
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
    ...releaseRoutes(context),
  ]
}

function releaseRoutes(context: ManagementContext): readonly AdminRoute[] {
  const managed = managedBy(context)
  return [
    managed('GET /releases', async ({ query }, rights) => ({ data: await listReleases(context, rights, query) })),
    managed('POST /releases', async ({ body }, rights) => ({ data: await createRelease(context, rights, body) }), 201),
    managed('GET /releases/:id', async ({ parameters: { id } }, rights) => ({
      data: await showRelease(context, rights, id),
    })),
    managed('PUT /releases/:id', async ({ parameters: { id }, body }, rights) => ({
      data: await updateRelease(context, rights, { id, body }),
    })),
    managed('DELETE /releases/:id', async ({ parameters: { id } }, rights) => {
      await removeRelease(context, rights, id)
      return { data: { deleted: true } }
    }),
    managed('GET /releases/:id/check', async ({ parameters: { id } }, rights) => ({
      data: await checkRelease(context, rights, id),
    })),
    managed('POST /releases/:id/publish', async ({ parameters: { id } }, rights) => ({
      data: await publishRelease(context, rights, id),
    })),
    managed('POST /releases/:id/items', async ({ parameters: { id }, body }, rights) => ({
      data: await addToRelease(context, rights, { id, body }),
    })),
    managed('DELETE /releases/:id/items/:uid/:entry', async ({ parameters: { id, uid, entry } }, rights) => ({
      data: await takeFromRelease(context, rights, { release: id, uid, id: toId(entry) }),
    })),
    managed('GET /calendar', async ({ query }, rights) => listCalendar(context, rights, query)),
  ]
}

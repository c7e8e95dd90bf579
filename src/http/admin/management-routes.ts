/** The routes of the admin panel that every administrator may use, as far as their roles allow. */
import type { AdminRouteName, AnswerOf } from '../../admin-api/admin-api.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { describeModel } from '../../management/model/schema-info.ts'
import { type AdminRights, loadAdminRights } from '../../management/rights/admin-rights.ts'
import { describeSession } from '../../management/start/init-facts.ts'
import { changePreferences, loadPreferences } from '../../management/start/preferences.ts'
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from '../../management/views/saved-views.ts'
import { configureView, describeView, describeViews } from '../../management/views/shown-views.ts'
import { type AdminRequest, type AdminRoute, route } from './admin-route.ts'

type Answer<Name extends AdminRouteName> = (request: AdminRequest<Name>, rights: AdminRights) => Promise<AnswerOf<Name>>

export type Managed = <Name extends AdminRouteName>(name: Name, answer: Answer<Name>, status?: number) => AdminRoute

/** Routes that depend on the rights of the person, as they are now. */
export function managedBy(context: ManagementContext): Managed {
  return (name, answer, status) =>
    route(
      name,
      async request => {
        await context.database.catchUp()
        return answer(request, await loadAdminRights(context, request.session.administrator))
      },
      status,
    )
}

export function modelRoutes(context: ManagementContext): readonly AdminRoute[] {
  const managed = managedBy(context)
  return [
    managed('GET /session', async ({ session }, rights) => ({ data: await describeSession(context, session, rights) })),
    managed('GET /schema', async (_request, rights) => ({ data: await describeModel(context, rights) })),
    managed('GET /views', async (_request, rights) => ({ data: await describeViews(context, rights) })),
    managed('GET /views/:uid', async ({ parameters }, rights) => ({
      data: await describeView(context, rights, parameters.uid),
    })),
    managed('PUT /views/:uid', async ({ parameters, body }, rights) => ({
      data: await configureView(context, rights, parameters.uid, body),
    })),
    managed('GET /saved-views', async ({ query }, rights) => ({
      data: await listSavedViews(context, rights, query.uid),
    })),
    managed(
      'POST /saved-views',
      async ({ body }, rights) => ({ data: await createSavedView(context, rights, body) }),
      201,
    ),
    managed('PUT /saved-views/:id', async ({ parameters, body }, rights) => ({
      data: await updateSavedView(context, rights, parameters.id, body),
    })),
    managed('DELETE /saved-views/:id', async ({ parameters }, rights) => ({
      data: await deleteSavedView(context, rights, parameters.id),
    })),
    route('GET /me/preferences', async ({ session }) => ({
      data: await loadPreferences(context, session.administrator.id),
    })),
    route('PUT /me/preferences', async ({ session, body }) => ({
      data: await changePreferences(context, session.administrator.id, body),
    })),
  ]
}

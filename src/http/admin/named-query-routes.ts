/** The named queries of the panel: for super administrators only. */
import type { ManagementContext } from '../../management/management-context.ts'
import {
  createNamedQuery,
  deleteNamedQuery,
  listNamedQueries,
  updateNamedQuery,
} from '../../management/queries/manage-queries.ts'
import { type AdminRoute, route } from './admin-route.ts'

export function namedQueryRoutes(context: ManagementContext): readonly AdminRoute[] {
  return [
    route('GET /queries', async () => {
      await context.database.catchUp()
      return { data: await listNamedQueries(context) }
    }),
    route(
      'POST /queries',
      async ({ session, body }) => ({ data: await createNamedQuery(context, session.administrator.id, body) }),
      201,
    ),
    route('PUT /queries/:name', async ({ session, parameters, body }) => ({
      data: await updateNamedQuery(context, session.administrator.id, parameters.name, body),
    })),
    route('DELETE /queries/:name', async ({ parameters }) => ({
      data: await deleteNamedQuery(context, parameters.name),
    })),
  ]
}

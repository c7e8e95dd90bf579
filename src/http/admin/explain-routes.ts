/** The API tab: what a client gets, and why something is missing. */
import { addressedQuery } from '../../management/explain/addressed-query.ts'
import { listCallers } from '../../management/explain/callers.ts'
import { explainRequest } from '../../management/explain/explain-request.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { explanationOf } from '../explanation.ts'
import type { AdminRoute } from './admin-route.ts'
import { managedBy } from './management-routes.ts'

export function explainRoutes(context: ManagementContext): readonly AdminRoute[] {
  const managed = managedBy(context)
  return [
    managed('GET /explain/callers', async (_request, rights) => ({ data: await listCallers(context, rights) })),
    managed('POST /explain', async ({ body }, rights) => ({
      data: explanationOf(await explainRequest(context, rights, body)),
    })),
    managed('POST /explain/query', async ({ body }, rights) => ({ data: await addressedQuery(context, rights, body) })),
  ]
}

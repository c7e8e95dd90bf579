/** Which queries are in use, the tables, and how the server is: for super administrators only. */
import { healthInsight } from '../../management/insight/health-insight.ts'
import { modelTables } from '../../management/insight/model-tables.ts'
import { queriesInsight } from '../../management/insight/query-insight.ts'
import { tablesInsight } from '../../management/insight/table-insight.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { type AdminRoute, route } from './admin-route.ts'

export function insightRoutes(context: ManagementContext): readonly AdminRoute[] {
  return [
    route('GET /insight/queries', async () => ({ data: await queriesInsight(context) })),
    route('GET /insight/tables', async () => ({ data: await tablesInsight(context) })),
    route('GET /insight/tables/:uid', async ({ parameters: { uid } }) => ({ data: await modelTables(context, uid) })),
    route('GET /insight/health', async () => ({ data: await healthInsight(context) })),
  ]
}

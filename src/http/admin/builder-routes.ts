/** The Content-Type Builder, for super administrators under `populus dev`. */
import { applyChanges, listSchemaFiles, planChanges } from '../../management/builder/change-models.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { type AdminRoute, route } from './admin-route.ts'

export function builderRoutes(context: ManagementContext): readonly AdminRoute[] {
  return [
    route('GET /schema/files', async () => ({ data: await listSchemaFiles(context) })),
    route('POST /schema/plan', async ({ body }) => ({ data: await planChanges(context, body) })),
    route('POST /schema/apply', async ({ body }) => ({ data: await applyChanges(context, body) })),
  ]
}

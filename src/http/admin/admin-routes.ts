/** The management API under `/admin/api`, described in `docs/reference/admin-api.md` and typed in `src/admin-api`. */
import type { FastifyInstance } from 'fastify'
import { isSuperAdmin } from '../../identity/administrators/administrators.ts'
import type { AttemptCounter } from '../../identity/sign-in/rate-limiter.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { initFacts } from '../../management/start/init-facts.ts'
import { previewEntry } from '../../management/writing/preview.ts'
import { searchOf } from '../content/address-parts.ts'
import { accessRoutes } from './access-routes.ts'
import { registerAll, registerOpen } from './admin-route.ts'
import { builderRoutes } from './builder-routes.ts'
import { registerChanges } from './change-stream.ts'
import { draftRoutes } from './draft-routes.ts'
import { entryRoutes } from './entry-routes.ts'
import { explainRoutes } from './explain-routes.ts'
import { historyRoutes } from './history-routes.ts'
import { insightRoutes } from './insight-routes.ts'
import { localeRoutes, registerStrapiLocales } from './locale-routes.ts'
import { modelRoutes } from './management-routes.ts'
import { namedQueryRoutes } from './named-query-routes.ts'
import { ownRoutes } from './own-routes.ts'
import { registerPanelModule } from './panel-module-route.ts'
import { relationRoutes } from './relation-routes.ts'
import { workflowRoutes } from './review/workflow-routes.ts'
import { scheduleRoutes } from './schedule-routes.ts'
import { providerRoutes } from './sign-on/provider-routes.ts'
import { registerSignIn } from './sign-on/sign-in-routes.ts'
import { registerSignOn } from './sign-on/single-sign-on-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

export function registerAdminRoutes(
  server: FastifyInstance,
  management: ManagementContext,
  counter: AttemptCounter,
): void {
  const { admin: context } = management
  registerOpen(server, 'GET /init', async () => ({
    data: await initFacts(management, server.hasRoute({ method: 'GET', url: '/docs' })),
  }))
  registerOpen(server, 'GET /preview', async request => {
    await management.database.catchUp()
    return JSON.parse(await previewEntry(management, searchOf(request.raw.url ?? '')))
  })
  registerSignIn(server, context, counter)
  registerSignOn(server, context, counter)
  registerChanges(server, management)
  registerPanelModule(server, management)
  registerAll(
    server,
    context,
    [
      ...ownRoutes(context, counter),
      ...modelRoutes(management),
      ...entryRoutes(management),
      ...relationRoutes(management),
      ...draftRoutes(management),
      ...localeRoutes(management),
      ...explainRoutes(management),
      ...scheduleRoutes(management),
      ...workflowRoutes(management),
      ...historyRoutes(management),
      ...webhookRoutes(management),
      ...providerRoutes(management),
    ],
    () => true,
  )
  registerStrapiLocales(server, management)
  registerAll(
    server,
    context,
    [
      ...accessRoutes(management),
      ...namedQueryRoutes(management),
      ...insightRoutes(management),
      ...builderRoutes(management),
    ],
    ({ administrator }) => isSuperAdmin(administrator),
  )
}

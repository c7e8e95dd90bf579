/** The management API under `/admin/api`, described in `docs/reference/admin-api.md` and typed in `src/admin-api`. */
import type { FastifyInstance } from 'fastify'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { isSuperAdmin } from '../../identity/administrators/administrators.ts'
import { changeOwnPassword } from '../../identity/administrators/manage-administrators.ts'
import type { AttemptCounter } from '../../identity/sign-in/rate-limiter.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { initFacts } from '../../management/start/init-facts.ts'
import { accessRoutes } from './access-routes.ts'
import { type AdminRoute, registerAll, registerOpen, route } from './admin-route.ts'
import { registerChanges } from './change-stream.ts'
import { draftRoutes } from './draft-routes.ts'
import { entryRoutes } from './entry-routes.ts'
import { explainRoutes } from './explain-routes.ts'
import { modelRoutes } from './management-routes.ts'
import { relationRoutes } from './relation-routes.ts'
import { registerSignIn } from './sign-in-routes.ts'

export function registerAdminRoutes(
  server: FastifyInstance,
  management: ManagementContext,
  counter: AttemptCounter,
): void {
  const { admin: context } = management
  registerOpen(server, 'GET /init', async () => ({ data: await initFacts(management) }))
  registerSignIn(server, context, counter)
  registerChanges(server, management)
  registerAll(
    server,
    context,
    [
      ...ownRoutes(context),
      ...modelRoutes(management),
      ...entryRoutes(management),
      ...relationRoutes(management),
      ...draftRoutes(management),
      ...explainRoutes(management),
    ],
    () => true,
  )
  registerAll(server, context, accessRoutes(context), ({ administrator }) => isSuperAdmin(administrator))
}

/** For every administrator. */
function ownRoutes(context: AdminContext): readonly AdminRoute[] {
  return [
    route('GET /me', async ({ session }) => ({ data: session.administrator })),
    route('POST /me/password', async ({ session, body }) => ({
      data: await changeOwnPassword(context, session.administrator.id, body),
    })),
  ]
}

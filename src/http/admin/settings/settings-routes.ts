/** The pages of Settings that are about the server itself. */
import type { FastifyInstance } from 'fastify'
import { PopulusError } from '../../../errors.ts'
import { isSuperAdmin } from '../../../identity/administrators/administrators.ts'
import type { AttemptCounter } from '../../../identity/sign-in/rate-limiter.ts'
import type { ManagementContext } from '../../../management/management-context.ts'
import type { MediaContext } from '../../../media/media-context.ts'
import { type AdminRoute, registerAll, route } from '../admin-route.ts'
import { mailRoutes } from './mail-routes.ts'
import { mediaSettingsRoutes } from './media-settings-routes.ts'
import { projectRoutes, registerLogo } from './project-routes.ts'

export function registerSettings(
  server: FastifyInstance,
  context: ManagementContext,
  { media, counter }: { readonly media: MediaContext; readonly counter: AttemptCounter },
): void {
  registerLogo(server, context)
  const granted = [...mediaSettingsRoutes(context, media), ...mailRoutes(context, counter)]
  registerAll(server, context.admin, granted, () => true)
  registerAll(
    server,
    context.admin,
    [...projectRoutes(context, media), ...strapiRoutes(context)],
    ({ administrator }) => isSuperAdmin(administrator),
  )
}

function strapiRoutes({ strapiReport }: ManagementContext): readonly AdminRoute[] {
  return [
    route('GET /strapi/report', async () => {
      if (strapiReport === undefined) throw new PopulusError('notFound')
      return { data: await strapiReport() }
    }),
  ]
}

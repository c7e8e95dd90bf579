/** The name and the logo of the project. The logo is shown to everybody, because it is on the page where people log in. */
import type { FastifyInstance } from 'fastify'
import { PopulusError } from '../../../errors.ts'
import type { ManagementContext } from '../../../management/management-context.ts'
import { type AcceptLogo, changeProject, loadLogo, loadProject } from '../../../management/project/brand.ts'
import type { MediaContext } from '../../../media/media-context.ts'
import { acceptLogo, MOST_LOGO_BYTES } from '../../../media/settings/accept-logo.ts'
import { replyWithTag } from '../../json-reply.ts'
import { type AdminRoute, route } from '../admin-route.ts'

export function projectRoutes(context: ManagementContext, media: MediaContext): readonly AdminRoute[] {
  const accept: AcceptLogo = Object.assign((bytes: Buffer) => acceptLogo(media, bytes), { mostBytes: MOST_LOGO_BYTES })
  return [
    route('GET /settings/project', async () => ({ data: await loadProject(context, MOST_LOGO_BYTES) })),
    route('PUT /settings/project', async ({ body }) => ({ data: await changeProject(context, body, accept) })),
  ]
}

/** A vector image that is opened by itself runs nothing. */
const LOGO_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cache-control': 'public, max-age=3600',
}

export function registerLogo(server: FastifyInstance, context: ManagementContext): void {
  server.get('/admin/api/logo', async (request, reply) => {
    await context.database.catchUp()
    const logo = await loadLogo(context)
    if (logo === undefined) throw new PopulusError('notFound')
    return replyWithTag(logo.bytes, request, reply.headers(LOGO_HEADERS).type(logo.mime))
  })
}

/** Settings of the media library, for those who may see them in Strapi, too. */
import { PopulusError } from '../../../errors.ts'
import type { ManagementContext } from '../../../management/management-context.ts'
import type { AdminRights } from '../../../management/rights/admin-rights.ts'
import type { MediaContext } from '../../../media/media-context.ts'
import { changeMediaSettings, loadMediaSettings } from '../../../media/settings/images-and-storage.ts'
import { tryStorage } from '../../../media/settings/try-storage.ts'
import type { AdminRoute } from '../admin-route.ts'
import { managedBy } from '../management-routes.ts'

/** In Strapi, it allows changes as well. */
const ACTION = 'plugin::upload.settings.read'

export function mediaSettingsRoutes(context: ManagementContext, media: MediaContext): readonly AdminRoute[] {
  const managed = managedBy(context)
  return [
    managed('GET /settings/media', async (_request, rights) => {
      check(rights)
      return { data: await loadMediaSettings(media) }
    }),
    managed('PUT /settings/media', async ({ body }, rights) => {
      check(rights)
      return { data: await changeMediaSettings(media, body) }
    }),
    managed('POST /settings/media/test', async (_request, rights) => {
      check(rights)
      return { data: await tryStorage(media) }
    }),
  ]
}

function check({ superAdmin, actions }: AdminRights): void {
  if (!superAdmin && !actions.has(ACTION)) throw new PopulusError('forbidden')
}

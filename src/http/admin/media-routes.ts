/** The media library, for administrators with the permissions of Strapi's upload plugin. */
import type { AdminRouteName, AnswerOf } from '../../admin-api/admin-api.ts'
import { PopulusError } from '../../errors.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { loadMediaRights, type MediaAction } from '../../management/rights/media-rights.ts'
import { createFolder, updateFolder } from '../../media/library/change-folders.ts'
import { usageOfFiles } from '../../media/library/file-usage.ts'
import { findFile, listFiles } from '../../media/library/find-files.ts'
import { listFolders } from '../../media/library/folders.ts'
import type { LibraryViewer } from '../../media/library/library-context.ts'
import { moveItems } from '../../media/library/move-items.ts'
import { type AdminRequest, type AdminRoute, route } from './admin-route.ts'

export function mediaRoutes(management: ManagementContext): readonly AdminRoute[] {
  const guarded = guardedBy(management)
  return [...fileRoutes(management, guarded), ...folderRoutes(management, guarded)]
}

type Answer<Name extends AdminRouteName> = (
  request: AdminRequest<Name>,
  viewer: LibraryViewer,
) => Promise<AnswerOf<Name>>
type Guarded = <Name extends AdminRouteName>(
  name: Name,
  action: MediaAction,
  answer: Answer<Name>,
  status?: number,
) => AdminRoute

/** Routes that need a permission, as it is now. */
function guardedBy(management: ManagementContext): Guarded {
  return (name, action, answer, status) =>
    route(
      name,
      async request => {
        await management.database.catchUp()
        const { administrator } = request.session
        const reach = (await loadMediaRights(management, administrator))[action]
        if (reach === null) throw new PopulusError('forbidden')
        return answer(request, { by: administrator.id, onlyOwn: reach === 'own' })
      },
      status,
    )
}

function fileRoutes(management: ManagementContext, guarded: Guarded): readonly AdminRoute[] {
  const { content, views } = management
  const library = { content, titleField: views.mainField }
  return [
    guarded('GET /media', 'read', ({ query }, viewer) => listFiles(library, query, viewer)),
    guarded('GET /media/:id', 'read', async ({ id }, viewer) => ({ data: await findFile(library, id, viewer) })),
    guarded('GET /media/:id/usage', 'read', async ({ id }, viewer) => {
      await findFile(library, id, viewer)
      const usage = await usageOfFiles(library, [id])
      return { data: usage.map(({ file: _, ...use }) => use) }
    }),
    guarded('POST /media/bulk', 'update', async ({ body }, viewer) => ({
      data: await moveItems(library, body, viewer),
    })),
  ]
}

function folderRoutes({ content }: ManagementContext, guarded: Guarded): readonly AdminRoute[] {
  return [
    guarded('GET /folders', 'read', async () => ({ data: await listFolders({ content }) })),
    guarded(
      'POST /folders',
      'create',
      async ({ body }, viewer) => ({ data: await createFolder({ content }, body, viewer) }),
      201,
    ),
    guarded('PUT /folders/:id', 'update', async ({ id, body }, viewer) => ({
      data: await updateFolder({ content }, id, body, viewer),
    })),
  ]
}

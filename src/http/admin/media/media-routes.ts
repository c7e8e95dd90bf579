/** The media library, for administrators with the permissions of Strapi's upload plugin. */
import type { FastifyInstance } from 'fastify'
import type { AdminRouteName, AnswerOf } from '../../../admin-api/admin-api.ts'
import { badInput } from '../../../input/check-input.ts'
import type { ManagementContext } from '../../../management/management-context.ts'
import { loadAdminRights, type MediaAction } from '../../../management/rights/admin-rights.ts'
import { libraryViewer } from '../../../management/rights/library-viewer.ts'
import { changeFile } from '../../../media/library/change-file.ts'
import { changeFocalPoint } from '../../../media/library/change-focal-point.ts'
import { createFolder, updateFolder } from '../../../media/library/change-folders.ts'
import { cropFile } from '../../../media/library/crop-file.ts'
import { deleteItems } from '../../../media/library/delete-items.ts'
import { type UsageContext, usageOfFiles } from '../../../media/library/file-usage.ts'
import { findFile, listFiles } from '../../../media/library/find-files.ts'
import { findFolder, listFolders } from '../../../media/library/folders.ts'
import type { LibraryViewer } from '../../../media/library/library-context.ts'
import { moveItems } from '../../../media/library/move-items.ts'
import type { MediaContext } from '../../../media/media-context.ts'
import { isObject } from '../../../schema/json-value.ts'
import { registerForms } from '../../uploads/form-body.ts'
import { type AdminRequest, type AdminRoute, registerAll, route } from '../admin-route.ts'
import { type AdminForms, replaceByAdministrator, uploadByAdministrator } from './media-forms.ts'

/** Registered in a scope of their own, because only these routes accept forms. */
export async function registerMediaRoutes(
  server: FastifyInstance,
  management: ManagementContext,
  forms: AdminForms,
): Promise<void> {
  const guarded = guardedBy(management)
  const library = { ...forms.media, content: management.content, titleField: management.views.mainField }
  const routes = [
    ...fileRoutes(library, forms, guarded),
    ...changeRoutes(library, guarded),
    ...folderRoutes(library, guarded),
  ]
  await server.register(async scope => {
    registerForms(scope)
    registerAll(scope, management.admin, routes, () => true)
  })
}

type Library = MediaContext & UsageContext

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
        const rights = await loadAdminRights(management, administrator)
        return answer(request, libraryViewer(management, rights, action))
      },
      status,
    )
}

function fileRoutes(library: Library, forms: AdminForms, guarded: Guarded): readonly AdminRoute[] {
  return [
    guarded('GET /media', 'read', ({ query }, viewer) => listFiles(library, query, viewer)),
    guarded('GET /media/:id', 'read', async ({ id }, viewer) => ({ data: await findFile(library, id, viewer) })),
    guarded('GET /media/:id/usage', 'read', async ({ id }, viewer) => {
      await findFile(library, id, viewer)
      const usage = await usageOfFiles(library, [id], viewer)
      return { data: usage.map(({ file: _, ...use }) => use) }
    }),
    guarded(
      'POST /media',
      'create',
      async ({ source }, viewer) => ({ data: await uploadByAdministrator(forms, source, viewer) }),
      201,
    ),
    guarded('POST /media/:id/replace', 'update', async ({ id, source }, viewer) => ({
      data: await replaceByAdministrator(forms, source, { id, viewer }),
    })),
  ]
}

function changeRoutes(library: Library, guarded: Guarded): readonly AdminRoute[] {
  return [
    guarded('PUT /media/:id', 'update', async ({ id, body }, viewer) => {
      await changeFile(library, id, body, viewer)
      return { data: await findFile(library, id) }
    }),
    guarded('DELETE /media/:id', 'update', async ({ id }, viewer) => {
      const data = await findFile(library, id, viewer)
      await deleteItems(library, { files: [id] }, viewer)
      return { data }
    }),
    guarded('POST /media/:id/crop', 'update', async ({ id, body }, viewer) => ({
      data: await findFile(library, await cropFile(library, id, body, viewer)),
    })),
    guarded('PUT /media/:id/focal', 'update', async ({ id, body }, viewer) => {
      await changeFocalPoint(library, id, body, viewer)
      return { data: await findFile(library, id) }
    }),
    guarded('POST /media/bulk', 'update', async ({ body }, viewer) => {
      const { action } = isObject(body) ? body : {}
      if (action !== 'move' && action !== 'delete') {
        throw badInput([{ path: ['action'], message: 'expected move or delete' }])
      }
      return { data: await (action === 'move' ? moveItems : deleteItems)(library, body, viewer) }
    }),
  ]
}

function folderRoutes(library: Library, guarded: Guarded): readonly AdminRoute[] {
  return [
    guarded('GET /folders', 'read', async (_request, viewer) => ({
      data: await listFolders(library, viewer),
    })),
    guarded(
      'POST /folders',
      'create',
      async ({ body }, viewer) => ({ data: await createFolder(library, body, viewer) }),
      201,
    ),
    guarded('PUT /folders/:id', 'update', async ({ id, body }, viewer) => ({
      data: await updateFolder(library, id, body, viewer),
    })),
    guarded('DELETE /folders/:id', 'update', async ({ id }, viewer) => {
      const data = await findFolder(library, id, viewer)
      await deleteItems(library, { folders: [id] }, viewer)
      return { data }
    }),
  ]
}

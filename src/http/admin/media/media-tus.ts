/** Resumable uploads by administrators: `/admin/api/media/tus`. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toId } from '../../../input/check-input.ts'
import type { ManagementContext } from '../../../management/management-context.ts'
import { loadAdminRights, type MediaAction } from '../../../management/rights/admin-rights.ts'
import { libraryViewer } from '../../../management/rights/library-viewer.ts'
import type { LibraryViewer } from '../../../media/library/library-context.ts'
import type { ResumableStore } from '../../../media/resumable/resumable-store.ts'
import type { ReceivedFile } from '../../../media/upload/received-file.ts'
import { registerTus, type TusCaller } from '../../uploads/tus-routes.ts'
import { sessionOf } from '../admin-session.ts'
import { type AdminForms, replaceWithForm, storeForm } from './media-forms.ts'

const FIELDS = ['fileInfo', 'folder']

export async function registerAdminTus(
  server: FastifyInstance,
  management: ManagementContext,
  { media, limits, resumable: store }: AdminForms & { readonly resumable: ResumableStore },
): Promise<void> {
  const { sizeLimit } = media.settings
  const authorize = async (request: FastifyRequest): Promise<TusCaller> => {
    const { administrator } = await sessionOf(management.admin, request)
    const viewerFor = async (action: MediaAction): Promise<LibraryViewer> => {
      await management.database.catchUp()
      return libraryViewer(management, await loadAdminRights(management, administrator), action)
    }
    const creator = await viewerFor('create')
    const owner = `administrator ${administrator.id}`
    return {
      owner,
      uploader: owner,
      finish: async (file, metadata) => {
        const viewer = metadata.id === undefined ? creator : await viewerFor('update')
        return finish({ media, limits }, viewer, file, metadata)
      },
    }
  }
  await registerTus(server, { url: '/admin/api/media/tus', store, sizeLimit, limits, authorize })
}

/** `id` in the metadata is that of a file to replace. */
async function finish(
  { media }: AdminForms,
  viewer: LibraryViewer,
  file: ReceivedFile,
  metadata: Readonly<Record<string, string>>,
): Promise<string> {
  const fields = FIELDS.flatMap(name => (metadata[name] === undefined ? [] : [{ name, value: metadata[name] }]))
  const workspace = await media.workspaces.open()
  try {
    const arrived = { form: { fields, files: [file] }, workspace, viewer }
    const { id } = metadata
    const data = await (id === undefined ? storeForm(media, arrived) : replaceWithForm(media, toId(id), arrived))
    return JSON.stringify({ data })
  } finally {
    await workspace.remove()
  }
}

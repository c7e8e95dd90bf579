/** Resumable uploads by administrators: `/admin/api/media/tus`. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toId } from '../../../input/check-input.ts'
import type { ManagementContext } from '../../../management/management-context.ts'
import { loadAdminRights, type MediaAction } from '../../../management/rights/admin-rights.ts'
import { libraryViewer } from '../../../management/rights/library-viewer.ts'
import { findFile, findFilesById } from '../../../media/library/find-files.ts'
import type { LibraryViewer } from '../../../media/library/library-context.ts'
import type { MediaContext } from '../../../media/media-context.ts'
import type { ResumableStore, WholeUpload } from '../../../media/resumable/resumable-store.ts'
import type { ReceivedFile } from '../../../media/upload/received-file.ts'
import { registerTus, type TusCaller, type TusMetadata } from '../../uploads/tus-routes.ts'
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
      finish: async (file, metadata, stored) => {
        const viewer = metadata.id === undefined ? creator : await viewerFor('update')
        return finish(media, { viewer, file, metadata, stored })
      },
      answer: (remembered, metadata) => answer(media, remembered, metadata),
    }
  }
  await registerTus(server, { url: '/admin/api/media/tus', store, sizeLimit, limits, authorize })
}

interface FinishInput {
  readonly viewer: LibraryViewer
  readonly file: ReceivedFile
  readonly metadata: TusMetadata
  readonly stored: WholeUpload['keep']
}

/** `id` in the metadata is that of a file to replace. Returns the id of the stored one. */
async function finish(media: MediaContext, { viewer, file, metadata, stored }: FinishInput): Promise<string> {
  const fields = FIELDS.flatMap(name => (metadata[name] === undefined ? [] : [{ name, value: metadata[name] }]))
  const workspace = await media.workspaces.open()
  try {
    const arrived = { form: { fields, files: [file] }, workspace, viewer, stored }
    const { id } = metadata
    if (id !== undefined) return String((await replaceWithForm(media, toId(id), arrived)).id)
    const [made] = await storeForm(media, arrived)
    return String(made?.id)
  } finally {
    await workspace.remove()
  }
}

async function answer(media: MediaContext, remembered: string, metadata: TusMetadata): Promise<string> {
  const id = Number(remembered)
  const data = metadata.id === undefined ? await findFilesById(media, [id]) : await findFile(media, id)
  return JSON.stringify({ data })
}

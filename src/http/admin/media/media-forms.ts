/** Uploads by administrators: forms with files. */
import type { FastifyRequest } from 'fastify'
import type { MediaFile } from '../../../admin-api/media-api.ts'
import type { Limits } from '../../../config/config.ts'
import { PopulusError } from '../../../errors.ts'
import { EVERYTHING } from '../../../identity/access/make-access.ts'
import { badInput } from '../../../input/check-input.ts'
import { discardBody } from '../../../media/forms/discard-body.ts'
import type { ReceivedForm } from '../../../media/forms/receive-form.ts'
import { findFile, findFilesById } from '../../../media/library/find-files.ts'
import { folderPlace } from '../../../media/library/folders.ts'
import type { LibraryViewer } from '../../../media/library/library-context.ts'
import type { MediaContext } from '../../../media/media-context.ts'
import type { WholeUpload } from '../../../media/resumable/resumable-store.ts'
import { prepareFile } from '../../../media/upload/prepare-file.ts'
import { replaceFile } from '../../../media/upload/replace-file.ts'
import { uploadFiles } from '../../../media/upload/upload-files.ts'
import type { Workspace } from '../../../media/upload/workspaces.ts'
import { idOfText } from '../../../util/json/largest-id.ts'
import { fileInfoList, oneFileInfo } from '../../uploads/file-info.ts'
import { hasForm, withForm } from '../../uploads/form-body.ts'

export interface AdminForms {
  readonly media: MediaContext
  readonly limits: Limits
}

/** A form that has arrived, and a place for what is made of its files. */
export interface ArrivedForm {
  readonly form: ReceivedForm
  readonly workspace: Workspace
  readonly viewer: LibraryViewer
  /** Called at the end of the transaction that stores a file, with its id. */
  readonly stored?: WholeUpload['keep'] | undefined
}

export async function uploadByAdministrator(
  forms: AdminForms,
  request: FastifyRequest,
  viewer: LibraryViewer,
): Promise<readonly MediaFile[]> {
  return readForm(forms, request, (form, workspace) => storeForm(forms.media, { form, workspace, viewer }))
}

/** The first file of the form takes the place of the stored one. */
export async function replaceByAdministrator(
  forms: AdminForms,
  request: FastifyRequest,
  { id, viewer }: { readonly id: number; readonly viewer: LibraryViewer },
): Promise<MediaFile> {
  return readForm(forms, request, (form, workspace) => replaceWithForm(forms.media, id, { form, workspace, viewer }))
}

/** The fields are those of the content API, and `folder`. */
export async function storeForm(
  media: MediaContext,
  { form, workspace, viewer, stored }: ArrivedForm,
): Promise<readonly MediaFile[]> {
  const files = form.files.filter(({ field }) => field === 'files')
  if (files.length === 0) throw new PopulusError('filesEmpty')
  const given = form.fields.filter(({ name }) => name === 'fileInfo').map(({ value }) => value)
  const infos = files.length > 1 ? fileInfoList(given.length > 1 ? given : given[0]) : [oneFileInfo(given[0])]
  const folder = await folderPlace(media, folderOf(form))
  const prepared = []
  for (const [index, file] of files.entries()) {
    prepared.push(await prepareFile(media, workspace, file, { info: infos[index] ?? {}, path: null }))
  }
  const texts = await uploadFiles(media, {
    ...{ files: prepared, access: EVERYTHING, folder, by: viewer.by },
    stored: async (run, files) => stored?.(run, files.map(idOf).join(',')),
  })
  const ids = texts.map(idOf)
  const found = new Map((await findFilesById(media, ids)).map(file => [file.id, file]))
  return ids.flatMap(id => found.get(id) ?? [])
}

export async function replaceWithForm(
  media: MediaContext,
  id: number,
  { form, workspace, viewer, stored }: ArrivedForm,
): Promise<MediaFile> {
  await findFile(media, id, viewer)
  const [received, ...others] = form.files
  if (received === undefined) throw new PopulusError('filesEmpty')
  if (others.length > 0) throw new PopulusError('replaceWithMany')
  const replaced = { id: String(id), received, info: {}, workspace }
  const keep = stored && ((run: Parameters<typeof stored>[0]) => stored(run, String(id)))
  await replaceFile(media, { ...replaced, access: EVERYTHING, by: viewer.by, stored: keep })
  return findFile(media, id)
}

const idOf = (file: string): number => Number((JSON.parse(file) as { id: unknown }).id)

async function readForm<T>(
  forms: AdminForms,
  request: FastifyRequest,
  work: Parameters<typeof withForm<T>>[2],
): Promise<T> {
  if (!hasForm(request)) throw new PopulusError('filesEmpty')
  try {
    return await withForm(request, forms, work)
  } catch (error) {
    discardBody(request.raw)
    throw error
  }
}

function folderOf({ fields }: ReceivedForm): number | null {
  const given = fields.find(({ name }) => name === 'folder')?.value ?? ''
  if (given === '') return null
  const id = idOfText(given)
  if (id === null) throw badInput([{ path: ['folder'], message: 'expected the id of a folder' }])
  return id
}

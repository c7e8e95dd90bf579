/** What the form of `POST /api/upload` asks for: new files, other content for a file, or other information about it. */
import { checkOpenRow } from '../../content/write/open-rows.ts'
import { PopulusError } from '../../errors.ts'
import { checkAccepted } from '../../media/files/allowed-types.ts'
import { checkMayAttach } from '../../media/files/attach-rights.ts'
import { type FileTarget, linkFiles } from '../../media/files/file-target.ts'
import { missingEntry, namedTarget } from '../../media/files/named-target.ts'
import type { ReceivedForm } from '../../media/forms/receive-form.ts'
import type { MediaContext } from '../../media/media-context.ts'
import type { WholeUpload } from '../../media/resumable/resumable-store.ts'
import { changeInfo } from '../../media/upload/change-info.ts'
import { storageFolder } from '../../media/upload/file-name.ts'
import { prepareFile } from '../../media/upload/prepare-file.ts'
import type { ReceivedFile } from '../../media/upload/received-file.ts'
import { replaceFile } from '../../media/upload/replace-file.ts'
import { uploadFiles } from '../../media/upload/upload-files.ts'
import type { Workspace } from '../../media/upload/workspaces.ts'
import type { Access } from '../../plan/access.ts'
import { fileInfoList, oneFileInfo } from './file-info.ts'

/** Some clients send `files[]` for a list. */
const FILES = /^files(\[\d*\])?$/

export interface UploadAnswer {
  readonly json: string
  /** What the form has that leads nowhere. */
  readonly hint?: string | undefined
}

export interface UploadRequest {
  readonly form: ReceivedForm
  readonly workspace: Workspace
  /** Of the file to change; empty for new files. */
  readonly id: string
  readonly access: Access
  /** Called at the end of the transaction that stores the files, with the answer. */
  readonly stored?: WholeUpload['keep'] | undefined
}

export async function uploadForm(media: MediaContext, request: UploadRequest): Promise<UploadAnswer> {
  const { form, id, access, workspace, stored } = request
  const files = form.files.filter(({ field }) => FILES.test(field))
  const fileInfo = fieldOf(form, 'fileInfo')
  if (files.every(({ size }) => size === 0) && files.length < 2) return changeInfoOnly(media, { id, access, fileInfo })
  if (id === '') return uploadNew(media, request, files)
  if (files.length > 1) throw new PopulusError('replaceWithMany')
  const info = oneFileInfo(fileInfo)
  return { json: await replaceFile(media, { id, received: files[0]!, info, workspace, access, stored }) }
}

/** A request without files can only change what is known about one. */
export async function changeInfoOnly(
  media: MediaContext,
  { id, access, fileInfo }: Pick<UploadRequest, 'id' | 'access'> & { readonly fileInfo: unknown },
): Promise<UploadAnswer> {
  if (id === '') throw new PopulusError('filesEmpty')
  return { json: await changeInfo(media, { id, access, info: oneFileInfo(fileInfo) }) }
}

async function uploadNew(
  media: MediaContext,
  { form, access, workspace, stored }: UploadRequest,
  files: readonly ReceivedFile[],
): Promise<UploadAnswer> {
  const fileInfo = fieldOf(form, 'fileInfo')
  const infos = files.length > 1 ? fileInfoList(fileInfo) : [oneFileInfo(fileInfo)]
  const path = storageFolder(textField(form, 'path'))
  const { target, lost } = targetOf(media, form, access)
  const by = { access, dialect: media.content.dialect }
  const accept =
    target === undefined ? undefined : (mime: string, name: string) => checkAccepted(target.attribute, { name, mime })
  const prepared = []
  for (const [index, file] of files.entries())
    prepared.push(await prepareFile(media, workspace, file, { info: infos[index] ?? {}, path, accept }))
  let hint = lost
  const texts = await uploadFiles(media, {
    files: prepared,
    access,
    stored: async (run, texts) => stored?.(run, listOf(texts)),
    link: async (scope, ids) => {
      if (target === undefined) return
      const problem = await missingEntry(scope, target, by)
      hint = problem === undefined ? undefined : refusedUnlessLost(media, problem)
      if (problem !== undefined) return
      await linkFiles(scope, target, ids)
      await checkOpenRow(scope, { type: target.model, access }, target.id, 'update')
    },
  })
  return { json: listOf(texts), hint }
}

const listOf = (texts: readonly string[]): string => `[${texts.join(',')}]`

/** `ref`, `refId` and `field` count only together. Throws if the caller may not attach files there. */
export function targetOf(
  media: MediaContext,
  form: Pick<ReceivedForm, 'fields'>,
  access: Access,
): { readonly target?: FileTarget; readonly lost?: string | undefined } {
  const [ref, refId, field] = ['ref', 'refId', 'field'].map(name => textField(form, name))
  if (!ref || !refId || !field) return {}
  const found = namedTarget(media.content.schema, { ref, refId, field })
  if (typeof found !== 'string') {
    checkMayAttach(found, { access, dialect: media.content.dialect })
    return { target: found }
  }
  return { lost: refusedUnlessLost(media, found) }
}

/** In Strapi, a file for an attribute or entry that does not exist is stored all the same. */
function refusedUnlessLost({ content }: MediaContext, problem: string): string {
  if (content.dialect.typosAreErrors) throw new PopulusError('badFileTarget', { problem })
  return `not attached: ${problem}`
}

/** One value, a list of several, or `undefined`. */
function fieldOf({ fields }: ReceivedForm, wanted: string): unknown {
  const values = fields.filter(({ name }) => name === wanted).map(({ value }) => value)
  return values.length > 1 ? values : values[0]
}

/** The last one counts. */
function textField({ fields }: Pick<ReceivedForm, 'fields'>, wanted: string): string | undefined {
  return fields.findLast(({ name }) => name === wanted)?.value
}

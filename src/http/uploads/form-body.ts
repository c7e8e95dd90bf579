/** Routes that accept forms with files. The body is left alone until the caller's rights are known. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limits } from '../../config/config.ts'
import { type ReceivedForm, receiveForm } from '../../media/forms/receive-form.ts'
import type { MediaContext } from '../../media/media-context.ts'
import type { ReceivedFile } from '../../media/upload/received-file.ts'
import type { Workspace } from '../../media/upload/workspaces.ts'
import { watchBody } from './steady-body.ts'

/** The body of a request with a form that nobody has read yet. */
const UNREAD_FORM: unique symbol = Symbol('unread form')

/** For the routes of this scope only. */
export function registerForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, UNREAD_FORM))
}

export function hasForm({ body }: Pick<FastifyRequest, 'body'>): boolean {
  return body === UNREAD_FORM
}

/** Receives the form, and removes its files when the work is done. */
export async function withForm<T>(
  request: FastifyRequest,
  { media, limits }: { readonly media: MediaContext; readonly limits: Limits },
  work: (form: ReceivedForm, workspace: Workspace) => Promise<T>,
): Promise<T> {
  const workspace = await media.workspaces.open()
  try {
    const { raw } = request
    const form = await receiveForm(raw, {
      limits,
      sizeLimit: media.settings.sizeLimit,
      folder: workspace.folder,
      watch: stop => watchBody(raw, limits, stop),
    })
    return await work({ ...form, files: form.files.filter(isChosen) }, workspace)
  } finally {
    await workspace.remove()
  }
}

/** Browsers send an empty part for a file input without a file. */
function isChosen({ name, size }: ReceivedFile): boolean {
  return size > 0 || name !== ''
}

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

interface FormRules {
  readonly media: MediaContext
  readonly limits: Limits
}

/** Receives the form, and removes its files when the work is done. */
export async function withForm<T>(
  request: FastifyRequest,
  rules: FormRules,
  work: (form: ReceivedForm, workspace: Workspace) => Promise<T>,
): Promise<T> {
  const workspace = await rules.media.workspaces.open()
  try {
    return await work(await receiveInto(workspace, request, rules), workspace)
  } finally {
    await workspace.remove()
  }
}

/** Receives the form; its files stay in the workspace. */
export async function receiveInto(
  { folder }: Workspace,
  { raw }: FastifyRequest,
  { media, limits }: FormRules,
): Promise<ReceivedForm> {
  const form = await receiveForm(raw, {
    limits,
    sizeLimit: media.settings.sizeLimit,
    folder,
    watch: stop => watchBody(raw, limits, stop),
  })
  return { ...form, files: form.files.filter(isChosen) }
}

/** Browsers send an empty part for a file input without a file. */
function isChosen({ name, size }: ReceivedFile): boolean {
  return size > 0 || name !== ''
}

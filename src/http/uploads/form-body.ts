/** Routes that accept forms with files. The body is left alone until the caller's rights are known. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limits } from '../../config/config.ts'
import type { MediaContext } from '../../media/media-context.ts'
import type { Workspace } from '../../media/upload/workspaces.ts'
import { type ReceivedForm, receiveForm } from './receive-form.ts'

/** The body of a request with a form that nobody has read yet. */
const UNREAD_FORM: unique symbol = Symbol('unread form')

/** How much of a refused body is still read, so that the client gets to see the answer. */
const MOST_DISCARDED = 64 * 1024 * 1024

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
    const { sizeLimit } = media.settings
    return await work(await receiveForm(request.raw, { limits, sizeLimit, folder: workspace.folder }), workspace)
  } finally {
    await workspace.remove()
  }
}

/** A refused request may have most of its body still to come. */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let left = MOST_DISCARDED
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
}

/**
 * `/uploads/*`: the files that editors uploaded, and anything else under `uploads` in the project's `public` folder.
 * Editors are trusted with content, not with scripts. Anything that a browser would run is offered for download. If it
 * is opened anyway, it runs nothing and belongs to no origin.
 */
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PopulusError } from '../../errors.ts'
import { UPLOADS_PATH } from '../../util/project-parts.ts'
import { replyWithError } from '../error-reply.ts'
import { openUpload } from './open-upload.ts'
import { sendUpload } from './send-upload.ts'
import { type SizedUploads, sendSize, sizeWish } from './sized-upload.ts'
import { uploadHeaders } from './upload-headers.ts'

export interface Uploads extends Omit<SizedUploads, 'root'> {
  /** The project's folder. */
  readonly folder: string
}

/** Looks for the folder on each request, because it may be created later. */
export function registerUploads(server: FastifyInstance, { folder, ...options }: Uploads): void {
  const root = join(folder, UPLOADS_PATH)
  const sized: SizedUploads = { ...options, root }
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { '*': path } = request.params as { '*': string }
    const wish = sizeWish(request, sized)
    if (wish !== undefined) return sendSize(request, reply, { ...sized, path, wish })
    const upload = await openUpload(root, path)
    if (upload === undefined) return replyWithError(new PopulusError('notFound'), request, reply)
    return sendUpload(request, reply, uploadHeaders(path, options), upload)
  }
  // The HEAD route that the web server would add by itself counts the bytes of the body that it does not send.
  server.route({ method: ['GET', 'HEAD'], url: '/uploads/*', handler, exposeHeadRoute: false })
}

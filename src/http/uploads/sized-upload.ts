/** `/uploads/<name>?width=640&format=webp`: another size or format of an image, made once and kept. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PopulusError } from '../../errors.ts'
import type { ImageSizes } from '../../media/sizes/image-sizes.ts'
import { readSizeRequest, type SizeRequest, type SizeRules } from '../../media/sizes/size-request.ts'
import type { FindSource, LocalImage } from '../../media/sizes/size-source.ts'
import { type OpenUpload, openUpload } from './open-upload.ts'
import { sendUpload } from './send-upload.ts'
import { type CacheRule, uploadHeaders } from './upload-headers.ts'

export interface SizedUploads extends CacheRule {
  readonly root: string
  readonly rules: SizeRules
  readonly sizes: ImageSizes
  readonly findSource: FindSource
}

/** `undefined` if the file itself is asked for. */
export function sizeWish({ raw: { url = '' } }: FastifyRequest, { rules }: SizedUploads): SizeRequest | undefined {
  const end = url.indexOf('?')
  return end === -1 ? undefined : readSizeRequest(url.slice(0, end), url.slice(end + 1), rules)
}

export async function sendSize(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    root,
    sizes,
    findSource,
    path,
    wish,
    ...rule
  }: SizedUploads & { readonly path: string; readonly wish: SizeRequest },
): Promise<FastifyReply> {
  const source = await findSource(path, await localImage(root, path))
  if (source === undefined) throw new PopulusError('notFound')
  const headers = uploadHeaders(path, rule)
  const made = await sizes.get(source, wish)
  if (made !== undefined) {
    const type = { 'content-type': made.mime }
    return sendUpload(request, reply, { ...headers, type }, await openKept(made.path))
  }
  if (source.url !== undefined) return reply.redirect(source.url, 302)
  const upload = await openUpload(root, path)
  if (upload === undefined) throw new PopulusError('notFound')
  return sendUpload(request, reply, headers, upload)
}

async function localImage(root: string, path: string): Promise<LocalImage | undefined> {
  const upload = await openUpload(root, path)
  if (upload === undefined) return undefined
  const { size, mtimeMs } = upload.stats
  await upload.handle.close()
  return { path: join(root, path), version: `${size}-${mtimeMs}` }
}

async function openKept(path: string): Promise<OpenUpload> {
  const handle = await open(path)
  try {
    return { handle, stats: await handle.stat() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

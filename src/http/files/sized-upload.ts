/** `/uploads/<name>?width=640&format=webp`: another size or format of an image, made once and kept. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PopulusError } from '../../errors.ts'
import type { ImageSizes } from '../../media/sizes/image-sizes.ts'
import { readSizeRequest, type SizeRequest, type SizeRules } from '../../media/sizes/size-request.ts'
import type { FindSource, LocalImage, SizeSource } from '../../media/sizes/size-source.ts'
import { type OpenUpload, openUpload } from './open-upload.ts'
import { sendUpload } from './send-upload.ts'
import { type CacheRule, uploadHeaders } from './upload-headers.ts'

const ATTEMPTS = 3

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
  const made = await openSize(sizes, source, wish)
  if (made !== undefined) return sendUpload(request, reply, { ...headers, type: made.type }, made.upload)
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

interface OpenSize {
  readonly upload: OpenUpload
  readonly type: Readonly<Record<string, string>>
}

/** Between finding a kept image and opening it, it may be removed to make room. Then it is made once more. */
async function openSize(sizes: ImageSizes, source: SizeSource, wish: SizeRequest): Promise<OpenSize | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const made = await sizes.get(source, wish)
    if (made === undefined) return undefined
    const upload = await openKept(made.path)
    if (upload !== undefined) return { upload, type: { 'content-type': made.mime } }
  }
  throw new PopulusError('sizesBusy', {}, { retryAfter: 1 })
}

async function openKept(path: string): Promise<OpenUpload | undefined> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (handle === undefined) return undefined
  try {
    return { handle, stats: await handle.stat() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

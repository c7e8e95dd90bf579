/**
 * Uploads that can be resumed, by the tus protocol: `POST` begins one, `PATCH` adds bytes, `HEAD` tells where to go on,
 * `DELETE` gives up. The request that brings the last byte gets the answer of an ordinary upload.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../../config/config.ts'
import { PopulusError } from '../../errors.ts'
import { discardBody } from '../../media/forms/discard-body.ts'
import { humanSize } from '../../media/forms/human-size.ts'
import type { ResumableStore, ResumableUpload, WholeUpload } from '../../media/resumable/resumable-store.ts'
import type { ReceivedFile } from '../../media/upload/received-file.ts'
import { tellOnOptions } from '../method-not-allowed.ts'
import { EXPOSED_HEADERS, TUS_ANSWER_HEADERS } from '../security-headers.ts'
import { type SteadyBody, steadyBody } from './steady-body.ts'
import { bad, byteCount, checkVersion, PART_TYPE, readMetadata, TUS_EXTENSIONS, TUS_VERSION } from './tus-headers.ts'

export type TusMetadata = Readonly<Record<string, string>>

export interface TusCaller {
  /** Only the one who began an upload may continue it. */
  readonly owner: string
  /** Whose part of the limits an upload takes. */
  readonly uploader: string
  /** Refuses an upload that would be refused at its end, before its bytes are sent. */
  check?(metadata: TusMetadata): void
  /**
   * Stores the finished file like any other upload. Returns what will be remembered of it, after it has given it to `stored` in the
   * transaction that stores the file.
   */
  finish(file: ReceivedFile, metadata: TusMetadata, stored: WholeUpload['keep']): Promise<string>
  /** The answer as JSON, of what was remembered. Absent if that is the answer. */
  answer?(remembered: string, metadata: TusMetadata): Promise<string>
}

export interface TusOptions {
  /** Where uploads begin, such as `/api/upload/tus`. */
  readonly url: string
  readonly store: ResumableStore
  /** Largest file, in bytes. */
  readonly sizeLimit: number
  readonly limits: Limits
  /** Called for every request, the last one included: rights may have changed in between. */
  readonly authorize: (request: FastifyRequest) => Promise<TusCaller>
}

export async function registerTus(server: FastifyInstance, options: TusOptions): Promise<void> {
  const { url } = options
  const uploads = new TusUploads(options)
  tellOnOptions(server, url, {
    'tus-resumable': TUS_VERSION,
    'tus-version': TUS_VERSION,
    'tus-extension': TUS_EXTENSIONS,
    'tus-max-size': String(options.sizeLimit),
  })
  await server.register(async scope => {
    scope.removeAllContentTypeParsers()
    // The body is left alone until the caller's rights are known.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onSend', async (_request, reply) => {
      const headers = { 'tus-resumable': TUS_VERSION, 'cache-control': 'no-store' }
      reply.headers({ ...headers, 'access-control-expose-headers': EXPOSED })
    })
    scope.post(
      url,
      guarded((request, reply) => uploads.begin(request, reply)),
    )
    scope.head(
      `${url}/:id`,
      guarded((request, reply) => uploads.tell(request, reply)),
    )
    scope.patch(
      `${url}/:id`,
      guarded((request, reply) => uploads.add(request, reply)),
    )
    scope.delete(
      `${url}/:id`,
      guarded((request, reply) => uploads.giveUp(request, reply)),
    )
  })
}

const EXPOSED = [...EXPOSED_HEADERS, ...TUS_ANSWER_HEADERS].join(', ')

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function guarded(handler: Handler): Handler {
  return async (request, reply) => {
    try {
      checkVersion(request)
      return await handler(request, reply)
    } catch (error) {
      discardBody(request.raw)
      throw error
    }
  }
}

/** A request that is adding bytes to an upload. */
interface Running {
  readonly body: SteadyBody
  readonly ended: Promise<unknown>
}

class TusUploads {
  readonly #options: TusOptions
  readonly #running = new Map<string, Running>()

  constructor(options: TusOptions) {
    this.#options = options
  }

  async begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { store, sizeLimit, url, authorize } = this.#options
    const caller = await authorize(request)
    if (request.headers['upload-defer-length'] !== undefined) throw bad('the length must be known: upload-length')
    const size = byteCount(request, 'upload-length')
    const metadata = readMetadata(request.headers['upload-metadata'])
    const name = fileName(metadata)
    if (name === '') throw bad('upload-metadata must have a filename')
    if (size > sizeLimit) throw new PopulusError('fileTooLarge', { name, limit: humanSize(sizeLimit) })
    if (size === 0) throw new PopulusError('filesEmpty')
    caller.check?.(metadata)
    const upload = await store.create({ owner: caller.owner, uploader: caller.uploader, size, metadata })
    reply.code(201).header('location', `${url}/${upload.id}`)
    const isPart = request.headers['content-type'] === PART_TYPE
    return isPart ? this.#receive(request, reply, upload, 0, caller) : told(reply, upload).send()
  }

  async tell(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { upload } = await this.#find(request)
    const offset = await this.#offset(upload)
    const headers = { 'upload-offset': offset, 'upload-length': upload.size }
    return told(reply, upload).headers(headers).code(200).send()
  }

  async add(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { upload, caller } = await this.#find(request)
    if (request.headers['content-type'] !== PART_TYPE) throw bad(`content-type must be ${PART_TYPE}`)
    const given = byteCount(request, 'upload-offset')
    const offset = await this.#offset(upload)
    if (offset !== given) throw new PopulusError('resumableOffset', { offset, given })
    return this.#receive(request, reply.code(204), upload, offset, caller)
  }

  async giveUp(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { upload } = await this.#find(request)
    await this.#interrupt(upload.id)
    await this.#options.store.giveUp(upload)
    return reply.code(204).send()
  }

  async #find(request: FastifyRequest): Promise<{ readonly upload: ResumableUpload; readonly caller: TusCaller }> {
    const { store, authorize } = this.#options
    const caller = await authorize(request)
    const { id } = request.params as { id: string }
    const upload = await store.find(id, caller.owner)
    if (upload === undefined) throw new PopulusError('notFound')
    return { upload, caller }
  }

  /** Where the upload goes on. Nobody in this process is adding bytes to it then. */
  async #offset(upload: ResumableUpload): Promise<number> {
    for (;;) {
      await this.#interrupt(upload.id)
      const offset = await this.#options.store.offset(upload)
      if (!this.#running.has(upload.id)) return offset
    }
  }

  /** A client that comes back has given up its last request, even if this server has not noticed yet. */
  async #interrupt(id: string): Promise<void> {
    const running = this.#running.get(id)
    running?.body.stop()
    await running?.ended
  }

  async #receive(
    request: FastifyRequest,
    reply: FastifyReply,
    upload: ResumableUpload,
    offset: number,
    caller: TusCaller,
  ): Promise<FastifyReply> {
    const { store } = this.#options
    const arrived = offset === upload.size ? offset : await this.#append(request, upload, offset)
    if (arrived < upload.size) return told(reply, upload).header('upload-offset', arrived).send()
    const { metadata, size, result } = upload
    const file = { field: 'files', name: fileName(metadata), mime: metadata.filetype ?? metadata.type ?? '', size }
    const remembered =
      result ?? (await store.finish(upload, ({ path, keep }) => caller.finish({ ...file, path }, metadata, keep)))
    const json = (await caller.answer?.(remembered, metadata)) ?? remembered
    return reply
      .code(reply.statusCode === 201 ? 201 : 200)
      .header('upload-offset', arrived)
      .type('application/json; charset=utf-8')
      .send(json)
  }

  async #append({ raw }: FastifyRequest, upload: ResumableUpload, offset: number): Promise<number> {
    const body = steadyBody(raw, this.#options.limits)
    const appended = this.#options.store.append(upload, offset, body.stream)
    const running = { body, ended: appended.catch(() => undefined) }
    this.#running.set(upload.id, running)
    try {
      return await appended
    } finally {
      if (this.#running.get(upload.id) === running) this.#running.delete(upload.id)
    }
  }
}

function told(reply: FastifyReply, { expiresAt }: ResumableUpload): FastifyReply {
  return reply.header('upload-expires', new Date(expiresAt).toUTCString())
}

function fileName({ filename, name }: TusMetadata): string {
  return filename ?? name ?? ''
}

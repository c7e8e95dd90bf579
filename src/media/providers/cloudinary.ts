/**
 * Files at Cloudinary. Rows are as Strapi's provider `cloudinary` writes them: `url` is Cloudinary's `secure_url`, and
 * `provider_metadata` has what is needed to delete the file. Large files are sent in parts.
 */
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { MediaConfig } from '../../config/config.ts'
import { PopulusError } from '../../errors.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import { isObject, type JsonObject, textAt } from '../../schema/json-value.ts'
import { trimEnd } from '../../util/text/trim-run.ts'
import type { MediaObject, MediaProvider, PlacedObject, PlacedRef, StoredObject } from './provider.ts'
import { readParts } from './read-parts.ts'
import { sendToStorage } from './storage-request.ts'

/** Cloudinary wants parts of at least 5 MiB. */
const PART_SIZE = 8 * 1024 * 1024
const RESOURCE_TYPES = ['image', 'video', 'raw'] as const

export interface CloudinaryAccount {
  readonly cloudName: string
  readonly apiKey: string
  readonly apiSecret: string
}

export function createCloudinary(
  name: string,
  config: MediaConfig,
  account: CloudinaryAccount,
  outgoing: Outgoing,
): MediaProvider {
  const cloud = openCloud(name, config, account, outgoing)
  return {
    name,
    async put(object: MediaObject, body: Readable): Promise<PlacedObject> {
      const options = Object.entries(config.uploadOptions).filter(([, value]) => value !== null)
      const folder = object.path ? { folder: object.path } : {}
      const wishes = {
        public_id: object.hash,
        ...folder,
        ...Object.fromEntries(options.map(([k, v]) => [k, String(v)])),
      }
      try {
        return placed(account.cloudName, await upload(cloud, object, wishes, readParts(body, PART_SIZE)), name)
      } finally {
        body.destroy()
      }
    },
    async read(object: PlacedRef): Promise<Readable> {
      const response = await cloud.get(object.url)
      if (response.status === 404 || response.body === null) throw new PopulusError('fileNotFound')
      return Readable.fromWeb(response.body as ReadableStream)
    },
    async delete(object: PlacedRef): Promise<void> {
      for (const resource of resourcesOf(object, config)) await destroy(cloud, resource, name)
    },
    async deleteKey(key: string): Promise<void> {
      const [type = '', ...id] = key.split('/')
      await destroy(cloud, { type, id: id.join('/') }, name)
    },
    keyOf({ providerMetadata }: PlacedRef): string | null {
      const id = textAt(providerMetadata ?? {}, 'public_id')
      return id === null ? null : `${textAt(providerMetadata ?? {}, 'resource_type') ?? 'image'}/${id}`
    },
    pathOf({ hash, providerMetadata }: PlacedRef): string | null {
      const id = textAt(providerMetadata ?? {}, 'public_id')
      return id?.endsWith(`/${hash}`) ? id.slice(0, -hash.length - 1) : null
    },
    list: () => listResources(cloud),
  }
}

interface Cloud {
  signed(wishes: Readonly<Record<string, string>>): FormData
  post(path: string, form: () => FormData, headers: Readonly<Record<string, string>>): Promise<JsonObject>
  /** Asks with the key; only for addresses of the API. */
  ask(path: string): Promise<JsonObject>
  get(url: string): Promise<Response>
}

function openCloud(
  provider: string,
  { cloudinary, timeout }: MediaConfig,
  account: CloudinaryAccount,
  outgoing: Outgoing,
): Cloud {
  const root = `${trimEnd(cloudinary.uploadPrefix, '/')}/v1_1/${encodeURIComponent(account.cloudName)}`
  const key = Buffer.from(`${account.apiKey}:${account.apiSecret}`).toString('base64')
  return {
    signed(wishes) {
      const signedParts = { ...wishes, timestamp: String(Math.floor(Date.now() / 1000)) }
      const form = new FormData()
      for (const [part, value] of Object.entries(signedParts)) form.set(part, value)
      form.set('signature', signatureOf(signedParts, account.apiSecret))
      form.set('api_key', account.apiKey)
      return form
    },
    async post(path, form, headers) {
      const request = () => new Request(`${root}/${path}`, { method: 'POST', headers, body: form() })
      return answerOf(await sendToStorage(outgoing, { provider, request, timeout }), provider)
    },
    async ask(path) {
      const request = () => new Request(`${root}/${path}`, { headers: { authorization: `Basic ${key}` } })
      return answerOf(await sendToStorage(outgoing, { provider, request, timeout }), provider)
    },
    async get(url) {
      if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new PopulusError('fileNotFound')
      // The address comes from a row of the database, not from a setting.
      const namedBy = new URL(url).origin === new URL(root).origin ? 'operator' : 'others'
      const limits = { timeout, longest: Number.POSITIVE_INFINITY, redirects: 3 }
      return sendToStorage(outgoing, { provider, request: () => new Request(url), accept: [404], namedBy, ...limits })
    },
  }
}

/** The parameters in alphabetical order, then the secret. */
function signatureOf(parts: Readonly<Record<string, string>>, secret: string): string {
  const text = Object.keys(parts)
    .sort()
    .map(part => `${part}=${parts[part]}`)
    .join('&')
  return createHash('sha1').update(`${text}${secret}`).digest('hex')
}

async function answerOf(response: Response, provider: string): Promise<JsonObject> {
  const answer: unknown = await response.json().catch(() => undefined)
  if (!isObject(answer)) throw refused(provider, 'no JSON')
  return answer
}

async function upload(
  cloud: Cloud,
  { hash, ext, mime, size }: MediaObject,
  wishes: Readonly<Record<string, string>>,
  parts: AsyncIterable<{ readonly bytes: Buffer; readonly last: boolean }>,
): Promise<JsonObject> {
  const id = randomUUID().replaceAll('-', '')
  let start = 0
  let answer: JsonObject = {}
  for await (const { bytes, last } of parts) {
    const form = () => {
      const filled = cloud.signed(wishes)
      filled.set('file', new Blob([new Uint8Array(bytes)], { type: mime }), `${hash}${ext}`)
      return filled
    }
    const range = `bytes ${start}-${start + bytes.length - 1}/${size}`
    const inParts = start > 0 || !last
    answer = await cloud.post('auto/upload', form, inParts ? { 'x-unique-upload-id': id, 'content-range': range } : {})
    start += bytes.length
  }
  return answer
}

function placed(cloudName: string, answer: JsonObject, provider: string): PlacedObject {
  const url = textAt(answer, 'secure_url')
  const id = textAt(answer, 'public_id')
  const type = textAt(answer, 'resource_type')
  if (url === null || id === null || type === null) throw refused(provider, JSON.stringify(answer))
  return Object.freeze({
    url,
    providerMetadata: { public_id: id, resource_type: type },
    ...(type === 'video' ? { previewUrl: previewOf(cloudName, id) } : {}),
  })
}

/** The short animation that Strapi shows for a video. */
function previewOf(cloudName: string, id: string): string {
  const version = id.includes('/') ? 'v1/' : ''
  return `https://res.cloudinary.com/${cloudName}/video/upload/c_scale,dl_200,vs_6,w_250/${version}${id}.gif`
}

interface Resource {
  readonly type: string
  readonly id: string
}

/** An upload that was interrupted has no answer from which the type is known. */
function resourcesOf({ hash, path, providerMetadata }: PlacedRef, { uploadOptions }: MediaConfig): readonly Resource[] {
  const id = textAt(providerMetadata ?? {}, 'public_id')
  if (id !== null) return [{ type: textAt(providerMetadata ?? {}, 'resource_type') ?? 'image', id }]
  const folder = uploadOptions.folder ?? path
  return RESOURCE_TYPES.map(type => ({ type, id: folder ? `${folder}/${hash}` : hash }))
}

async function destroy(cloud: Cloud, { type, id }: Resource, provider: string): Promise<void> {
  const wishes = { public_id: id, invalidate: 'true' }
  const { result } = await cloud.post(`${type}/destroy`, () => cloud.signed(wishes), {})
  if (result !== 'ok' && result !== 'not found') throw refused(provider, result)
}

async function* listResources(cloud: Cloud): AsyncGenerator<StoredObject> {
  for (const type of RESOURCE_TYPES) {
    let cursor: string | null = null
    do {
      const next: string = cursor === null ? '' : `&next_cursor=${encodeURIComponent(cursor)}`
      const answer: JsonObject = await cloud.ask(`resources/${type}?type=upload&max_results=500${next}`)
      const resources = Array.isArray(answer.resources) ? answer.resources.filter(isObject) : []
      for (const resource of resources) {
        yield { key: `${type}/${textAt(resource, 'public_id') ?? ''}`, size: Number(resource.bytes ?? 0) }
      }
      cursor = textAt(answer, 'next_cursor')
    } while (cursor !== null)
  }
}

const refused = (provider: string, cause: unknown): PopulusError =>
  new PopulusError('storageFailed', { provider }, { cause })

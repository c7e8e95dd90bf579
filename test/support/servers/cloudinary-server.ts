/**
 * A small server that follows Cloudinary's upload API as its documentation describes it: signed uploads, also in parts,
 * `destroy` and the list of resources. Closes itself after the test file.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { DEFAULT_MEDIA, type MediaConfig } from '../../../src/config/config.ts'
import { cleanUp } from '../clean-up.ts'
import type { Fault } from './storage-door.ts'

const SECRET = 'cloud-secret'

export interface CloudinaryServer {
  readonly media: MediaConfig
  /** What is kept, by `<type>/<public id>`. */
  readonly kept: Map<string, Buffer>
  readonly requests: { readonly line: string; readonly fields: Readonly<Record<string, string>> }[]
  fault: (line: string) => Fault
}

export async function startCloudinary(): Promise<CloudinaryServer> {
  const kept = new Map<string, Buffer>()
  const unfinished = new Map<string, Buffer>()
  const requests: CloudinaryServer['requests'] = []
  const server = createServer((incoming, reply) => {
    const line = `${incoming.method} ${incoming.url}`
    const fault = found.fault(line)
    if (fault === 'reset') incoming.socket.resetAndDestroy()
    else if (fault === 'slow') incoming.resume()
    else if (typeof fault === 'number') {
      incoming.resume()
      incoming.on('end', () => send(reply, fault, { error: { message: 'Test' } }))
    } else void answer(incoming, reply, { kept, unfinished, requests, address: media().cloudinary.uploadPrefix })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const media = (): MediaConfig => ({
    ...DEFAULT_MEDIA,
    provider: 'cloudinary',
    cloudinary: {
      cloudName: 'demo',
      apiKey: '1234',
      apiSecret: SECRET,
      uploadPrefix: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
  })
  const found: CloudinaryServer = { media: media(), kept, requests, fault: () => undefined }
  cleanUp(() => {
    server.closeAllConnections()
    server.close()
  })
  return found
}

interface State extends Pick<CloudinaryServer, 'kept' | 'requests'> {
  readonly unfinished: Map<string, Buffer>
  readonly address: string
}

async function answer(incoming: IncomingMessage, reply: ServerResponse, state: State): Promise<void> {
  const url = incoming.url ?? ''
  if (url.startsWith('/demo/')) return deliver(url, reply, state)
  const resources = /^\/v1_1\/demo\/resources\/(\w+)\?type=upload&max_results=500(?:&next_cursor=(\d+))?$/.exec(url)
  if (resources !== null) return list(incoming, reply, state, resources[1] ?? '', Number(resources[2] ?? 0))
  const request = new Request('http://x', {
    method: 'POST',
    headers: incoming.headers as Record<string, string>,
    body: Readable.toWeb(incoming) as ReadableStream as never,
    duplex: 'half',
  } as RequestInit)
  const form = await request.formData()
  const file = form.get('file')
  form.delete('file')
  const fields = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  state.requests.push({ line: `POST ${url}`, fields })
  if (!isSigned(fields)) return send(reply, 401, { error: { message: 'Invalid Signature' } })
  const [, type = '', action] = /^\/v1_1\/demo\/(\w+)\/(upload|destroy)$/.exec(url) ?? []
  if (action === 'destroy') {
    const gone = state.kept.delete(`${type}/${fields.public_id}`)
    return send(reply, 200, { result: gone ? 'ok' : 'not found' })
  }
  if (type !== 'auto' || !(file instanceof File)) return send(reply, 400, { error: { message: 'Missing file' } })
  return receive(incoming, reply, state, { fields, file })
}

/** Everything but the file, the key and the signature is signed. */
function isSigned({ signature, api_key, ...rest }: Readonly<Record<string, string>>): boolean {
  const text = Object.keys(rest)
    .sort()
    .map(name => `${name}=${rest[name]}`)
    .join('&')
  const fresh = Math.abs(Date.now() / 1000 - Number(rest.timestamp)) < 3600
  const expected = createHash('sha1')
    .update(text + SECRET)
    .digest('hex')
  return api_key === '1234' && fresh && signature === expected
}

async function receive(
  incoming: IncomingMessage,
  reply: ServerResponse,
  { kept, unfinished, address }: State,
  { fields, file }: { readonly fields: Readonly<Record<string, string>>; readonly file: File },
): Promise<void> {
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(incoming.headers['content-range'] ?? '')
  const upload = String(incoming.headers['x-unique-upload-id'])
  let bytes = Buffer.from(await file.arrayBuffer())
  if (range !== null) {
    const before = unfinished.get(upload) ?? Buffer.alloc(0)
    const [start, end, total] = range.slice(1).map(Number) as [number, number, number]
    const last = end + 1 === total
    const wrong =
      start !== before.length || end - start + 1 !== bytes.length || (!last && bytes.length < 5 * 1024 * 1024)
    if (wrong) return send(reply, 400, { error: { message: 'Wrong part' } })
    bytes = Buffer.concat([before, bytes])
    unfinished.set(upload, bytes)
    if (!last) return send(reply, 200, { done: false })
    unfinished.delete(upload)
  }
  const type = file.type.startsWith('image/') ? 'image' : file.type.startsWith('video/') ? 'video' : 'raw'
  const id = fields.folder ? `${fields.folder}/${fields.public_id}` : (fields.public_id ?? '')
  const ending = type === 'raw' ? '' : (/\.\w+$/.exec(file.name)?.[0] ?? '')
  kept.set(`${type}/${id}`, bytes)
  const path = `/demo/${type}/upload/v1/${id}${ending}`
  send(reply, 200, { public_id: id, resource_type: type, bytes: bytes.length, secure_url: `${address}${path}` })
}

function deliver(url: string, reply: ServerResponse, { kept }: State): void {
  const [, type, id] = /^\/demo\/(\w+)\/upload\/v1\/(.*?)(?:\.\w+)?$/.exec(url) ?? []
  const bytes = kept.get(`${type}/${id}`)
  if (bytes === undefined) reply.writeHead(404).end()
  else reply.writeHead(200).end(bytes)
}

/** Two to a page, so that tests see the next page. */
function list(incoming: IncomingMessage, reply: ServerResponse, { kept }: State, type: string, start: number): void {
  const expected = `Basic ${Buffer.from(`1234:${SECRET}`).toString('base64')}`
  if (incoming.headers.authorization !== expected) {
    send(reply, 401, { error: { message: 'Unauthorized' } })
    return
  }
  const all = [...kept].filter(([key]) => key.startsWith(`${type}/`))
  const resources = all.slice(start, start + 2).map(([key, bytes]) => ({
    public_id: key.slice(type.length + 1),
    resource_type: type,
    bytes: bytes.length,
  }))
  send(reply, 200, { resources, ...(start + 2 < all.length ? { next_cursor: String(start + 2) } : {}) })
}

function send(reply: ServerResponse, status: number, body: object): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

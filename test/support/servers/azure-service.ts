/**
 * The part of Azure's storage for blobs that the provider uses, in memory: containers, blobs, blocks, lists; requests need a
 * valid signature by the shared key, or the token. The long form asks the same of Azurite.
 */
import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodyServer } from './body-server.ts'

/** Known to every tool for Azure. */
export const ACCOUNT = 'devstoreaccount1'
export const ACCOUNT_KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

interface Blob {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
}

interface Container {
  readonly isPublic: boolean
  readonly blobs: Map<string, Blob>
  /** By the name of the blob and that of the block. */
  readonly blocks: Map<string, Buffer>
}

interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly container: string
  readonly blob: string
}

interface Said {
  readonly status: number
  /** The code of an error. */
  readonly code?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

export async function startAzureService(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const containers = new Map<string, Container>()
  const server = bodyServer((incoming, reply, body) => {
    const asked = askedOf(incoming, body)
    say(reply, isAllowed(asked, containers) ? answer(asked, containers) : { status: 403, code: 'AuthenticationFailed' })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  return { port: (server.address() as AddressInfo).port, close }
}

function askedOf(incoming: IncomingMessage, body: Buffer): Asked {
  const url = new URL(incoming.url ?? '', 'http://localhost')
  const [, , container = '', ...blob] = url.pathname.split('/')
  return {
    method: incoming.method ?? '',
    url,
    headers: incoming.headers as Record<string, string>,
    body,
    container,
    blob: decodeURIComponent(blob.join('/')),
  }
}

function say(reply: ServerResponse, { status, code, headers = {}, body = '' }: Said): void {
  const error = code === undefined ? {} : { 'x-ms-error-code': code, 'content-type': 'application/xml' }
  const text =
    code === undefined ? body : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>x</Message></Error>`
  const length = { 'content-length': String(Buffer.byteLength(text)) }
  reply.writeHead(status, { 'x-ms-version': '2025-01-05', ...length, ...error, ...headers }).end(text)
}

const SIGNED = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
]

function isAllowed({ method, url, headers, container, blob }: Asked, containers: Map<string, Container>): boolean {
  if (method === 'GET' && blob !== '' && containers.get(container)?.isPublic === true) return true
  if (url.searchParams.get('sig') !== null) return true
  const plain = SIGNED.map(name => (name === 'content-length' && headers[name] === '0' ? '' : (headers[name] ?? '')))
  const own = Object.keys(headers)
    .filter(name => name.startsWith('x-ms-'))
    .sort()
    .map(name => `${name}:${headers[name]}\n`)
  const query = [...url.searchParams].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `\n${name}:${value}`)
  const text = `${[method, ...plain].join('\n')}\n${own.join('')}/${ACCOUNT}${url.pathname}${query.join('')}`
  const signature = createHmac('sha256', Buffer.from(ACCOUNT_KEY, 'base64')).update(text).digest('base64')
  return headers.authorization === `SharedKey ${ACCOUNT}:${signature}`
}

function answer(asked: Asked, containers: Map<string, Container>): Said {
  const { method, url, container: name } = asked
  const found = containers.get(name)
  if (method === 'PUT' && url.searchParams.get('restype') === 'container') {
    if (found !== undefined) return { status: 409, code: 'ContainerAlreadyExists' }
    const isPublic = asked.headers['x-ms-blob-public-access'] !== undefined
    containers.set(name, { isPublic, blobs: new Map(), blocks: new Map() })
    return { status: 201 }
  }
  if (found === undefined) return { status: 404, code: 'ContainerNotFound' }
  if (method === 'PUT') return put(asked, found)
  if (url.searchParams.get('comp') === 'list') return list(asked, found)
  const blob = found.blobs.get(asked.blob)
  if (blob === undefined) return { status: 404, code: 'BlobNotFound' }
  if (method === 'GET') return { status: 200, headers: { etag: '"1"', ...blob.headers }, body: blob.bytes }
  found.blobs.delete(asked.blob)
  return { status: 202 }
}

function put({ url, headers, body, blob }: Asked, { blobs, blocks }: Container): Said {
  const comp = url.searchParams.get('comp')
  if (comp === 'block') {
    blocks.set(`${blob}\n${url.searchParams.get('blockid')}`, body)
    return { status: 201 }
  }
  if (comp === null && headers['x-ms-blob-type'] !== 'BlockBlob') return { status: 400, code: 'InvalidHeaderValue' }
  const ids = [...body.toString('latin1').matchAll(/<Latest>([^<]*)<\/Latest>/g)].map(([, id]) => `${blob}\n${id}`)
  if (ids.some(id => !blocks.has(id))) return { status: 400, code: 'InvalidBlockList' }
  const bytes = comp === null ? body : Buffer.concat(ids.map(id => blocks.get(id)!))
  for (const id of blocks.keys()) if (id.startsWith(`${blob}\n`)) blocks.delete(id)
  blobs.set(blob, { bytes, headers: storedHeaders(headers) })
  return { status: 201, headers: { etag: '"1"' } }
}

const STORED = ['content-type', 'cache-control', 'content-disposition']

function storedHeaders(given: Asked['headers']): Blob['headers'] {
  const pairs = STORED.map(name => [name, given[`x-ms-blob-${name}`] ?? ''] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}

const MOMENT = 'Wed, 01 Jan 2025 00:00:00 GMT'

/** Two on a page, so that there are pages. */
const PAGE = 2

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

function list({ url, container }: Asked, { blobs }: Container): Said {
  const prefix = url.searchParams.get('prefix') ?? ''
  const after = url.searchParams.get('marker') ?? ''
  const names = [...blobs.keys()].filter(name => name.startsWith(prefix) && name > after).sort()
  const items = names.slice(0, PAGE).map(name => {
    const properties = `<Last-Modified>${MOMENT}</Last-Modified><Etag>1</Etag><Content-Length>${blobs.get(name)!.bytes.length}</Content-Length>`
    return `<Blob><Name>${escaped(name)}</Name><Properties>${properties}</Properties></Blob>`
  })
  const next = names.length > PAGE ? names[PAGE - 1] : ''
  const body = `<?xml version="1.0"?><EnumerationResults ServiceEndpoint="http://localhost/" ContainerName="${container}"><Blobs>${items.join('')}</Blobs><NextMarker>${escaped(next ?? '')}</NextMarker></EnumerationResults>`
  return { status: 200, headers: { 'content-type': 'application/xml' }, body }
}

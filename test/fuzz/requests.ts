/** A request for a route: right ones, nearly right ones, and wrong ones. */
import { NAMES, type Random } from './random.ts'

export interface FuzzRoute {
  readonly method: string
  readonly url: string
}

export interface FuzzRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: Buffer
}

/** What requests are made of, besides chance. */
export interface FuzzWorld {
  /** Queries for content types, as texts. */
  readonly queries: readonly string[]
  /** Values of `Authorization`. */
  readonly credentials: readonly string[]
  /** The scalars, relations and components of each content type, by the name in its path. */
  readonly attributes: ReadonlyMap<string, readonly string[]>
  readonly uids: readonly string[]
  /** Addresses of uploads that were begun. */
  readonly uploads: string[]
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'TRACE']
const BOUNDARY = 'fuzzboundary'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export function requestFor(route: FuzzRoute, random: Random, world: FuzzWorld): FuzzRequest {
  const method = random.chance(0.05) ? random.pick(METHODS) : route.method
  const path = pathFor(route.url, random, world)
  const search = random.chance(0.6) ? `?${searchFor(random, world)}` : ''
  const headers: Record<string, string> = {}
  if (random.chance(0.8)) headers.authorization = random.pick(world.credentials)
  if (random.chance(0.1)) Object.assign(headers, random.pick(CONDITIONAL))
  const url = withoutBlanks(random.chance(0.05) ? random.mutated(path + search) : path + search)
  if (/\/tus/.test(route.url)) return tusRequest({ method, url, headers }, random)
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return { method, url, headers }
  return { method, url, ...bodyFor(route, random, world, headers) }
}

const CONDITIONAL = [
  { 'if-none-match': '*' },
  { 'if-none-match': '"x", W/"y"' },
  { range: 'bytes=0-0' },
  { range: 'bytes=9-1,-0,x' },
  { 'accept-encoding': 'br;q=0, gzip' },
  { accept: 'text/html' },
  { origin: 'https://evil.example', 'access-control-request-method': 'PUT' },
  { 'x-forwarded-for': '::1, x' },
  { 'if-modified-since': 'never' },
  { cookie: 'jwtToken=x; %%%=1' },
]

/** A request line holds no blanks and no control characters. */
function withoutBlanks(url: string): string {
  const text = Buffer.from(url.startsWith('/') ? url : `/${url}`, 'utf8').toString('latin1')
  return text.replace(/[^\x21-\x7e]/g, sign => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

function pathFor(url: string, random: Random, { uids, uploads }: FuzzWorld): string {
  const filled = url.replace(/:(\w+)(\([^)]*\))?/g, (_all, name: string) => {
    if (/tus/.test(url) && uploads.length > 0 && random.chance(0.7)) return uploads[random.below(uploads.length)]!
    if (random.chance(0.2)) return encodeURIComponent(wellFormed(random.text()))
    if (/uid|type|component/i.test(name)) return random.pick(uids)
    return random.pick([
      '1',
      '2',
      '3',
      '4',
      '5',
      '7',
      'slug:tide',
      'home',
      'article',
      'title',
      'me',
      'public',
      '0',
      'new',
    ])
  })
  return filled.replace(/\*$/, () =>
    random.pick([
      '',
      'x',
      'index.html',
      'assets/x.js',
      '../x',
      'tide.png',
      encodeURIComponent(wellFormed(random.text())),
    ]),
  )
}

const wellFormed = (text: string) => text.replace(/[\ud800-\udfff]/g, '?').slice(0, 3000)

function searchFor(random: Random, { queries }: FuzzWorld): string {
  return random.one(
    () => random.pick(queries),
    () => random.mutated(random.pick(queries)),
    () =>
      random
        .some(NAMES, 3)
        .map(name => `${name}=${encodeURIComponent(wellFormed(random.text()))}`)
        .join('&'),
    () => `id=${random.below(9)}&width=${random.below(4000)}&format=${random.pick(['flat', 'webp', 'x'])}`,
    () => random.mutated('page=1&pageSize=10&sort=id:asc&_q=a&locale=en'),
  )
}

function bodyFor(
  { url }: FuzzRoute,
  random: Random,
  world: FuzzWorld,
  headers: Readonly<Record<string, string>>,
): Pick<FuzzRequest, 'headers' | 'payload'> {
  const as = (type: string, payload: Buffer) => ({ headers: { ...headers, 'content-type': type }, payload })
  const json = () => JSON.stringify(jsonFor(url, random, world))
  const isUpload = /upload|files|media/.test(url)
  return random.pick([
    () => as('application/json', Buffer.from(json())),
    () => as('application/json', Buffer.from(json())),
    () => as('application/json', Buffer.from(json())),
    () => as('application/json', Buffer.from(random.mutated(json()))),
    () =>
      as(random.pick(['text/plain', 'application/xml', 'x', 'application/json; charset=utf-16']), Buffer.from(json())),
    () => as('application/x-www-form-urlencoded', Buffer.from(searchFor(random, world))),
    () => as(`multipart/form-data; boundary=${BOUNDARY}`, formFor(random, json, isUpload)),
    ...(isUpload ? [() => as(`multipart/form-data; boundary=${BOUNDARY}`, formFor(random, json, true))] : []),
    () => ({ headers }),
  ])()
}

/** Mostly with members that the route knows: the attributes of a type, a query, or what the management API takes. */
function jsonFor(url: string, random: Random, { attributes, uids }: FuzzWorld): unknown {
  if (random.chance(0.15)) return random.json()
  const known = [...attributes].find(([name]) => url.includes(`/${name}`))?.[1] ?? NAMES
  const values = Object.fromEntries(random.some(known, 5).map(name => [name, random.json()]))
  const given = random.chance(0.6) ? { title: 'x', name: 'x', ...values } : values
  if (url.endsWith('/query')) return { filters: random.json(), sort: random.text(), ...given }
  if (url.startsWith('/api')) return random.chance(0.85) ? { data: given } : given
  return { ...given, uid: random.pick(uids), ...(random.chance(0.5) ? { data: random.json() } : {}) }
}

function formFor(random: Random, json: () => string, withFile: boolean): Buffer {
  const names = ['data', 'fileInfo', 'ref', 'refId', 'field', 'path', 'folder', ...NAMES]
  const fields = random.some(names, 4).map(name => {
    const value = random.one(
      json,
      () => random.text(),
      () => 'api::article.article',
      () => '1',
      () => 'cover',
    )
    return Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  })
  const place = random.pick(['files', 'files.cover', 'files.blocks[0].image', 'files[gallery]', 'data', 'x'])
  const file = random.pick([PIXEL, PIXEL, Buffer.from('hello'), Buffer.alloc(0), Buffer.from('<svg onload="x"/>')])
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${place}"; filename="${random.pick(['a.png', 'a.svg', 'b.txt', '..', '\0.png', ''])}"\r\ncontent-type: image/png\r\n\r\n`
  const parts = withFile || random.chance(0.5) ? [Buffer.from(head), file, Buffer.from('\r\n')] : []
  const whole = Buffer.concat([...fields, ...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
  return random.chance(0.1) ? whole.subarray(0, random.below(whole.length)) : whole
}

function tusRequest({ method, url, headers }: Omit<FuzzRequest, 'payload'>, random: Random): FuzzRequest {
  const values = {
    filename: 'a.png',
    filetype: 'image/png',
    ...(random.chance(0.3) ? { ref: 'api::article.article', refId: '1', field: 'cover' } : {}),
  }
  const metadata = Object.entries(values).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
  const given: Record<string, string> = {
    ...headers,
    'tus-resumable': random.chance(0.95) ? '1.0.0' : random.text().replace(/[^\x21-\x7e]/g, ''),
    'upload-length': random.pick(['70', '70', '5', '0', '-1', '1e9', '99999999999999']),
    'upload-offset': random.pick(['0', '0', '0', '5', '70', 'x']),
    'upload-metadata': random.chance(0.9)
      ? metadata.join(',')
      : random.mutated(metadata.join(',')).replace(/[^\x20-\x7e]/g, ''),
  }
  if (method === 'PATCH' || random.chance(0.3)) given['content-type'] = 'application/offset+octet-stream'
  const payload = random.pick([PIXEL, PIXEL, PIXEL.subarray(0, 5), Buffer.alloc(0), Buffer.alloc(200)])
  return method === 'POST' || method === 'PATCH'
    ? { method, url, headers: given, payload }
    : { method, url, headers: given }
}

/**
 * Files in a bucket of S3, or of a service that speaks its protocol. Rows are as Strapi's provider `aws-s3` writes them.
 * Large files are sent in parts; one part of one file is in memory at a time.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { MediaConfig } from '../../config/config.ts'
import { PopulusError } from '../../errors.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import { isRunByBrowsers } from '../types/media-types.ts'
import type { MediaObject, MediaProvider, PlacedObject, PlacedRef, StoredObject } from './provider.ts'
import { readParts } from './read-parts.ts'
import type { XmlText } from './read-xml.ts'
import { isR2, type S3Addresses, s3Addresses } from './s3-address.ts'
import { sendToStorage } from './storage-request.ts'

/** S3 wants parts of at least 5 MiB; 10,000 of these make 80 GiB. */
const PART_SIZE = 8 * 1024 * 1024

export function createS3(name: string, config: MediaConfig, outgoing: Outgoing): MediaProvider {
  const addresses = s3Addresses(config.s3)
  const bucket = openBucket(name, config, addresses, outgoing)
  const isPrivate = objectHeaders(config)['x-amz-acl'] === 'private' && config.s3.baseUrl === undefined
  return {
    name,
    put: (object, body) => putObject(bucket, addresses, objectHeaders(config), { object, body }),
    async read(object: PlacedRef): Promise<Readable> {
      const url = addresses.requestUrl(addresses.keyOf(object))
      const response = await bucket.send({ url, accept: [404], longest: Number.POSITIVE_INFINITY })
      if (response.status === 404 || response.body === null) throw new PopulusError('fileNotFound')
      return Readable.fromWeb(response.body as ReadableStream)
    },
    async delete(object: PlacedRef): Promise<void> {
      const url = addresses.requestUrl(addresses.keyOf(object))
      await bucket.run({ method: 'DELETE', url, accept: [404] })
      if (object.url === '') await abortInterrupted(bucket, addresses, addresses.keyOf(object))
    },
    async deleteKey(key: string): Promise<void> {
      await bucket.run({ method: 'DELETE', url: addresses.requestUrl(key), accept: [404] })
    },
    keyOf: (object: PlacedRef) => addresses.keyOf(object),
    pathOf: (object: PlacedRef) => addresses.pathOf(object),
    list: () => listObjects(bucket, addresses),
    ...(isPrivate ? { signedUrl: (object: PlacedRef) => bucket.presign(object) } : {}),
  }
}

interface BucketRequest {
  readonly method?: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
  readonly accept?: readonly number[]
  readonly longest?: number
}

interface Bucket {
  /** The name of the provider, for messages. */
  readonly provider: string
  send(request: BucketRequest): Promise<Response>
  /** The elements of the answer; none for one that is no success. */
  ask(request: BucketRequest): Promise<readonly XmlText[]>
  /** For answers without a body of interest; gives their headers. */
  run(request: BucketRequest): Promise<Headers>
  presign(object: PlacedRef): Promise<string>
}

function openBucket(name: string, { s3, timeout }: MediaConfig, addresses: S3Addresses, outgoing: Outgoing): Bucket {
  const { accessKeyId = '', secretAccessKey = '', sessionToken } = s3
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    service: 's3',
    region: addresses.region,
  })
  const send = ({ method = 'GET', url, headers, body, accept = [], ...rest }: BucketRequest): Promise<Response> => {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signed = () =>
      client.sign(url, { method, headers: { ...headers, 'x-amz-content-sha256': hash }, body: body ?? null })
    return sendToStorage(outgoing, { provider: name, request: signed, timeout, accept, ...rest })
  }
  return {
    provider: name,
    send,
    async ask(request) {
      const response = await send(request)
      const said = await response.text()
      const { readXml } = await import('./read-xml.ts')
      try {
        return response.ok ? readXml(said) : []
      } catch (cause) {
        throw new PopulusError('storageFailed', { provider: name }, { cause })
      }
    },
    async run(request) {
      const response = await send(request)
      await response.arrayBuffer()
      return response.headers
    },
    async presign(object) {
      // A file that came from elsewhere has an address of its own.
      if (!object.url.startsWith(`${addresses.bucket}/`)) return object.url
      const url = new URL(addresses.requestUrl(addresses.keyOf(object)))
      url.searchParams.set('X-Amz-Expires', String(s3.signedUrlExpires))
      return (await client.sign(url, { aws: { signQuery: true } })).url
    },
  }
}

/** The names of Strapi's `actionOptions`, which are those of Amazon's library. */
const OPTION_HEADERS = new Map([
  ['ACL', 'x-amz-acl'],
  ['CacheControl', 'cache-control'],
  ['ContentDisposition', 'content-disposition'],
  ['ContentEncoding', 'content-encoding'],
  ['StorageClass', 'x-amz-storage-class'],
  ['ServerSideEncryption', 'x-amz-server-side-encryption'],
])

function objectHeaders({ s3, uploadOptions }: MediaConfig): Readonly<Record<string, string>> {
  const acl = s3.acl ?? (isR2(s3) ? 'none' : 'public-read')
  const wanted: MediaConfig['uploadOptions'] = { ACL: acl, ...uploadOptions }
  const options = Object.entries(wanted).flatMap(([option, value]) => {
    const header = OPTION_HEADERS.get(option)
    return header === undefined || value === null || value === '' ? [] : [[header, String(value)] as const]
  })
  return Object.fromEntries(options.filter(([header, value]) => header !== 'x-amz-acl' || value !== 'none'))
}

async function putObject(
  bucket: Bucket,
  addresses: S3Addresses,
  options: Readonly<Record<string, string>>,
  { object, body }: { readonly object: MediaObject; readonly body: Readable },
): Promise<PlacedObject> {
  const key = addresses.keyOf(object)
  // The service sends this with the file, as we do with those that we serve.
  const disposition = isRunByBrowsers(object.mime) ? { 'content-disposition': 'attachment' } : {}
  const headers = { ...disposition, ...options, 'content-type': object.mime }
  const target = { url: addresses.requestUrl(key), headers }
  const parts = readParts(body, PART_SIZE)
  try {
    const { value: first } = await parts.next()
    if (first?.last) await bucket.run({ method: 'PUT', ...target, body: first.bytes })
    else if (first !== undefined) await putInParts(bucket, target, first.bytes, parts)
  } finally {
    body.destroy()
  }
  return Object.freeze({ url: addresses.publicUrl(key), providerMetadata: null })
}

async function putInParts(
  bucket: Bucket,
  target: Pick<BucketRequest, 'url' | 'headers'> & { readonly url: string },
  first: Buffer,
  rest: AsyncIterable<{ readonly bytes: Buffer }>,
): Promise<void> {
  const started = await bucket.ask({ method: 'POST', ...target, url: `${target.url}?uploads=` })
  const upload = `uploadId=${encodeURIComponent(started.find(({ name }) => name === 'UploadId')?.text ?? '')}`
  try {
    const tags = [await putPart(bucket, `${target.url}?partNumber=1&${upload}`, first)]
    for await (const { bytes } of rest) {
      tags.push(await putPart(bucket, `${target.url}?partNumber=${tags.length + 1}&${upload}`, bytes))
    }
    const list = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`
    const said = await bucket.ask({ method: 'POST', url: `${target.url}?${upload}`, body })
    // The service may find out that it failed after it has sent its status.
    if (said.some(({ name }) => name === 'Error'))
      throw new PopulusError('storageFailed', { provider: bucket.provider }, { cause: said })
  } catch (error) {
    await bucket.run({ method: 'DELETE', url: `${target.url}?${upload}`, accept: [404] }).catch(() => undefined)
    throw error
  }
}

async function putPart(bucket: Bucket, url: string, body: Buffer): Promise<string> {
  const headers = await bucket.run({ method: 'PUT', url, body })
  return headers.get('etag') ?? ''
}

/** Parts that were sent before a crash cost money until they are given up. */
async function abortInterrupted(bucket: Bucket, addresses: S3Addresses, key: string): Promise<void> {
  const url = `${addresses.bucket}?uploads=&prefix=${encodeURIComponent(key)}`
  // Some services cannot list them.
  for (const { name, text } of await bucket.ask({ url, accept: [400, 404, 405, 501] })) {
    if (name !== 'UploadId') continue
    const query = `uploadId=${encodeURIComponent(text)}`
    await bucket.run({ method: 'DELETE', url: `${addresses.requestUrl(key)}?${query}`, accept: [404] })
  }
}

async function* listObjects(bucket: Bucket, addresses: S3Addresses): AsyncGenerator<StoredObject> {
  let token: string | undefined
  do {
    const next = token === undefined ? '' : `&continuation-token=${encodeURIComponent(token)}`
    const query = `list-type=2&prefix=${encodeURIComponent(addresses.prefix)}${next}`
    const last = new Map<string, string>()
    for (const { name, text } of await bucket.ask({ url: `${addresses.bucket}?${query}` })) {
      last.set(name, text)
      if (name === 'Contents') yield { key: last.get('Key') ?? '', size: Number(last.get('Size')) }
    }
    token = last.get('NextContinuationToken')
  } while (token !== undefined)
}

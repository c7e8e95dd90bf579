import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createS3 } from '../../../src/media/providers/s3.ts'
import { createOutgoing } from '../../../src/outgoing/outgoing.ts'
import { type S3Server, startS3 } from '../../support/servers/s3-server.ts'
import { cat, inChunks, LARGE, ref } from './stored-files.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3()
})
afterEach(() => {
  server.fault = () => undefined
  server.requests.length = 0
})

const provider = (changes = {}, media = {}) =>
  createS3(
    'aws-s3',
    { ...server.media, timeout: 120_000, ...media, s3: { ...server.media.s3, ...changes } },
    createOutgoing(),
  )

const lines = () => server.requests.map(({ line }) => line)
async function listed() {
  const objects = []
  for await (const object of provider().list()) objects.push(object)
  return objects
}

test('what a browser would run is sent for download by the service, too', async () => {
  const page = { ...cat('page_1'), ext: '.html', mime: 'text/html' }
  await provider().put(page, Readable.from([Buffer.from('<p>')]))
  expect(server.requests.at(-1)?.headers).toMatchObject({ 'content-disposition': 'attachment' })
  await provider().put(cat('page_1'), Readable.from([Buffer.from('meow')]))
  expect(server.requests.at(-1)?.headers).not.toHaveProperty('content-disposition')
  await provider().delete({ ...ref('page_1'), ext: '.html' })
  await provider().delete(ref('page_1'))
})

test('stores, reads, lists, replaces and deletes', async () => {
  const { bucket, endpoint } = server.media.s3
  const url = `${endpoint}/${bucket}/cat_1.txt`
  expect(await provider().put(cat('cat_1'), Readable.from([Buffer.from('meow')]))).toEqual({
    url,
    providerMetadata: null,
  })
  expect(server.requests.at(-1)?.headers).toMatchObject({ 'content-type': 'text/plain', 'x-amz-acl': 'public-read' })
  expect(await text(await provider().read(ref('cat_1')))).toBe('meow')
  expect(await listed()).toEqual([{ key: 'cat_1.txt', size: 4 }])
  await provider().put(cat('cat_1'), Readable.from([Buffer.from('purr')]))
  expect(await (await fetch(url)).text()).toBe('purr')
  await provider().delete(ref('cat_1'))
  await provider().delete(ref('cat_1'))
  expect(await listed()).toEqual([])
  await expect(provider().read(ref('cat_1'))).rejects.toMatchObject({ key: 'fileNotFound' })
})

test('an empty file is stored', async () => {
  await provider().put(cat('empty', 0), Readable.from([]))
  expect(await text(await provider().read(ref('empty')))).toBe('')
  await provider().delete(ref('empty'))
})

test('a large file is sent in parts, and comes back byte for byte', async () => {
  await provider().put(cat('large', LARGE.length), inChunks(LARGE))
  expect(lines()).toEqual([
    'POST /pictures/large.txt?uploads=',
    'PUT /pictures/large.txt?partNumber=1&uploadId=*',
    'PUT /pictures/large.txt?partNumber=2&uploadId=*',
    'PUT /pictures/large.txt?partNumber=3&uploadId=*',
    'POST /pictures/large.txt?uploadId=*',
  ])
  expect((await buffer(await provider().read(ref('large')))).equals(LARGE)).toBe(true)
  await provider().delete(ref('large'))
})

test('a folder, an address of a CDN, options, no ACL', async () => {
  const changed = provider(
    { rootPath: '/site/', baseUrl: 'https://cdn.example.org/', acl: 'none' },
    { uploadOptions: { CacheControl: 'max-age=60', Unknown: 'x', StorageClass: null } },
  )
  const object = { ...cat('cat 1'), path: 'a/b' }
  expect(await changed.put(object, Readable.from([Buffer.from('meow')]))).toEqual({
    url: 'https://cdn.example.org/site/a/b/cat%201.txt',
    providerMetadata: null,
  })
  const { line, headers } = server.requests.at(-1) ?? { line: '', headers: {} }
  expect(line).toBe('PUT /pictures/site/a/b/cat%201.txt')
  expect(headers).toMatchObject({ 'cache-control': 'max-age=60' })
  expect(headers).not.toHaveProperty('x-amz-acl')
  expect(changed.keyOf({ ...ref('cat 1'), path: 'a/b' })).toBe('site/a/b/cat 1.txt')
  expect(await listed()).toEqual([{ key: 'site/a/b/cat 1.txt', size: 4 }])
  // The row of a file says where it is only by its address.
  expect(changed.keyOf(ref('cat 1', 'https://cdn.example.org/site/a/b/cat%201.txt'))).toBe('site/a/b/cat 1.txt')
  expect(await text(await changed.read(ref('cat 1', 'https://cdn.example.org/site/a/b/cat%201.txt')))).toBe('meow')
  await changed.delete({ ...ref('cat 1'), path: 'a/b' })
  expect(await listed()).toEqual([])
})

test.each([
  [{ endpoint: 'https://nyc3.digitaloceanspaces.com' }, 'https://pictures.nyc3.digitaloceanspaces.com/cat.txt'],
  [
    { endpoint: 'https://pictures.nyc3.digitaloceanspaces.com' },
    'https://pictures.nyc3.digitaloceanspaces.com/cat.txt',
  ],
  [
    { endpoint: 'https://minio.example.org:9000', forcePathStyle: true },
    'https://minio.example.org:9000/pictures/cat.txt',
  ],
  [{ endpoint: undefined, region: 'eu-west-3' }, 'https://pictures.s3.eu-west-3.amazonaws.com/cat.txt'],
])('the address of a file with %j', async (changes, url) => {
  const { s3Addresses } = await import('../../../src/media/providers/s3-address.ts')
  const addresses = s3Addresses({ ...server.media.s3, ...changes })
  expect(addresses.publicUrl(addresses.keyOf({ hash: 'cat', ext: '.txt', path: null }))).toBe(url)
})

test('private files get addresses that work for a time; public ones have none', async () => {
  expect(provider().signedUrl).toBeUndefined()
  const hidden = provider({ acl: 'private', signedUrlExpires: 60 })
  const { url } = await hidden.put(cat('secret'), Readable.from([Buffer.from('meow')]))
  const signed = (await hidden.signedUrl?.(ref('secret', url))) ?? ''
  expect(Object.fromEntries(new URL(signed).searchParams)).toMatchObject({
    'X-Amz-Expires': '60',
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Signature': expect.stringMatching(/^[\da-f]{64}$/),
  })
  expect(await (await fetch(signed)).text()).toBe('meow')
  expect(await hidden.signedUrl?.(ref('secret', 'https://elsewhere.org/a.txt'))).toBe('https://elsewhere.org/a.txt')
  await hidden.delete(ref('secret'))
})

test('a failure that passes is tried again', async () => {
  const faults: ('reset' | number | undefined)[] = ['reset', 503]
  server.fault = () => faults.shift()
  await provider().put(cat('again'), Readable.from([Buffer.from('meow')]))
  expect(lines()).toEqual(Array(3).fill('PUT /pictures/again.txt'))
  expect(await text(await provider().read(ref('again')))).toBe('meow')
  await provider().delete(ref('again'))
})

test.each([
  ['reset', 'storageUnavailable', 503],
  ['slow', 'storageUnavailable', 503],
  [500, 'storageUnavailable', 503],
  [403, 'storageFailed', 502],
] as const)('%s leaves nothing behind: %s', async (fault, key, status) => {
  const patience = { timeout: fault === 'slow' ? 300 : 120_000 }
  server.fault = line => (line.startsWith('PUT') ? fault : undefined)
  const small = provider({}, patience).put(cat('small'), Readable.from([Buffer.from('meow')]))
  await expect(small).rejects.toMatchObject({ key, status })
  server.fault = line => (line.includes('partNumber=2') ? fault : undefined)
  const large = provider({}, patience).put(cat('large', LARGE.length), inChunks(LARGE))
  await expect(large).rejects.toMatchObject({ key, status })
  expect(lines().at(-1)).toBe('DELETE /pictures/large.txt?uploadId=*')
  expect(await server.stored()).toEqual([])
})

test('a body that breaks off gives up the parts that were sent', async () => {
  const body = Readable.from(
    (async function* () {
      yield LARGE.subarray(0, 10_000_000)
      throw new Error('gone')
    })(),
  )
  await expect(provider().put(cat('broken', LARGE.length), body)).rejects.toThrow('gone')
  expect(lines().at(-1)).toBe('DELETE /pictures/broken.txt?uploadId=*')
  expect(await server.stored()).toEqual([])
})

test('a service that does not answer at all', async () => {
  const nowhere = provider({ endpoint: 'http://127.0.0.1:9' })
  await expect(nowhere.put(cat('x'), Readable.from([Buffer.from('x')]))).rejects.toMatchObject({
    key: 'storageUnavailable',
    message: 'The storage for files (aws-s3) is not available',
  })
})

test('no more of a large file is read than the part that is being sent and what its stream holds ready', async () => {
  const megabyte = LARGE.subarray(0, 1024 * 1024)
  const [size, part] = [64, 8]
  let most = 0
  const body = Readable.from(
    (function* () {
      for (let count = 1; count <= size; count += 1) {
        const sent = lines().filter(line => line.includes('partNumber=')).length * part
        most = Math.max(most, count - sent)
        yield megabyte
      }
    })(),
  )
  await provider().put(cat('huge', size * megabyte.length), body)
  await provider().delete(ref('huge'))
  expect(lines().filter(line => line.includes('partNumber='))).toHaveLength(size / part)
  expect(most).toBeLessThanOrEqual(part + body.readableHighWaterMark + 1)
})

import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createMediaProviders } from '../../../src/media/providers/create-providers.ts'
import type { MediaProvider, PlacedRef } from '../../../src/media/providers/provider.ts'
import { type CloudinaryServer, startCloudinary } from '../../support/servers/cloudinary-server.ts'

let server: CloudinaryServer
beforeAll(async () => {
  server = await startCloudinary()
})
afterEach(() => {
  server.fault = () => undefined
  server.requests.length = 0
  server.kept.clear()
})

const provider = (changes = {}): MediaProvider =>
  createMediaProviders('/nowhere', { ...server.media, timeout: 120_000, ...changes }).active

const picture = { hash: 'cat_1', ext: '.jpg', mime: 'image/jpeg', size: 4, path: null, name: 'cat.jpg' }
const meow = (): Readable => Readable.from([Buffer.from('meow')])
const ref = (changes: Partial<PlacedRef> = {}): PlacedRef => ({
  ...picture,
  url: `${server.media.cloudinary.uploadPrefix}/demo/image/upload/v1/cat_1.jpg`,
  providerMetadata: { public_id: 'cat_1', resource_type: 'image' },
  ...changes,
})

test("stores as Strapi's provider does, reads, and deletes", async () => {
  expect(await provider().put(picture, meow())).toEqual({
    url: `${server.media.cloudinary.uploadPrefix}/demo/image/upload/v1/cat_1.jpg`,
    providerMetadata: { public_id: 'cat_1', resource_type: 'image' },
  })
  expect(server.requests).toEqual([
    {
      line: 'POST /v1_1/demo/auto/upload',
      fields: {
        public_id: 'cat_1',
        timestamp: expect.stringMatching(/^\d+$/),
        signature: expect.stringMatching(/^[\da-f]{40}$/),
        api_key: '1234',
      },
    },
  ])
  expect(await text(await provider().read(ref()))).toBe('meow')
  expect(provider().keyOf(ref())).toBe('image/cat_1')
  await provider().delete(ref())
  await provider().delete(ref())
  expect(server.kept.size).toBe(0)
  await expect(provider().read(ref())).rejects.toMatchObject({ key: 'fileNotFound' })
})

test('a folder, other options and a video with its preview', async () => {
  const changed = provider({ uploadOptions: { folder: 'site', overwrite: true, tags: null } })
  const video = { ...picture, ext: '.mp4', mime: 'video/mp4', path: 'ignored' }
  expect(await changed.put(video, meow())).toEqual({
    url: `${server.media.cloudinary.uploadPrefix}/demo/video/upload/v1/site/cat_1.mp4`,
    providerMetadata: { public_id: 'site/cat_1', resource_type: 'video' },
    previewUrl: 'https://res.cloudinary.com/demo/video/upload/c_scale,dl_200,vs_6,w_250/v1/site/cat_1.gif',
  })
  expect(server.requests[0]?.fields).toMatchObject({ folder: 'site', overwrite: 'true', public_id: 'cat_1' })
})

test('a large file is sent in parts', async () => {
  const bytes = Buffer.alloc(20 * 1024 * 1024, 'populus')
  const placed = await provider().put({ ...picture, size: bytes.length }, Readable.from([bytes]))
  expect(server.requests.length).toBe(3)
  expect((await buffer(await provider().read(ref({ url: placed.url })))).equals(bytes)).toBe(true)
})

test('lists everything, page by page', async () => {
  for (const hash of ['a', 'b', 'c']) await provider().put({ ...picture, hash }, meow())
  await provider().put({ ...picture, hash: 'd', ext: '.pdf', mime: 'application/pdf' }, meow())
  const keys = []
  for await (const { key, size } of provider().list()) keys.push([key, size])
  expect(keys).toEqual([
    ['image/a', 4],
    ['image/b', 4],
    ['image/c', 4],
    ['raw/d', 4],
  ])
})

test('an interrupted upload, whose answer never came, is found by its name', async () => {
  await provider().put({ ...picture, mime: 'application/pdf' }, meow())
  await provider().delete(ref({ url: '', providerMetadata: null }))
  expect(server.kept.size).toBe(0)
})

test('a wrong secret is 502, without the secret in the message', async () => {
  const wrong = provider({ cloudinary: { ...server.media.cloudinary, apiSecret: 'wrong-secret' } })
  const error = await wrong.put(picture, meow()).catch((failure: unknown) => failure)
  expect(error).toMatchObject({
    key: 'storageFailed',
    status: 502,
    message: 'The storage for files (cloudinary) refused the request',
  })
  expect(String((error as Error).cause)).not.toContain('wrong-secret')
})

test.each([
  ['reset', 'storageUnavailable', 503],
  ['slow', 'storageUnavailable', 503],
  [500, 'storageUnavailable', 503],
  [403, 'storageFailed', 502],
] as const)('%s: %s, and nothing is left behind', async (fault, key, status) => {
  server.fault = () => fault
  const impatient = provider({ timeout: fault === 'slow' ? 300 : 120_000 })
  await expect(impatient.put(picture, meow())).rejects.toMatchObject({ key, status })
  await expect(impatient.delete(ref())).rejects.toMatchObject({ key, status })
  expect(server.kept.size).toBe(0)
})

test('an account in one address; what is missing or unknown is named', async () => {
  const { uploadPrefix } = server.media.cloudinary
  const url = 'cloudinary://1234:cloud-secret@demo'
  await provider({ cloudinary: { url, uploadPrefix } }).put(picture, meow())
  expect([...server.kept.keys()]).toEqual(['image/cat_1'])
  const problem = (media: object) => createMediaProviders('/nowhere', { ...server.media, ...media }).active.problem
  expect(problem({})).toBeUndefined()
  expect(problem({ cloudinary: { uploadPrefix } })).toBe(
    'the setting media.cloudinary.cloudName is missing (provider cloudinary)',
  )
  expect(problem({ provider: 's3' })).toBe('the setting media.s3.bucket is missing (provider aws-s3)')
  expect(problem({ provider: 'imagekit' })).toBe('the provider imagekit is not supported (setting media.provider)')
  await expect(provider({ provider: 'imagekit' }).put(picture, meow())).rejects.toMatchObject({
    status: 501,
    message: 'Files cannot be stored: the provider imagekit is not supported (setting media.provider)',
  })
})

test('files of another provider than the active one are still reached', async () => {
  await provider().put(picture, meow())
  const providers = createMediaProviders('/nowhere', { ...server.media, provider: 'local' })
  expect(await text(await providers.of('cloudinary').read(ref()))).toBe('meow')
})

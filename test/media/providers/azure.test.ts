import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { findAzurePackage } from '../../../src/media/providers/azure-container.ts'
import { createMediaProviders } from '../../../src/media/providers/create-providers.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { type AzureServer, startAzure } from '../../support/servers/azure-server.ts'
import { cat, inChunks, LARGE, ref } from './stored-files.ts'

const NAME = 'strapi-provider-upload-azure-storage'

let server: AzureServer
beforeAll(async () => {
  server = await startAzure()
})
afterEach(() => {
  server.fault = () => undefined
  server.requests.length = 0
})

const provider = (changes = {}, media = {}) =>
  createMediaProviders('/nowhere', {
    ...server.media,
    timeout: 120_000,
    ...media,
    azure: { ...server.media.azure, ...changes },
  }).active

const meow = () => Readable.from([Buffer.from('meow')])
const lines = () => server.requests.map(({ line }) => line.replace(server.path, ''))
async function listed() {
  const objects = []
  for await (const object of provider().list()) objects.push(object)
  return objects
}

test('stores, reads, lists, replaces and deletes', async () => {
  expect(provider().name).toBe(NAME)
  const url = `${server.url}${server.path}/cat_1.txt`
  expect(await provider().put(cat('cat_1'), meow())).toEqual({ url, providerMetadata: null })
  expect(await text(await provider().read(ref('cat_1')))).toBe('meow')
  expect(await listed()).toEqual([{ key: 'cat_1.txt', size: 4 }])
  await provider().put(cat('cat_1'), Readable.from([Buffer.from('purr')]))
  const response = await fetch(url)
  expect([await response.text(), response.headers.get('content-type')]).toEqual(['purr', 'text/plain'])
  await provider().delete(ref('cat_1'))
  await provider().delete(ref('cat_1'))
  await provider().deleteKey('cat_1.txt')
  expect(await listed()).toEqual([])
  await expect(provider().read(ref('cat_1'))).rejects.toMatchObject({ key: 'fileNotFound' })
})

test('the container is created once, and only if the settings say so', async () => {
  const created = provider({ container: 'others' })
  await created.put(cat('cat_1'), meow())
  await created.put(cat('cat_2'), meow())
  expect(lines().map(line => line.replace(/ \/\w+/, ' '))).toEqual([
    'PUT /others?restype=container',
    'PUT /others/cat_1.txt',
    'PUT /others/cat_2.txt',
  ])
  await provider({ container: 'others' }).put(cat('cat_1'), meow())
  const missing = provider({ container: 'missing', createContainer: false })
  await expect(missing.put(cat('cat_1'), meow())).rejects.toMatchObject({ key: 'storageFailed', status: 502 })
})

test('an empty file is stored', async () => {
  await provider().put(cat('empty', 0), Readable.from([]))
  expect(await text(await provider().read(ref('empty')))).toBe('')
  await provider().delete(ref('empty'))
})

test('a large file is sent in blocks, and comes back byte for byte', async () => {
  const one = provider()
  await one.put(cat('large', LARGE.length), inChunks(LARGE))
  expect(lines().slice(1)).toEqual([
    ...Array(3).fill('PUT /large.txt?comp=block&blockid=*'),
    'PUT /large.txt?comp=blocklist',
  ])
  expect((await buffer(await one.read(ref('large')))).equals(LARGE)).toBe(true)
  await one.delete(ref('large'))
})

test('more files than a page has are all listed', async () => {
  for (const name of ['a', 'b', 'c']) await provider().put(cat(name), meow())
  expect((await listed()).map(({ key }) => key)).toEqual(['a.txt', 'b.txt', 'c.txt'])
  for (const name of ['a', 'b', 'c']) await provider().delete(ref(name))
})

test('a folder, an address of a CDN, headers, and names that need escapes', async () => {
  const changed = provider({ rootPath: '/site/', baseUrl: 'https://cdn.example.org/', cacheControl: 'max-age=60' })
  const object = { ...cat('cat 1 & é'), path: 'a/b', mime: 'text/html' }
  const url = 'https://cdn.example.org/pictures/site/a/b/cat%201%20%26%20%C3%A9.txt'
  expect(await changed.put(object, meow())).toEqual({ url, providerMetadata: null })
  const stored = await fetch(url.replace('https://cdn.example.org/pictures', `${server.url}${server.path}`))
  expect(Object.fromEntries(stored.headers)).toMatchObject({
    'cache-control': 'max-age=60',
    // What a browser would run is sent for download by the service, too.
    'content-disposition': 'attachment',
  })
  expect(changed.keyOf({ ...ref('cat 1 & é'), path: 'a/b' })).toBe('site/a/b/cat 1 & é.txt')
  // The row of a file says where it is only by its address.
  expect(changed.keyOf(ref('cat 1 & é', url))).toBe('site/a/b/cat 1 & é.txt')
  expect(changed.pathOf?.(ref('cat 1 & é', url))).toBe('a/b')
  expect(await text(await changed.read(ref('cat 1 & é', url)))).toBe('meow')
  expect(await listed()).toEqual([{ key: 'site/a/b/cat 1 & é.txt', size: 4 }])
  await changed.delete(ref('cat 1 & é', url))
  expect(await listed()).toEqual([])
})

test.each([
  ['https://account.blob.core.windows.net/pictures/assets%2Fcat.txt', {}, 'assets/cat.txt'],
  ['https://account.blob.core.windows.net/pictures/assets/cat.txt?sv=2022&sig=x', {}, 'assets/cat.txt'],
  ['https://account.blob.core.windows.net/pictures//cat.txt', {}, '/cat.txt'],
  ['https://cdn.test/pictures/old/cat.txt', { baseUrl: 'https://cdn.test' }, 'old/cat.txt'],
  ['https://cdn.test/old/cat.txt', { baseUrl: 'https://cdn.test', hideContainer: true }, 'old/cat.txt'],
  ['https://elsewhere.test/cat.txt', { rootPath: 'assets' }, 'assets/cat.txt'],
])('the name of a file that Strapi stored at %s', async (url, changes, key) => {
  const azure = { account: 'account', accountKey: 'a2V5', container: 'pictures', ...changes }
  const { active } = createMediaProviders('/nowhere', { ...server.media, azure })
  expect(active.keyOf(ref('cat', url))).toBe(key)
})

test('a token is used instead of the key, and is not in addresses', async () => {
  await provider().put(cat('cat_1'), meow())
  const { BlobServiceClient, StorageSharedKeyCredential, AccountSASPermissions } = await import('@azure/storage-blob')
  const { account, accountKey, serviceUrl } = server.media.azure
  const service = new BlobServiceClient(serviceUrl!, new StorageSharedKeyCredential(account!, accountKey!))
  const rights = AccountSASPermissions.parse('rwdlc')
  const signed = service.generateAccountSasUrl(new Date(Date.now() + 600_000), rights, 'sco')
  const withToken = provider({ accountKey: undefined, sasToken: new URL(signed).search, createContainer: false })
  expect((await withToken.put(cat('token'), meow())).url).toBe(`${server.url}${server.path}/token.txt`)
  expect(await text(await withToken.read(ref('token')))).toBe('meow')
  await withToken.delete(ref('token'))
  await withToken.delete(ref('cat_1'))
})

test('a failure that passes is tried again', async () => {
  const faults: ('reset' | number | undefined)[] = ['reset', 503]
  const one = provider({ createContainer: false })
  server.fault = () => faults.shift()
  await one.put(cat('again'), meow())
  expect(lines()).toEqual(Array(3).fill('PUT /again.txt'))
  expect(await text(await one.read(ref('again')))).toBe('meow')
  await one.delete(ref('again'))
})

test.each([
  ['reset', 'storageUnavailable', 503],
  ['slow', 'storageUnavailable', 503],
  [500, 'storageUnavailable', 503],
  [403, 'storageFailed', 502],
] as const)('%s leaves no file behind: %s', async (fault, key, status) => {
  const one = provider({ createContainer: false }, { timeout: fault === 'slow' ? 300 : 120_000 })
  server.fault = line => (line.startsWith('PUT') ? fault : undefined)
  await expect(one.put(cat('small'), meow())).rejects.toMatchObject({ key, status })
  server.fault = line => (line.includes('blocklist') ? fault : undefined)
  await expect(one.put(cat('large', LARGE.length), inChunks(LARGE))).rejects.toMatchObject({ key, status })
  server.fault = () => undefined
  expect(await listed()).toEqual([])
})

test('a body that breaks off leaves no file behind', async () => {
  const body = Readable.from(
    (async function* () {
      yield LARGE.subarray(0, 10_000_000)
      throw new Error('gone')
    })(),
  )
  await expect(provider().put(cat('broken', LARGE.length), body)).rejects.toThrow('gone')
  expect(await listed()).toEqual([])
})

test('a wrong key is refused, and the first request says so', async () => {
  const wrong = provider({ accountKey: Buffer.from('wrong').toString('base64') })
  await expect(wrong.put(cat('x'), meow())).rejects.toMatchObject({
    key: 'storageFailed',
    message: `The storage for files (${NAME}) refused the request`,
  })
})

test('the package comes from where Populus is, or from the project, or is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'populus-azure-'))
  cleanUp(() => rm(folder, { recursive: true }))
  const elsewhere = pathToFileURL(join(folder, 'populus/main.js')).href
  expect(findAzurePackage('/nowhere')).toContain('node_modules/@azure/storage-blob')
  expect(findAzurePackage(join(folder, 'site'), elsewhere)).toBeUndefined()
  const installed = join(folder, 'site/node_modules/@azure/storage-blob')
  await mkdir(installed, { recursive: true })
  await writeFile(join(installed, 'index.js'), '')
  expect(findAzurePackage(join(folder, 'site'), elsewhere)).toBe(join(installed, 'index.js'))
})

test.each([
  [{ container: undefined }, 'the setting media.azure.container is missing'],
  [{ accountKey: undefined }, 'the setting media.azure.accountKey is missing'],
  [{ account: undefined }, 'the setting media.azure.account is missing'],
  [{ account: undefined, sasToken: '?sig=x' }, undefined],
])('what is missing is said: %j', (changes, problem) => {
  expect(provider(changes).problem).toEqual(problem === undefined ? undefined : expect.stringContaining(problem))
})

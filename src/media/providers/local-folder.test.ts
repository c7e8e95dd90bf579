import { mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLocalFolder } from './local-folder.ts'
import type { MediaObject, MediaProvider } from './provider.ts'

let root: string
let folder: string
let provider: MediaProvider
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'populus-local-'))
  folder = join(root, 'public', 'uploads')
  provider = createLocalFolder(folder)
})
afterEach(() => rm(root, { recursive: true }))

const cat: MediaObject = { hash: 'cat_1', ext: '.txt', mime: 'text/plain', size: 4, path: null, name: 'cat.txt' }
const placed = { ...cat, url: '/uploads/cat_1.txt', providerMetadata: null }
const bytes = (...parts: string[]): Readable => Readable.from(parts.map(part => Buffer.from(part)))
async function listed(): Promise<unknown[]> {
  const objects = []
  for await (const object of provider.list()) objects.push(object)
  return objects
}

test('stores, reads, lists and deletes', async () => {
  expect(await listed()).toEqual([])
  expect(await provider.put(cat, bytes('me', 'ow'))).toEqual({ url: '/uploads/cat_1.txt', providerMetadata: null })
  expect(await readdir(folder)).toEqual(['cat_1.txt'])
  expect(await text(await provider.read(placed))).toBe('meow')
  expect(await listed()).toEqual([{ key: 'cat_1.txt', size: 4 }])
  expect(provider.keyOf(placed)).toBe('cat_1.txt')
  await provider.put(cat, bytes('purr'))
  expect(await readFile(join(folder, 'cat_1.txt'), 'utf8')).toBe('purr')
  await provider.delete(placed)
  await provider.delete(placed)
  expect(await readdir(folder)).toEqual([])
  await expect(provider.read(placed)).rejects.toMatchObject({ key: 'fileNotFound' })
})

test('leaves nothing behind when the body breaks off, and keeps the file that was there', async () => {
  await provider.put(cat, bytes('meow'))
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('pu')
      throw new Error('gone')
    })(),
  )
  await expect(provider.put(cat, broken)).rejects.toThrow('gone')
  expect(await readdir(folder)).toEqual(['cat_1.txt'])
  expect(await text(await provider.read(placed))).toBe('meow')
})

test('a file appears only when it is complete, and has one writer', async () => {
  let finish: () => void = () => undefined
  const waiting = new Promise<void>(resolve => (finish = resolve))
  const slow = Readable.from(
    (async function* () {
      yield Buffer.from('me')
      await waiting
      yield Buffer.from('ow')
    })(),
  )
  const first = provider.put(cat, slow)
  while ((await readdir(folder).catch(() => [])).length === 0) await new Promise(resolve => setTimeout(resolve, 5))
  expect(await listed()).toEqual([])
  await expect(provider.put(cat, bytes('purr'))).rejects.toMatchObject({ key: 'storageUnavailable' })
  finish()
  await first
  expect(await readdir(folder)).toEqual(['cat_1.txt'])
  expect(await text(await provider.read(placed))).toBe('meow')
})

test('what a crash left behind is removed with the file, and does not block a later upload', async () => {
  await provider.put(cat, bytes('meow'))
  const part = join(folder, '.cat_1.txt.part')
  await writeFile(part, 'pu')
  await utimes(part, 0, 0)
  await provider.put(cat, bytes('purr'))
  expect(await text(await provider.read(placed))).toBe('purr')
  await writeFile(part, 'pu')
  await provider.delete(placed)
  expect(await readdir(folder)).toEqual([])
})

test.each(['../../cat', 'a/b', '.hidden', '', 'a\\b'])('the name %j leaves the folder alone', async hash => {
  await writeFile(join(root, 'cat'), '')
  const outside = { ...placed, hash, ext: '' }
  await expect(provider.put({ ...cat, hash, ext: '' }, bytes('x'))).rejects.toMatchObject({ key: 'fileNotFound' })
  await expect(provider.read(outside)).rejects.toMatchObject({ key: 'fileNotFound' })
  await provider.delete(outside)
  expect(provider.keyOf(outside)).toBeNull()
  expect(await readdir(root)).toEqual(['cat'])
})

test('a link is not followed', async () => {
  await provider.put(cat, bytes('meow'))
  await writeFile(join(root, 'secret'), 'secret')
  await rm(join(folder, 'cat_1.txt'))
  await symlink(join(root, 'secret'), join(folder, 'cat_1.txt'))
  await expect(provider.read(placed)).rejects.toMatchObject({ key: 'storageUnavailable' })
  await provider.delete(placed)
  expect(await readFile(join(root, 'secret'), 'utf8')).toBe('secret')
})

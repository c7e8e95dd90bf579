/** What a store of resumable uploads promises, whoever asks: one server, or two on the same place. */
import { PassThrough, Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { ResumableStore, ResumableUpload } from '../../../src/media/resumable/resumable-store.ts'
import { CLIENTS } from '../../support/databases.ts'
import { openStores } from './tested-stores.ts'

const INPUT = { owner: 'api', uploader: 'a', size: 10, metadata: { filename: 'ä \u0000.txt' } }
const REFUSED = { key: 'tooManyResumable', status: 429 }
const of = (...parts: readonly string[]) => Readable.from(parts.map(part => Buffer.from(part)))

async function full(store: ResumableStore): Promise<ResumableUpload> {
  const upload = await store.create(INPUT)
  await store.append(upload, 0, of('01234', '56789'))
  return upload
}

describe.each(CLIENTS)('the store for %s', client => {
  test('has a bounded number of uploads and bytes; what has expired makes room', async () => {
    const { store, pass } = await openStores(client, { lifetime: 100_000 })
    await expect(store.create({ ...INPUT, size: 101 })).rejects.toMatchObject(REFUSED)
    const first = await store.create(INPUT)
    await store.append(first, 0, of('01'))
    await store.create({ ...INPUT, uploader: 'b' })
    await expect(store.create({ ...INPUT, uploader: 'c' })).rejects.toMatchObject(REFUSED)
    await pass(100_001)
    expect(await store.find(first.id, 'api')).toBeUndefined()
    expect(await store.create(INPUT)).toMatchObject(INPUT)
    expect(await store.sweep()).toHaveLength(1)
  })

  test('nobody has more than half of them with several uploads, so that others find room', async () => {
    const { store } = await openStores(client, { uploads: 4 })
    await store.create({ ...INPUT, size: 40 })
    await expect(store.create({ ...INPUT, size: 11 })).rejects.toMatchObject(REFUSED)
    await store.create(INPUT)
    await expect(store.create({ ...INPUT, size: 1 })).rejects.toMatchObject(REFUSED)
    await store.create({ ...INPUT, uploader: 'b', size: 50 })
  })

  test('uploads that begin at the same time have the same limits', async () => {
    const { store } = await openStores(client, { uploads: 4 })
    const begun = await Promise.allSettled(Array.from({ length: 20 }, () => store.create({ ...INPUT, size: 60 })))
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await store.sweep()).toHaveLength(1)
  })

  test('an upload belongs to the one who began it', async () => {
    const { store, other } = await openStores(client)
    const { id } = await store.create(INPUT)
    expect(await store.find(id, 'administrator 1')).toBeUndefined()
    expect(await other.find(id, 'api')).toMatchObject(INPUT)
    expect(await other.find('../x', 'api')).toBeUndefined()
  })

  test('a part for an upload that was just given up finds nothing', async () => {
    const { store, other, bytes } = await openStores(client)
    const upload = await store.create(INPUT)
    await store.append(upload, 0, of('01'))
    await other.giveUp(upload)
    await expect(store.append(upload, 2, of('x'))).rejects.toMatchObject({ status: 404 })
    expect(await bytes()).toEqual([])
  })

  test('what arrived before a break counts, at both servers, and more than was promised does not', async () => {
    const { store, other } = await openStores(client)
    const upload = await store.create(INPUT)
    const source = new PassThrough()
    const appended = store.append(upload, 0, source)
    source.write('0123')
    await expect.poll(() => source.readableLength).toBe(0)
    source.destroy(new Error('gone'))
    await expect(appended).rejects.toThrow('gone')
    expect(await other.offset(upload)).toBe(4)
    await expect(store.append(upload, 4, of('456789, and more'))).rejects.toMatchObject({ key: 'resumableTooLong' })
    expect(await other.offset(upload)).toBe(4)
  })

  test('two requests with the last byte finish an upload once', async () => {
    const { store, other, bytes } = await openStores(client)
    const upload = await full(store)
    let done: () => void = () => undefined
    const isDone = new Promise<void>(resolve => (done = resolve))
    const one = store.finish(upload, async () => {
      const busy = { key: 'resumableBusy', status: 409 }
      await expect(other.finish(upload, async () => 'twice')).rejects.toMatchObject(busy)
      await expect(other.offset(upload)).rejects.toMatchObject(busy)
      await expect(other.giveUp(upload)).rejects.toMatchObject(busy)
      done()
      return 'done'
    })
    await isDone
    expect(await one).toBe('done')
    expect(await other.find(upload.id, 'api')).toMatchObject({ result: 'done' })
    await expect(other.finish(upload, async () => 'twice')).rejects.toMatchObject({ key: 'resumableBusy' })
    expect(await bytes()).toEqual([])
  })

  test('a failure of the server takes back the last byte, one of the client ends the upload', async () => {
    const { store, other, bytes } = await openStores(client)
    const upload = await full(store)
    await expect(store.finish(upload, () => Promise.reject(new Error('disk')))).rejects.toThrow('disk')
    expect(await other.offset(upload)).toBe(9)
    await other.append(upload, 9, of('9'))
    const { readFile } = await import('node:fs/promises')
    expect(await other.finish(upload, ({ path }) => readFile(path, 'utf8'))).toBe('0123456789')
    const second = await full(store)
    const refused = Object.assign(new Error('no'), { status: 400 })
    const { PopulusError } = await import('../../../src/errors.ts')
    const error = new PopulusError('filesEmpty', {}, { cause: refused })
    await expect(store.finish(second, () => Promise.reject(error))).rejects.toBe(error)
    expect(await store.find(second.id, 'api')).toBeUndefined()
    expect(await bytes()).toEqual([])
  })

  test('if nobody finishes what is complete, the client brings the last byte again', async () => {
    const { store, other } = await openStores(client)
    const upload = await full(store)
    expect(await other.offset(upload)).toBe(9)
    await expect(store.finish(upload, async () => 'too late')).rejects.toMatchObject({ key: 'resumableBusy' })
    await other.append(upload, 9, of('9'))
    expect(await other.finish(upload, async () => 'done')).toBe('done')
  })
})

/** The process that works on images: started when needed, replaced when it dies, and never more than its share. */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { createFileWork, type FileLimits } from '../../../src/media/work/create-file-work.ts'
import type { FileWork } from '../../../src/media/work/file-work.ts'
import { pageText, tableRows } from '../../docs/documented-examples.ts'
import { temporaryFolder } from '../../support/databases.ts'
import { bombPng, picture, saved } from '../../support/worlds/images.ts'

const WISHES = {
  type: 'image/png',
  breakpoints: {},
  responsive: true,
  optimize: true,
  autoOrientation: false,
  extraFormats: [],
  placeholder: false,
}

let work: FileWork | undefined
afterEach(async () => work?.close())

function open(limits: Partial<FileLimits> = {}): FileWork {
  work = createFileWork({ ...DEFAULT_LIMITS, imageWait: 120_000, imageTimeout: 120_000, ...limits })
  return work
}

/** The processes that this one has started for images. */
function fileProcesses(): readonly number[] {
  try {
    const found = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'file-process'], { encoding: 'utf8' })
    return found.trim().split('\n').map(Number)
  } catch {
    return []
  }
}

function isAtWork(id: number): boolean {
  try {
    return getPriority(id) === 19
  } catch {
    return false
  }
}

/** The priority of each of its threads. */
function priorities(id: number): readonly number[] {
  return readdirSync(`/proc/${id}/task`).map(thread => getPriority(Number(thread)))
}

const small = () => saved(picture(50, 50).png())
/** Takes a second. */
const slow = { ...WISHES, type: 'image/jpeg', extraFormats: ['avif' as const] }
const large = () => saved(picture(1500, 1500).jpeg())

const rows = tableRows(pageText('limits.md'), 'setting')
/** What the limits page promises, with another limit in the place of the default. */
function documented(setting: string, limit: number) {
  const [, value, , , status, message] = rows.find(([name]) => name === `limits.${setting}`)!
  return { status: Number(status), message: message!.replace(String(value), String(limit)) }
}

describe('the process', () => {
  test('starts with the first image, with the lowest priority, and ends with the server', async () => {
    const opened = open()
    expect(fileProcesses()).toEqual([])
    await opened.process(await small(), temporaryFolder(), WISHES)
    const [id, ...others] = fileProcesses()
    expect(others).toEqual([])
    expect(getPriority(id)).toBe(19)
    await opened.close()
    await expect.poll(fileProcesses).toEqual([])
    await expect(opened.process(await small(), temporaryFolder(), WISHES)).rejects.toMatchObject({ status: 503 })
  })

  test('is replaced when it dies between two images', async () => {
    const opened = open()
    await opened.process(await small(), temporaryFolder(), WISHES)
    process.kill(fileProcesses()[0]!, 'SIGKILL')
    expect(await opened.process(await small(), temporaryFolder(), WISHES)).toMatchObject({ width: 50 })
  })

  test('is replaced when it dies in the middle of an image, which gets a second chance', async () => {
    const opened = open()
    const made = opened.process(await large(), temporaryFolder(), slow)
    const working = () => fileProcesses().find(isAtWork)
    await expect.poll(working).toBeDefined()
    process.kill(working()!, 'SIGKILL')
    expect((await made).variants.map(({ key }) => key)).toEqual(['thumbnail', 'avif', 'thumbnail_avif'])
  })

  test('an image that kills it twice is refused, and the next one is served', async () => {
    const opened = open()
    const made = opened.process(await large(), temporaryFolder(), slow)
    const refused = expect(made).rejects.toMatchObject({ key: 'notAnImage', status: 400 })
    const killed: number[] = []
    for (let times = 0; times < 2; times += 1) {
      // The lowest priority is the last thing that a process sets before it begins.
      const working = () => fileProcesses().find(id => !killed.includes(id) && isAtWork(id))
      await expect.poll(working).toBeDefined()
      killed.push(working()!)
      process.kill(killed.at(-1)!, 'SIGKILL')
    }
    await refused
    expect(await opened.process(await small(), temporaryFolder(), WISHES)).toMatchObject({ width: 50 })
  })
})

test.runIf(process.platform === 'linux')('all threads that work on images have the lowest priority', async () => {
  await open().process(await saved(picture(600, 400).jpeg()), temporaryFolder(), { ...WISHES, type: 'image/jpeg' })
  const [id] = fileProcesses()
  const found = priorities(id!)
  expect(found.length).toBeGreaterThan(4)
  expect(new Set(found)).toEqual(new Set([19]))
})

test('a missing file or folder is a problem of the server, not of the image', async () => {
  const opened = open()
  const unavailable = { key: 'imagesUnavailable', status: 503 }
  await expect(opened.process('/nowhere/a.png', temporaryFolder(), WISHES)).rejects.toMatchObject(unavailable)
  await expect(opened.process(await small(), '/nowhere', WISHES)).rejects.toMatchObject(unavailable)
})

test('a process that cannot start is a problem of the server, too', async () => {
  const opened = open()
  const path = await small()
  const node = process.execPath
  process.execPath = '/bin/false'
  try {
    const refused = opened.process(path, temporaryFolder(), WISHES)
    await expect(refused).rejects.toMatchObject({ key: 'imagesUnavailable', status: 503 })
  } finally {
    process.execPath = node
  }
  expect(await opened.process(path, temporaryFolder(), WISHES)).toMatchObject({ width: 50 })
})

describe('limits', () => {
  test('more images than limits.imageQueue are refused as documented, with the time to wait', async () => {
    const opened = open({ imageQueue: 1 })
    const path = await small()
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => opened.process(path, temporaryFolder(), WISHES)),
    )
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(19)
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({ ...documented('imageQueue', 1), retryAfter: expect.any(Number) })
  })

  test('an image that waits longer than limits.imageWait is refused as documented', async () => {
    const opened = open({ imageWait: 1 })
    const path = await small()
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => opened.process(path, temporaryFolder(), WISHES)),
    )
    const refused = answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject(documented('imageWait', DEFAULT_LIMITS.imageQueue))
  })

  test('an image that takes longer than limits.imageTimeout is refused as documented', async () => {
    const opened = open({ imageTimeout: 300 })
    const refused = opened.process(await large(), temporaryFolder(), slow)
    await expect(refused).rejects.toMatchObject(documented('imageTimeout', 300))
    await expect.poll(fileProcesses).toEqual([])
  })

  test('an image with more pixels than limits.imagePixels is refused as documented', async () => {
    const opened = open()
    const refused = opened.process(await saved(bombPng(30_000, 30_000)), temporaryFolder(), WISHES)
    await expect(refused).rejects.toMatchObject(documented('imagePixels', DEFAULT_LIMITS.imagePixels))
    const exact = createFileWork({ ...DEFAULT_LIMITS, imagePixels: 2500 })
    try {
      expect(await exact.process(await small(), temporaryFolder(), WISHES)).toMatchObject({ width: 50 })
      const larger = await saved(picture(51, 50).png())
      await expect(exact.process(larger, temporaryFolder(), WISHES)).rejects.toMatchObject({ status: 413 })
    } finally {
      await exact.close()
    }
  })
})

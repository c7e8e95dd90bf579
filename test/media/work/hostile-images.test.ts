/** Images made to do harm: each is refused, or stored without more memory than allowed, and the next file is served. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { PopulusError } from '../../../src/errors.ts'
import { createFileWork } from '../../../src/media/work/create-file-work.ts'
import type { FileWork } from '../../../src/media/work/file-work.ts'
import { temporaryFolder } from '../../support/databases.ts'
import {
  endlessTiff,
  interlacedPng,
  longGif,
  useBomb,
  WHOLE,
  wideAvif,
  wideTiff,
  wideWebp,
} from '../../support/worlds/hostile-images.ts'
import { bombPng, picture, saved } from '../../support/worlds/images.ts'

const MEMORY = 192 * 1024 * 1024
const PATIENT = { ...DEFAULT_LIMITS, imageWait: 120_000, imageTimeout: 120_000 }
const WISHES = {
  breakpoints: { large: 1000 },
  responsive: true,
  optimize: true,
  autoOrientation: false,
  extraFormats: [],
  placeholder: true,
}

let work: FileWork
beforeAll(() => {
  work = createFileWork({ ...PATIENT, imageMemory: MEMORY })
})
afterAll(() => work.close())

/** `200x100`, or the status and the message. */
async function upload(content: Buffer | string, mime: string, by: FileWork = work): Promise<string> {
  const path = await saved(content)
  try {
    const name = `a.${mime.replace(/^image\/|\+xml$/g, '')}`
    const detected = await by.accept(path, { name, mime }, { allow: [], deny: [] })
    const { width, height } = await by.process(path, temporaryFolder(), { ...WISHES, type: detected.mime })
    return `${width}x${height}`
  } catch (error) {
    if (!(error instanceof PopulusError)) throw error
    return `${error.status} ${error.message}`
  }
}

const pixels = (size: string) =>
  `413 The image has ${size} pixels, together more than 100000000 (setting limits.imagePixels)`
const hungry = `413 Processing the image takes more than ${MEMORY} bytes of memory (setting limits.imageMemory)`
const NOT_AN_IMAGE = '400 File is not a valid image'

describe('bombs', () => {
  test.each<[string, string, () => Buffer | string | Promise<Buffer>, readonly string[]]>([
    ['a PNG of too many pixels', 'image/png', () => bombPng(30_000, 30_000), [pixels('30000 x 30000')]],
    ['a PNG that cannot be read line by line', 'image/png', () => interlacedPng(5000), [hungry]],
    ['a GIF of very many pictures', 'image/gif', () => longGif(300_000), ['1x1', hungry]],
    ['a WebP of too many pixels', 'image/webp', wideWebp, [pixels('16384 x 16384'), NOT_AN_IMAGE]],
    ['an AVIF of too many pixels', 'image/avif', wideAvif, [pixels('60000 x 60000'), NOT_AN_IMAGE]],
    ['a TIFF of too many pixels', 'image/tiff', wideTiff, [pixels(`${2 ** 30} x 8`), NOT_AN_IMAGE]],
    ['a TIFF without an end', 'image/tiff', endlessTiff, ['8x8', NOT_AN_IMAGE]],
    ['an SVG that draws itself ten times as often with each level', 'image/svg+xml', () => useBomb(20), ['nullxnull']],
  ])('%s', async (_title, mime, make, expected) => {
    expect(expected).toContain(await upload(await make(), mime))
    expect(await upload(await picture(9, 9).png().toBuffer(), 'image/png')).toBe('9x9')
  })

  test('a file that takes all memory harms no other that is looked at in the same moment', async () => {
    const good = await picture(9, 9).png().toBuffer()
    const answers = await Promise.all([
      upload(interlacedPng(5000), 'image/png'),
      ...Array.from({ length: 4 }, () => upload(good, 'image/png')),
    ])
    expect(answers).toEqual([hungry, '9x9', '9x9', '9x9', '9x9'])
  })

  test.runIf(process.platform === 'linux')('100 million pixels take less than a third of the default', async () => {
    const roomy = createFileWork(PATIENT)
    try {
      expect(await upload(bombPng(10_000, 10_000), 'image/png', roomy)).toBe('10000x10000')
      expect(await peakOf(roomy)).toBeLessThan(DEFAULT_LIMITS.imageMemory / 3)
    } finally {
      await roomy.close()
    }
  })
})

/** The most memory that any of the processes had at any time, in bytes. */
async function peakOf(by: FileWork): Promise<number> {
  // One process has done all of it, and is still there.
  expect(await upload(await picture(9, 9).png().toBuffer(), 'image/png', by)).toBe('9x9')
  const ids = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'file-process'], { encoding: 'utf8' })
  const peaks = ids
    .trim()
    .split('\n')
    .map(id => /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? '0')
  return Math.max(...peaks.map(Number)) * 1024
}

describe.each(Object.entries(WHOLE))('a damaged %s', (mime, make) => {
  test('that was cut off is refused, or is still an image', async () => {
    const whole = await make()
    for (const share of [0.1, 0.5, 0.9]) {
      const answer = await upload(whole.subarray(0, Math.ceil(whole.length * share)), mime)
      expect([NOT_AN_IMAGE, '300x200', '9x9']).toContain(answer)
    }
  })

  test('with wrong bytes gets an answer that names the fault', async () => {
    const whole = await make()
    const broken = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(broken, async changes => {
        const bytes = Buffer.from(whole)
        for (const [at, value] of changes) bytes[at] = value
        // A drawing that nobody can draw is a file without a size.
        const size = mime === 'image/svg+xml' ? '(?:\\d+x\\d+|nullxnull)' : '\\d+x\\d+'
        const expected = `^(${size}|400 File is not a valid image|413 .*\\(setting limits\\.\\w+\\))$`
        expect(await upload(bytes, mime)).toMatch(new RegExp(expected))
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 1) * 5 },
    )
  })
})

/** Other sizes of an image: what is cut off, how large the result is, and in which format. */
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import type { TransformWish } from '../../../src/media/images/image-values.ts'
import { createFileWork } from '../../../src/media/work/create-file-work.ts'
import { temporaryFolder } from '../../support/databases.ts'
import { bombPng, picture, saved, twoColors } from '../../support/worlds/images.ts'

const work = createFileWork(DEFAULT_LIMITS)
afterAll(() => work.close())

const target = () => join(temporaryFolder(), 'made')
const transform = async (content: Sharp | Buffer | string, wish: TransformWish) =>
  work.transform(await saved(content), target(), wish)

describe('sizes', () => {
  test.each<[string, TransformWish, string]>([
    ['a width alone keeps the proportions', { width: 100 }, '100x50'],
    ['a height alone keeps the proportions', { height: 100 }, '200x100'],
    ['inside a box', { width: 100, height: 100 }, '100x50'],
    ['covering a box', { width: 100, height: 100, fit: 'cover' }, '100x100'],
    ['framed by a box', { width: 100, height: 100, fit: 'contain' }, '100x100'],
    ['never larger than the source', { width: 4000 }, '400x200'],
    [
      'never larger than the source, in the proportions of the box',
      { width: 900, height: 900, fit: 'cover' },
      '200x200',
    ],
    ['a cut', { crop: { left: 10, top: 20, width: 30, height: 40 } }, '30x40'],
    ['a cut beyond the edge', { crop: { left: 390, top: 190, width: 300, height: 400 } }, '10x10'],
    ['a cut that is scaled', { crop: { left: 0, top: 0, width: 200, height: 100 }, width: 50 }, '50x25'],
  ])('%s', async (_title, wish, expected) => {
    const { width, height, mime, ext } = await transform(picture(400, 200).png(), wish)
    expect({ size: `${width}x${height}`, mime, ext }).toEqual({ size: expected, mime: 'image/png', ext: undefined })
  })

  test('a picture from a phone is upright', async () => {
    const sideways = picture(400, 200).withMetadata({ orientation: 6 }).jpeg()
    const { width, height } = await transform(sideways, { width: 100 })
    expect([width, height]).toEqual([100, 200])
  })
})

describe('focal point', () => {
  const colorOf = async (x: number) => {
    const source = twoColors({ width: 400, height: 100, left: '#ff0000', right: '#0000ff', share: 0.5 }).png()
    const { path } = await transform(source, { width: 50, height: 50, fit: 'cover', focalPoint: { x, y: 0.5 } })
    const { channels } = await sharp(path).stats()
    return channels.slice(0, 3).map(({ mean }) => Math.round(mean))
  }

  test('decides which part stays in view', async () => {
    expect(await colorOf(0)).toEqual([255, 0, 0])
    expect(await colorOf(0.2)).toEqual([255, 0, 0])
    expect(await colorOf(0.9)).toEqual([0, 0, 255])
    expect(await colorOf(1)).toEqual([0, 0, 255])
  })
})

describe('formats', () => {
  test.each([
    ['webp', 'image/webp', '.webp'],
    ['avif', 'image/avif', '.avif'],
    ['jpeg', 'image/jpeg', '.jpg'],
  ])('%s', async (format, mime, ext) => {
    const { path, ...made } = await transform(picture(40, 20).png(), { format })
    const found = await sharp(path).metadata()
    expect({ mime: made.mime, ext: made.ext, width: found.width }).toEqual({ mime, ext, width: 40 })
  })

  test('transparent parts become white in JPEG', async () => {
    const clear = sharp({ create: { width: 4, height: 4, channels: 4, background: '#00000000' } }).png()
    const { path } = await transform(clear, { format: 'jpeg' })
    expect((await sharp(path).stats()).channels.map(({ mean }) => mean)).toEqual([255, 255, 255])
  })

  test('a lower quality takes fewer bytes', async () => {
    const source = await picture(400, 300).png().toBuffer()
    const good = await transform(source, { format: 'webp', quality: 90 })
    const poor = await transform(source, { format: 'webp', quality: 10 })
    expect(poor.size).toBeLessThan(good.size / 2)
  })
})

describe('refused', () => {
  test('a vector image, an unknown format, a damaged picture', async () => {
    const invalid = { key: 'notAnImage', status: 400 }
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>'
    await expect(transform(svg, { format: 'png' })).rejects.toMatchObject(invalid)
    await expect(transform(picture(9, 9).png(), { format: 'exe' })).rejects.toMatchObject(invalid)
    await expect(transform((await picture(90, 90).png().toBuffer()).subarray(0, 999), {})).rejects.toMatchObject(
      invalid,
    )
  })

  test('a bomb', async () => {
    await expect(transform(bombPng(20_000, 20_000), { width: 10 })).rejects.toMatchObject({ key: 'tooManyPixels' })
  })
})

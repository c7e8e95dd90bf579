/** Uploaded images: which formats are made, how large they are, and what is refused. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import type { ImageWishes, ProcessedImage } from '../../../src/media/images/image-values.ts'
import { createFileWork } from '../../../src/media/work/create-file-work.ts'
import { temporaryFolder } from '../../support/databases.ts'
import { bombPng, picture, saved, twoColors } from '../../support/worlds/images.ts'

const WISHES: ImageWishes = {
  type: 'image/jpeg',
  breakpoints: { large: 1000, medium: 750, small: 500 },
  responsive: true,
  optimize: true,
  autoOrientation: false,
  extraFormats: [],
  placeholder: false,
}

const work = createFileWork(DEFAULT_LIMITS)
afterAll(() => work.close())

const process = async (content: Sharp | Buffer | string, wishes: Partial<ImageWishes> = {}) =>
  work.process(await saved(content), temporaryFolder(), { ...WISHES, ...wishes })

/** `{ thumbnail: '245x123 image/jpeg' }` */
const sizes = ({ variants }: ProcessedImage) =>
  Object.fromEntries(variants.map(({ key, file }) => [key, `${file.width}x${file.height} ${file.mime}`]))

describe('formats', () => {
  test('a large picture gets a thumbnail and every breakpoint, in the order of Strapi', async () => {
    const made = await process(picture(1600, 800).jpeg({ quality: 95 }))
    expect([made.width, made.height]).toEqual([1600, 800])
    expect(Object.entries(sizes(made))).toEqual([
      ['thumbnail', '245x122 image/jpeg'],
      ['large', '1000x500 image/jpeg'],
      ['medium', '750x375 image/jpeg'],
      ['small', '500x250 image/jpeg'],
    ])
  })

  test('the files are what they are said to be', async () => {
    const { main, variants } = await process(picture(1200, 900).webp({ quality: 100 }), { type: 'image/webp' })
    for (const { file } of [{ file: main! }, ...variants]) {
      const { width, height, format } = await sharp(await readFile(file.path)).metadata()
      const { size } = await stat(file.path)
      expect({ width, height, format, size, ext: file.ext, mime: file.mime }).toEqual({
        width: file.width,
        height: file.height,
        format: 'webp',
        size: file.size,
        ext: undefined,
        mime: 'image/webp',
      })
    }
    expect(variants).toHaveLength(4)
  })

  test.each([
    [245, 156, {}],
    [246, 10, { thumbnail: '245x10 image/png' }],
    [10, 157, { thumbnail: '10x156 image/png' }],
    [500, 100, { thumbnail: '245x49 image/png' }],
    [100, 501, { thumbnail: '31x156 image/png', small: '100x500 image/png' }],
  ])('a picture of %i x %i pixels gets those that are smaller than itself', async (width, height, expected) => {
    expect(sizes(await process(picture(width, height).png(), { type: 'image/png' }))).toEqual(expected)
  })

  test('the breakpoints are those of the settings, or none', async () => {
    const wide = picture(900, 300).jpeg()
    const own = await process(wide, { breakpoints: { huge: 2000, phone: 320 } })
    expect(sizes(own)).toEqual({ thumbnail: '245x82 image/jpeg', phone: '320x107 image/jpeg' })
    const none = await process(picture(900, 300).jpeg(), { responsive: false })
    expect(sizes(none)).toEqual({ thumbnail: '245x82 image/jpeg' })
  })

  test.each([
    ['image/webp', picture(300, 300).webp(), { thumbnail: '156x156 image/webp' }],
    ['image/tiff', picture(300, 300).tiff(), { thumbnail: '156x156 image/tiff' }],
    ['image/gif', picture(300, 300).gif(), { thumbnail: '156x156 image/gif' }],
    ['image/avif', picture(300, 300).avif({ effort: 0 }), {}],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>', {}],
  ])('%s: dimensions, and formats where Strapi makes them', async (type, content, expected) => {
    const made = await process(content, { type })
    expect([made.width, made.height]).toEqual([300, 300])
    expect(sizes(made)).toEqual(expected)
  })

  test('WebP and AVIF on wish, in every size', async () => {
    const made = await process(picture(600, 300).jpeg(), { extraFormats: ['webp', 'avif'] })
    expect(sizes(made)).toEqual({
      thumbnail: '245x123 image/jpeg',
      small: '500x250 image/jpeg',
      webp: '600x300 image/webp',
      thumbnail_webp: '245x123 image/webp',
      small_webp: '500x250 image/webp',
      avif: '600x300 image/avif',
      thumbnail_avif: '245x123 image/avif',
      small_avif: '500x250 image/avif',
    })
    expect(made.variants.map(({ file }) => file.ext)).toEqual([
      ...[undefined, undefined],
      ...['.webp', '.webp', '.webp', '.avif', '.avif', '.avif'],
    ])
  })

  test('a format that the picture already has is not made again', async () => {
    const made = await process(picture(200, 100).webp(), { type: 'image/webp', extraFormats: ['webp'] })
    expect(sizes(made)).toEqual({})
  })
})

describe('the picture itself', () => {
  test('is encoded again, if that makes it smaller', async () => {
    const source = await picture(800, 600).jpeg({ quality: 100 }).toBuffer()
    const { main } = await process(source)
    expect(main!.size).toBeLessThan(source.length)
  })

  test('stays as it is, if that would make it larger, or if nobody wants it', async () => {
    expect((await process(picture(800, 600).jpeg({ quality: 20 }))).main).toBeUndefined()
    expect((await process(picture(800, 600).jpeg({ quality: 100 }), { optimize: false })).main).toBeUndefined()
    expect((await process(picture(80, 60).gif(), { type: 'image/gif' })).main).toBeUndefined()
  })

  test('keeps moving, and keeps its pages', async () => {
    const frames = await Promise.all([picture(60, 40), picture(60, 40).negate()].map(frame => frame.png().toBuffer()))
    for (const format of ['webp', 'tiff'] as const) {
      const moving = sharp(frames, { join: { animated: true } }).toFormat(format, { quality: 100 })
      expect((await process(moving, { type: `image/${format}` })).main).toBeUndefined()
    }
  })

  const sideways = () => picture(400, 200).withMetadata({ orientation: 6 }).jpeg({ quality: 20 })

  test('is turned on wish, as its EXIF data says', async () => {
    const made = await process(sideways(), { autoOrientation: true })
    expect([made.width, made.height]).toEqual([200, 400])
    expect(sizes(made)).toEqual({ thumbnail: '78x156 image/jpeg' })
    const { orientation, width } = await sharp(made.main!.path).metadata()
    expect([orientation, width]).toEqual([undefined, 200])
  })

  test('is not turned otherwise', async () => {
    const made = await process(sideways())
    expect([made.width, made.height]).toEqual([400, 200])
  })
})

describe('placeholder', () => {
  test('is a tiny picture and the dominant colour', async () => {
    const striped = twoColors({ width: 500, height: 320, left: '#c02040', right: '#0000ff', share: 0.6 }).png()
    const made = await process(striped, { type: 'image/png', placeholder: true })
    const { blur, color } = made.placeholder!
    expect(color).toBe('#c02040')
    const [head, data] = blur.split(',')
    expect(head).toBe('data:image/webp;base64')
    const { format, width, height } = await sharp(Buffer.from(data!, 'base64')).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 16, height: 10 })
    expect(blur.length).toBeLessThan(400)
  })

  test('is not made unless it is wanted', async () => {
    expect(await process(picture(50, 50).jpeg())).not.toHaveProperty('placeholder')
  })
})

describe('refused', () => {
  const invalid = { key: 'notAnImage', status: 400, message: 'File is not a valid image' }

  test('a picture that was cut off', async () => {
    const whole = await picture(400, 400).jpeg().toBuffer()
    await expect(process(whole.subarray(0, whole.length / 2))).rejects.toMatchObject(invalid)
    await expect(process(whole.subarray(0, whole.length / 2), { optimize: false })).rejects.toMatchObject(invalid)
    const gif = await picture(400, 400).gif().toBuffer()
    await expect(process(gif.subarray(0, 400), { type: 'image/gif' })).rejects.toMatchObject(invalid)
  })

  test('an empty file, text, and a picture of another type than the one that was found', async () => {
    await expect(process('')).rejects.toMatchObject(invalid)
    await expect(process('<html>')).rejects.toMatchObject(invalid)
    await expect(process(picture(5, 5).png())).rejects.toMatchObject(invalid)
  })

  test('a bomb, by its header alone', async () => {
    await expect(process(bombPng(30_000, 30_000), { type: 'image/png' })).rejects.toMatchObject({
      key: 'tooManyPixels',
      status: 413,
      message: 'The image has 30000 x 30000 pixels, together more than 100000000 (setting limits.imagePixels)',
    })
  })

  test('a file beside a vector image is not drawn into it', async () => {
    const folder = temporaryFolder()
    await picture(10, 10).png().toFile(join(folder, 'secret.png'))
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="secret.png"/></svg>'
    expect(await process(svg, { type: 'image/svg+xml' })).toEqual({ width: 9, height: 9, variants: [] })
  })
})

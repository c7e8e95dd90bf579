/** What an uploaded image becomes: dimensions, formats in Strapi's shape, and a placeholder where one is wanted. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { form, type MediaApp, openMediaApp, type Part } from '../media-app.ts'
import { IN_STEP, mediaState, notesIn } from './media-state.ts'

let image: Part
beforeAll(async () => {
  const value = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#a0b0c0' } })
    .jpeg()
    .toBuffer()
  image = { name: 'files', value, file: 'My photo.jpg', type: 'image/jpeg' }
})

describe.each(CLIENTS)('images on %s', client => {
  let media: MediaApp
  beforeAll(async () => {
    media = await openMediaApp(client, { dialect: 'strapi4' })
  })

  test('formats have the keys, names and sizes that Strapi gives them', async () => {
    const [file] = (await media.send('POST', '/api/upload', form(image))).body
    expect(file).toMatchObject({ width: 1200, height: 800, ext: '.jpg', mime: 'image/jpeg', provider_metadata: null })
    const sizes = { thumbnail: [234, 156], large: [1000, 667], medium: [750, 500], small: [500, 333] } as const
    expect(Object.keys(file.formats).sort()).toEqual(Object.keys(sizes).sort())
    if (client === 'sqlite') expect(Object.keys(file.formats)).toEqual(Object.keys(sizes))
    for (const [key, [width, height]] of Object.entries(sizes)) {
      const format = file.formats[key]
      const hash = `${key}_${file.hash}`
      const expected = {
        name: `${key}_My photo.jpg`,
        hash,
        ext: '.jpg',
        mime: 'image/jpeg',
        path: null,
        width,
        height,
        size: Math.round(format.sizeInBytes / 10) / 100,
        sizeInBytes: statSync(join(media.folder, 'public', 'uploads', `${hash}.jpg`)).size,
        url: `/uploads/${hash}.jpg`,
      }
      expect(format).toEqual(expected)
      if (client === 'sqlite') expect(Object.keys(format)).toEqual(Object.keys(expected))
    }
  })

  test('a replacement makes the formats again, and removes those that are too large now', async () => {
    const [file] = (await media.send('POST', '/api/upload', form(image))).body
    const value = await sharp({ create: { width: 300, height: 600, channels: 3, background: '#102030' } })
      .jpeg()
      .toBuffer()
    const { body } = await media.send('POST', `/api/upload?id=${file.id}`, form({ ...image, value }))
    expect(Object.keys(body.formats).sort()).toEqual(['small', 'thumbnail'])
    expect(body).toMatchObject({ url: file.url, hash: file.hash, width: 300, height: 600 })
    const mine = media.stored().filter(name => name.includes(file.hash))
    expect(mine).toEqual([`${file.hash}.jpg`, `small_${file.hash}.jpg`, `thumbnail_${file.hash}.jpg`])
    await media.send('DELETE', `/api/upload/files/${file.id}`)
    expect(media.stored().filter(name => name.includes(file.hash))).toEqual([])
  })

  test('replacements and a deletion of one file at the same time leave nothing of each other', async () => {
    const [file] = (await media.send('POST', '/api/upload', form(image))).body
    const replacements = [250, 400, 600, 900].map(async width => {
      const create = { width, height: 300, channels: 3, background: '#102030' } as const
      const value = await sharp({ create }).jpeg().toBuffer()
      return (await media.send('POST', `/api/upload?id=${file.id}`, form({ ...image, value }))).status
    })
    expect(await Promise.all(replacements)).toEqual([200, 200, 200, 200])
    expect(await mediaState(media.folder, media.database)).toEqual(IN_STEP)
    const last = media.send('POST', `/api/upload?id=${file.id}`, form(image))
    const deleted = await media.send('DELETE', `/api/upload/files/${file.id}`)
    expect([200, 404]).toContain((await last).status)
    expect(deleted.status).toBe(200)
    expect(await mediaState(media.folder, media.database)).toEqual(IN_STEP)
    expect(await notesIn(media.database)).toEqual([])
    expect(media.temporary()).toEqual([])
  })

  test('a broken image is refused, and nothing is left', async () => {
    const before = media.stored()
    const broken = { ...image, value: (image.value as Buffer).subarray(0, 500) }
    const { status, body } = await media.send('POST', '/api/upload', form(broken))
    expect({ status, message: body.error.message }).toEqual({ status: 400, message: 'File is not a valid image' })
    expect(media.stored()).toEqual(before)
    expect(media.temporary()).toEqual([])
  })
})

const PLACEHOLDER = { blur: expect.stringMatching(/^data:image\/webp;base64,/), color: '#a0b0c0' }

test.each([
  ['document', undefined, { provider_metadata: null, placeholder: PLACEHOLDER }],
  ['document', false, { provider_metadata: null }],
  ['strapi4', undefined, { provider_metadata: null }],
  ['strapi4', true, { provider_metadata: { populus: { placeholder: PLACEHOLDER } } }],
] as const)('a placeholder: dialect %s, setting %s', async (dialect, placeholder, expected) => {
  const settings = { extraFields: true, ...(placeholder === undefined ? {} : { placeholder }) }
  const media = await openMediaApp('sqlite', { dialect, media: settings })
  const [file] = (await media.send('POST', '/api/upload', form(image))).body
  const shown = ['provider_metadata', 'placeholder'].filter(name => name in file)
  expect(Object.fromEntries(shown.map(name => [name, file[name]]))).toEqual(expected)
})

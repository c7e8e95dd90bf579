/** Other sizes of uploaded images: the focal point, what happens when a file changes, and files that S3 keeps. */
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import postgres from 'postgres'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { withFocalPoint } from '../../../src/media/files/focal-point.ts'
import { CLIENTS } from '../../support/databases.ts'
import { startS3 } from '../../support/servers/s3-server.ts'
import { picture, twoColors } from '../../support/worlds/images.ts'
import { form, type MediaApp, openMediaApp } from '../media-app.ts'

const SIZES = { sizes: [100, '50x50'] }

async function upload({ send }: MediaApp, value: Buffer, query = '') {
  const { status, body } = await send(
    'POST',
    `/api/upload${query}`,
    form({ name: 'files', value, file: 'a.png', type: 'image/png' }),
  )
  expect(status).toBe(200)
  return Array.isArray(body) ? body[0] : body
}

async function size({ app }: MediaApp, path: string) {
  const { statusCode, rawPayload } = await app.inject(path)
  if (statusCode !== 200) return String(statusCode)
  const { width, height } = await sharp(rawPayload).metadata()
  return `${width}x${height}`
}

/** How many images are kept. */
function kept({ database, folder }: MediaApp): number {
  const data = database.client === 'sqlite' ? dirname(database.filename) : join(folder, '.tmp')
  return readdirSync(join(data, 'image-sizes'), { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  ).length
}

async function run({ database }: MediaApp, text: string): Promise<void> {
  if (database.client === 'sqlite') {
    const file = new SqliteFile(database.filename)
    file.exec(text)
    file.close()
    return
  }
  const connection = postgres(database.url, { max: 1 })
  await connection.unsafe(text)
  await connection.end()
}

describe.each(CLIENTS)('sizes of uploaded images on %s', client => {
  let opened: MediaApp
  beforeAll(async () => {
    opened = await openMediaApp(client, { media: SIZES })
  })

  test('a replaced image has new sizes, a deleted one has none, on disk neither', async () => {
    const file = await upload(opened, await picture(400, 400).png().toBuffer())
    expect(await size(opened, `${file.url}?width=100`)).toBe('100x100')
    expect(kept(opened)).toBe(1)
    await upload(opened, await picture(400, 200).png().toBuffer(), `?id=${file.id}`)
    expect(kept(opened)).toBe(0)
    expect(await size(opened, `${file.url}?width=100`)).toBe('100x50')
    expect((await opened.send('DELETE', `/api/upload/files/${file.id}`)).status).toBe(200)
    expect(kept(opened)).toBe(0)
    expect(await size(opened, `${file.url}?width=100`)).toBe('404')
  })

  test('the focal point of the file stays in view', async () => {
    const colors = twoColors({ width: 400, height: 100, left: '#ff0000', right: '#0000ff', share: 0.5 })
    const color = async (x: number) => {
      const file = await upload(opened, await colors.clone().png().toBuffer())
      const metadata = JSON.stringify(withFocalPoint(null, { x, y: 50 }))
      await run(opened, `update files set provider_metadata = '${metadata}' where id = ${file.id}`)
      const { rawPayload } = await opened.app.inject(`${file.url}?width=50&height=50&fit=cover&format=png`)
      const { channels } = await sharp(rawPayload).stats()
      return channels.slice(0, 3).map(({ mean }) => Math.round(mean / 10) * 10)
    }
    expect(await color(0)).toEqual([260, 0, 0])
    expect(await color(100)).toEqual([0, 0, 260])
  })
})

describe('sizes of images with S3', () => {
  test('are made from the bytes that the provider has, once', async () => {
    const s3 = await startS3()
    const opened = await openMediaApp('sqlite', { media: { ...s3.media, ...SIZES } })
    const file = await upload(opened, await picture(400, 200).png().toBuffer())
    const path = `/uploads/${file.hash}${file.ext}`
    expect(file.url).not.toContain('/uploads/')
    const reads = () => s3.requests.filter(({ line }) => line.startsWith('GET ')).length
    const before = reads()
    expect(await size(opened, `${path}?width=100`)).toBe('100x50')
    expect(await size(opened, `${path}?width=100`)).toBe('100x50')
    expect(reads()).toBe(before + 1)
    expect(await size(opened, path)).toBe('404')
    expect(await size(opened, `/uploads/nobody_1a2b3c4d5e.png?width=100`)).toBe('404')
    expect(opened.temporary()).toEqual([])
  })

  test('a provider that fails is named, and nothing is kept', async () => {
    const s3 = await startS3()
    const opened = await openMediaApp('sqlite', { media: { ...s3.media, ...SIZES } })
    const file = await upload(opened, await picture(400, 200).png().toBuffer())
    s3.fault = line => (line.startsWith('GET ') ? 403 : undefined)
    const answer = await opened.app.inject(`/uploads/${file.hash}${file.ext}?width=100`)
    expect([answer.statusCode, answer.json().error.name]).toEqual([502, 'BadGatewayError'])
    expect(kept(opened)).toBe(0)
    expect(opened.temporary()).toEqual([])
  })
})

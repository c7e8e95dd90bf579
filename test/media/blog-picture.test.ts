/** The life of one picture of the example blog: on disk and on S3, on both databases. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import type { DatabaseConfig, MediaConfig } from '../../src/config/config.ts'
import { runHere } from '../cli/run-here.ts'
import { copyOfBlog, type Finished, startPopulus } from '../cli/run-populus.ts'
import { BLOG } from '../docs/run-examples.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { type S3Server, startS3 } from '../support/servers/s3-server.ts'
import { filesIn, payloadOf } from './media-app.ts'

const ROOT = { email: 'root@example.org', password: 'root password' }
const SECRETS = { jwt: 'blog-jwt-secret-1', apiTokenSalt: 'blog-api-token-salt', admin: 'blog-admin-secret-1' }
const PICTURES = new URL('../../examples/blog/public/uploads/', import.meta.url)
const sum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

interface File {
  readonly id: number
  readonly url: string
  readonly size: number
  readonly width: number
  readonly height: number
  readonly formats: Readonly<Record<string, { readonly url: string; readonly width: number }>>
}

describe.each([
  { client: 'sqlite', start: 'local' },
  { client: 'postgres', start: 'aws-s3' },
] as const)('a picture that starts in $start, on $client', ({ client, start }) => {
  const other = start === 'local' ? 'aws-s3' : 'local'
  let s3: S3Server
  let app: App
  let folder: string
  let database: DatabaseConfig
  let admin: string
  let file: File

  beforeAll(async () => {
    s3 = await startS3()
    folder = await copyOfBlog()
    database = await startedDatabase(client, BLOG)
    app = await open({ ...s3.media, provider: start })
    await call('POST', '/admin/api/first-admin', { ...ROOT, code: await app.firstAdminCode() })
    admin = (await call('POST', '/admin/api/login', ROOT)).data.token
  })
  const open = (media: MediaConfig) => buildTestApp({ folder, database, secrets: SECRETS, media })

  async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: FormData | object, token = admin) {
    const { payload, headers } = await payloadOf(body)
    const sent = { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
    const answer = await app.inject({ method, url, headers: sent, ...(payload === undefined ? {} : { payload }) })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return JSON.parse(answer.body)
  }

  /** What a browser gets. */
  async function load(url: string): Promise<Buffer> {
    if (url.startsWith('/')) return (await app.inject({ url })).rawPayload
    return Buffer.from(await (await fetch(url)).arrayBuffer())
  }

  async function pictureForm(name: string): Promise<FormData> {
    const form = new FormData()
    form.set('files', new Blob([new Uint8Array(await readFile(new URL(name, PICTURES)))]), name)
    form.set('fileInfo', JSON.stringify({ alternativeText: 'Waves' }))
    return form
  }

  const words = (command: string): readonly string[] => {
    const address = database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url
    return [...command.split(' '), '--folder', folder, '--database', address]
  }
  const env = () => ({
    MEDIA_PROVIDER: start,
    AWS_BUCKET: 'pictures',
    S3_ENDPOINT: s3.media.s3.endpoint ?? '',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  })
  const populus = (command: string): Promise<Finished> => runHere(words(command), env())

  /** How many objects there are besides the blog's own in its folder. */
  async function places(): Promise<{ local: number; s3: number }> {
    const known = new Set(filesIn(fileURLToPath(PICTURES)))
    const local = filesIn(join(folder, 'public', 'uploads')).filter(name => !known.has(name))
    const remote = (await s3.stored()).filter(name => name.endsWith('_object'))
    return { local: local.length, s3: remote.length }
  }
  const there = (provider: string, count: number) =>
    provider === 'local' ? { local: count, s3: 0 } : { local: 0, s3: count }

  test('is uploaded and resized', async () => {
    const { data } = await call('POST', '/admin/api/media', await pictureForm('signal_waves_8520eb5b1f.webp'))
    file = data[0]
    expect(file).toMatchObject({ alternativeText: 'Waves', width: 1200, height: 800, folder: null })
    expect(Object.keys(file.formats).sort()).toEqual(['large', 'medium', 'small', 'thumbnail'])
    expect(
      Object.values(file.formats)
        .map(({ width }) => width)
        .sort(),
    ).toEqual([1000, 234, 500, 750])
    expect(await places()).toEqual(there(start, 5))
    for (const { url } of [file, ...Object.values(file.formats)])
      expect((await load(url)).subarray(8, 12).toString('latin1')).toBe('WEBP')
  })

  test('is attached to an article', async () => {
    const { data: token } = await call('POST', '/admin/api/tokens', { name: 'all', type: 'full-access' })
    await call('PUT', '/api/articles/1', { data: { cover: file.id } }, token.accessKey)
    const { data } = await call('GET', '/api/articles/1?populate=cover', undefined, token.accessKey)
    expect(data.attributes.cover.data).toMatchObject({ id: file.id, attributes: { url: file.url, provider: start } })
    expect(file.formats).toMatchObject(data.attributes.cover.data.attributes.formats)
    const { data: usage } = await call('GET', `/admin/api/media/${file.id}/usage`)
    // All languages of an article share its cover.
    expect(usage).toMatchObject([
      { uid: 'api::article.article', id: 1, path: 'cover', locale: 'en', how: 'relation' },
      { uid: 'api::article.article', id: 68, path: 'cover', locale: 'fr', how: 'relation' },
    ])
  })

  test('is replaced, and keeps its address', async () => {
    const before = sum(await load(file.url))
    const form = await pictureForm('terraced_hills_48ee25857a.webp')
    const { data } = await call('POST', `/admin/api/media/${file.id}/replace`, form)
    expect(data).toMatchObject({ id: file.id, url: file.url, width: 1200, height: 800 })
    expect(data.size).toBeLessThan(file.size)
    expect(sum(await load(file.url))).not.toBe(before)
    expect(await places()).toEqual(there(start, 5))
  })

  test('is cropped, in place and as a copy', async () => {
    const crop = { x: 100, y: 50, width: 300, height: 200 }
    const { data: copy } = await call('POST', `/admin/api/media/${file.id}/crop`, { ...crop, copy: true })
    expect(copy).toMatchObject({ width: 300, height: 200, alternativeText: 'Waves' })
    expect(copy.id).not.toBe(file.id)
    await call('DELETE', `/admin/api/media/${copy.id}`)
    const { data } = await call('POST', `/admin/api/media/${file.id}/crop`, { ...crop, width: 900, height: 600 })
    expect(data).toMatchObject({ id: file.id, url: file.url, width: 900, height: 600 })
    expect(Object.keys(data.formats).sort()).toEqual(['medium', 'small', 'thumbnail'])
    expect(await places()).toEqual(there(start, 4))
    file = data
  })

  test('moves to the other storage with all others, and nothing is left behind', async () => {
    const before = sum(await load(file.url))
    const target = other === 'local' ? 'local' : 's3'
    const moved = await startPopulus(words(`media move --to ${target}`), env()).finished
    // The blog has 22 pictures of its own, which are in the folder already.
    const [count, already] = other === 'local' ? [1, 22] : [23, 0]
    expect(moved).toMatchObject({
      code: 0,
      out: `Moved ${count} files to ${other}, ${already} were there already, 0 not moved\nNew files still go to ${start}: set media.provider (MEDIA_PROVIDER) to ${other}\n`,
    })
    expect((await populus(`media move --to ${target}`)).out).toContain('Moved 0 files')
    const { data } = await call('GET', `/admin/api/media/${file.id}`)
    expect(data.url).not.toBe(file.url)
    expect(sum(await load(data.url))).toBe(before)
    expect(Object.keys(data.formats).sort()).toEqual(['medium', 'small', 'thumbnail'])
    for (const { url } of Object.values(data.formats as File['formats']))
      expect((await load(url)).length).toBeGreaterThan(500)
    const { out, code } = await populus('media check')
    expect(out).toMatch(/^23 files, (\d+) objects, 0 missing, 0 without a row$/m)
    expect(code).toBe(0)
    if (other === 'local') expect(await places()).toEqual({ local: 4, s3: 0 })
    else expect(filesIn(join(folder, 'public', 'uploads'))).toEqual([])
    file = data
  })

  test('is deleted, and what uses it is named before', async () => {
    const bulk = { action: 'delete', files: [file.id] }
    const use = { file: file.id, uid: 'api::article.article', id: 1, path: 'cover', how: 'relation' }
    const asked = await call('POST', '/admin/api/media/bulk', { ...bulk, dryRun: true })
    expect(asked.data).toMatchObject({ files: [file.id], folders: [], usage: [use, { ...use, id: 68 }] })
    const { data } = await call('POST', '/admin/api/media/bulk', bulk)
    expect(data).toEqual(asked.data)
    const answer = await app.inject({
      url: `/admin/api/media/${file.id}`,
      headers: { authorization: `Bearer ${admin}` },
    })
    expect(answer.statusCode).toBe(404)
    if (other === 'local') expect(await places()).toEqual({ local: 0, s3: 0 })
    else expect((await fetch(file.url)).status).toBe(404)
    expect((await populus('media check')).out).toMatch(/^22 files, \d+ objects, 0 missing, 0 without a row$/m)
  })
})

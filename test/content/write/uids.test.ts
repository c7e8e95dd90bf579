/** A `uid` with a `targetField` is made from that field when a new entry does not give it, and nobody else has it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../../src/app.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'

const FILES: Readonly<Record<string, unknown>> = {
  'src/api/post/content-types/post/schema.json': {
    collectionName: 'posts',
    info: { singularName: 'post', pluralName: 'posts', displayName: 'Post' },
    attributes: {
      title: { type: 'string' },
      slug: { type: 'uid', targetField: 'title', required: true, maxLength: 20 },
      secret: { type: 'password' },
    },
  },
  'src/api/home/content-types/home/schema.json': {
    kind: 'singleType',
    collectionName: 'homes',
    info: { singularName: 'home', pluralName: 'homes', displayName: 'Home' },
    attributes: { title: { type: 'string' }, slug: { type: 'uid', targetField: 'title' } },
  },
  'content/permissions.json': {
    public: ['api::post.post.find', 'api::post.post.create', 'api::home.home.find', 'api::home.home.update'],
  },
}

async function project(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'populus-uids-'))
  cleanUp(() => rm(folder, { recursive: true }))
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), JSON.stringify(content))
  }
  return folder
}

describe.each(CLIENTS)('on %s', client => {
  let folder: string
  let app: App
  let strapi: App

  beforeAll(async () => {
    folder = await project()
    app = await buildTestApp({ folder, database: await freshDatabase(client) })
    strapi = await buildTestApp({ folder, database: await freshDatabase(client), dialect: 'strapi4' })
  })

  const send = async (to: App, method: 'POST' | 'PUT', path: string, data: unknown) =>
    (await to.inject({ method, url: `/api/${path}`, payload: { data } as object })).json()
  const slugOf = async (data: unknown) => (await send(app, 'POST', 'posts', data)).data.attributes.slug

  it('makes it from the target, numbers it if it is taken, and cuts it to its length', async () => {
    expect(await slugOf({ title: 'Crème brûlée!', secret: 'abcdef' })).toBe('creme-brulee')
    expect(await slugOf({ title: 'Creme Brulee' })).toBe('creme-brulee-1')
    expect(await slugOf({ title: 'Creme Brulee' })).toBe('creme-brulee-2')
    expect(await slugOf({ title: 'Creme Brulee', slug: 'mine' })).toBe('mine')
    expect(await slugOf({ title: '日本' })).toBe('post')
    expect(await slugOf({ title: '???' })).toBe('post-1')
    const long = 'a very long title indeed'
    expect([await slugOf({ title: long }), await slugOf({ title: long })]).toEqual([
      'a-very-long-title-in',
      'a-very-long-title-1',
    ])
  })

  it('leaves it alone without a target, and where null is given', async () => {
    const missing = { status: 400, name: 'ValidationError', message: 'slug must be defined.' }
    expect((await send(app, 'POST', 'posts', {})).error).toMatchObject(missing)
    expect((await send(app, 'POST', 'posts', { title: 'x', slug: null })).error).toMatchObject({ status: 400 })
    expect((await send(strapi, 'POST', 'posts', { title: 'x' })).error).toMatchObject(missing)
  })

  it('fills that of a single type when its entry is created', async () => {
    expect((await send(app, 'PUT', 'home', { title: 'Our Home' })).data.attributes.slug).toBe('our-home')
    expect((await send(app, 'PUT', 'home', { title: 'New' })).data.attributes.slug).toBe('our-home')
    expect((await send(strapi, 'PUT', 'home', { title: 'Our Home' })).data.attributes.slug).toBe(null)
  })

  it('gives entries that are created at once different ones', async () => {
    const titles = Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? 'At once 1' : 'At once'))
    const slugs = await Promise.all(titles.map(title => slugOf({ title })))
    expect(new Set(slugs).size).toBe(12)
    for (const slug of slugs) expect(slug).toMatch(/^at-once(-\d+)*$/)
  })
})

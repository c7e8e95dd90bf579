/**
 * Databases that Strapi or an older Populus has made have ids of 32 bits. They stay as they are, and an id that is too large for them finds
 * nothing, wherever it is given.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { LARGEST_ID } from '../../../src/util/json/largest-id.ts'
import { PanelApp } from '../../management/panel-app.ts'
import { ARTICLE, BODIES } from '../../management/strange-bodies.ts'
import { CLIENTS } from '../../support/databases.ts'
import { headersOf } from '../../support/worlds/world.ts'
import { idColumns, narrow } from './id-widths.ts'

const API = join(import.meta.dirname, '../../../src/admin-api')

/** All routes of the management API that name something in their path. */
const ROUTES = readdirSync(API)
  .filter(file => file.endsWith('.ts'))
  .flatMap(file =>
    [...readFileSync(join(API, file), 'utf8').matchAll(/'([A-Z]+ \/[^']*:[^']*)'/g)].map(([, route]) => route!),
  )

function withId(route: string, id: number): string {
  return route
    .replace(':uid', ARTICLE)
    .replace(':field', 'tags')
    .replaceAll(/:\w+(?=\/|$)/g, String(id))
}

class NarrowApp extends PanelApp {
  override async beforeOpening(database: DatabaseConfig): Promise<void> {
    // The first start makes Populus' own tables.
    const app = await this.another()
    await app.close()
    await narrow(database)
  }
}

const LARGE = [2 ** 31, 2 ** 32 + 1, LARGEST_ID]

describe.runIf(CLIENTS.includes('postgres'))('a database whose ids have 32 bits', () => {
  const app = new NarrowApp()
  let headers = {}
  const api = (request: string, body?: unknown) =>
    app.call(request, { token: null, headers, ...(body === undefined ? {} : { body }) })

  beforeAll(async () => {
    headers = await headersOf('full-access')
    await app.open('postgres')
  })

  it('stays as it is', async () => {
    await (await app.another()).close()
    const columns = await idColumns(app.database)
    expect(columns.length).toBeGreaterThan(150)
    expect(columns.filter(column => !column.endsWith(' integer'))).toEqual([])
  })

  it('is read and written as others are', async () => {
    const data = { title: 'Narrow', slug: 'narrow', tags: [1, 2], author: 1, links: [{ label: 'one' }] }
    const created = await api('POST /api/articles?populate[tags][fields][0]=name', { data })
    expect(created).toMatchObject({ status: 200, body: { data: { id: expect.any(Number) } } })
    const { id } = (created.body as { data: { id: number } }).data
    const found = await api(`GET /api/articles?filters[id][$in][0]=${id}&filters[tags][id]=2&populate[links]=true`)
    expect(found).toMatchObject({ body: { data: [{ id }], meta: { pagination: { total: 1 } } } })
    expect(await api(`PUT /api/articles/${id}`, { data: { tags: { disconnect: [1] } } })).toMatchObject({ status: 200 })
    expect(await api(`DELETE /api/articles/${id}`)).toMatchObject({ status: 200 })
  })

  it('a large id finds nothing', async () => {
    const all = await api('GET /api/tags?fields[0]=name')
    for (const id of LARGE) {
      for (const request of [`GET /api/tags/${id}`, `DELETE /api/tags/${id}`])
        expect([request, (await api(request)).status]).toEqual([request, 404])
      expect((await api(`PUT /api/tags/${id}`, { data: { name: 'x' } })).status).toBe(404)
      for (const filter of [`[id]=${id}`, `[id][$in][0]=${id}`, `[id][$gt]=${id}`, `[articles]=${id}`]) {
        const found = await api(`GET /api/tags?filters${filter}`)
        expect([filter, found]).toMatchObject([filter, { status: 200, body: { data: [] } }])
      }
      expect((await api(`GET /api/tags?fields[0]=name&filters[id][$lt]=${id}`)).body).toEqual(all.body)
      expect((await api(`GET /api/tags?fields[0]=name&filters[id][$ne]=${id}`)).body).toEqual(all.body)
      for (const tags of [[id], { connect: [id] }, { set: [{ id }] }])
        expect([tags, (await api('PUT /api/articles/1', { data: { tags } })).status]).toEqual([tags, 400])
      expect((await api('PUT /api/articles/1', { data: { cover: id } })).status).toBe(400)
      expect((await api('PUT /api/articles/1', { data: { tags: { disconnect: [id] } } })).status).toBe(200)
    }
  })

  it('a large id in any request of the panel makes nothing fail', async () => {
    const server = await app.another()
    const failed: unknown[] = []
    const check = async (request: string, payload?: unknown) => {
      const [method, path] = request.split(' ')
      const { statusCode } = await server.inject({
        method: method as 'GET',
        url: `/admin/api${path}`,
        headers: { authorization: `Bearer ${app.token}` },
        ...(method === 'GET' || method === 'DELETE' ? {} : { payload: payload ?? {} }),
      })
      if (statusCode >= 500) failed.push([request, payload, statusCode])
    }
    for (const id of LARGE) {
      for (const route of ROUTES) await check(withId(route, id))
      for (const [request, bodyOf] of BODIES)
        for (const given of [id, [id], { id }, { connect: [id] }, { connect: [{ id: 1, position: { before: id } }] }]) {
          const body = bodyOf(given)
          if (typeof body === 'object' && body !== null && !request.includes('password')) await check(request, body)
        }
      for (const query of [
        `pick/${ARTICLE}/tags?_q=${id}&exclude=${id}`,
        `media?folder=${id}`,
        `content/${ARTICLE}?_q=${id}`,
      ])
        await check(`GET /${query}`)
      await check(`GET /activity?entry=${id}&by=admin:${id}`)
      await check(`GET /uid/available?uid=${ARTICLE}&field=slug&value=x&id=${id}`)
      await check(`PUT /content/${ARTICLE}/${id}`, { data: { title: 'x' } })
      await check(`POST /content/${ARTICLE}/bulk`, { action: 'delete', ids: [id] })
      await check('POST /media/folders', { name: `f${id}`, parent: id })
      await check('POST /media/bulk', { action: 'move', files: [id], folders: [id], folder: id })
      await check('POST /presence', { uid: ARTICLE, id })
      await check(`PUT /drafts/${ARTICLE}/${id}`, { base: null, changes: { title: 'x' } })
    }
    expect(failed).toEqual([])
  }, 240_000)
})

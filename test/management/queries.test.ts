/** Named queries that are made in the panel: stored, checked, served, changed and deleted. */
import { describe, expect, test } from 'vitest'
import type { Explanation } from '../../src/admin-api/explain-api.ts'
import type { NamedQueryInfo } from '../../src/admin-api/named-query-api.ts'
import { EventReader } from '../live/event-reader.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { WORLD } from '../support/worlds/world.ts'
import { panelApp } from './panel-app.ts'

const BY_NAME = {
  type: 'tag',
  query: { fields: ['name'], filters: { name: { $eq: { $param: 'name' } } } },
  parameters: { name: { type: 'string', required: true } },
}
const SEA = { id: 1, attributes: { name: 'sea' } }

describe.each(CLIENTS)('named queries of the panel, on %s', client => {
  const app = panelApp(client)
  const own = async () => (await app.data<NamedQueryInfo[]>('GET /queries')).filter(({ source }) => source === 'panel')

  test('are served at once, by every process and at remembered addresses, as they are now', async () => {
    const other = await buildTestApp({ folder: WORLD, database: app.database, development: false })
    const { address } = await other.listen(0)
    const served = async (path: string) => {
      const answer = await fetch(new URL(path, address))
      return { status: answer.status, body: await answer.json() }
    }
    expect((await served('/api/queries/tags?name=sea')).status).toBe(404)
    const made = await app.call('POST /queries', { body: { name: 'tags', definition: BY_NAME } })
    const info = {
      name: 'tags',
      url: '/api/queries/tags',
      source: 'panel',
      type: 'api::tag.tag',
      definition: BY_NAME,
      problem: null,
    }
    expect(made).toMatchObject({ status: 201, body: { data: info } })
    expect(await own()).toEqual([info])
    for (const _time of ['first', 'remembered'])
      expect(await served('/api/queries/tags?name=sea')).toMatchObject({ status: 200, body: { data: [SEA] } })
    const changed = { ...BY_NAME, query: { ...BY_NAME.query, fields: ['weight'] } }
    expect(await app.status('PUT /queries/tags', { body: { name: 'tags', definition: changed } })).toBe(200)
    for (const _time of ['first', 'remembered'])
      expect(await served('/api/queries/tags?name=sea')).toMatchObject({
        body: { data: [{ id: 1, attributes: { weight: 30 } }] },
      })
    expect((await served('/api/openapi.json')).body).toHaveProperty(['paths', '/queries/tags', 'get'])
    await app.data('PUT /queries/tags', { body: { name: 'labels', definition: changed } })
    expect((await served('/api/queries/tags?name=sea')).status).toBe(404)
    expect((await served('/api/queries/labels?name=sea')).status).toBe(200)
    expect(await app.data('DELETE /queries/labels')).toEqual({ name: 'labels' })
    expect((await served('/api/queries/labels?name=sea')).status).toBe(404)
    expect((await served('/api/openapi.json')).body).not.toHaveProperty(['paths', '/queries/labels'])
    expect(await own()).toEqual([])
  })

  test('what listens to one that is changed or deleted hears nothing more of it', async () => {
    const other = await buildTestApp({ folder: WORLD, database: app.database })
    const { address } = await other.listen(0)
    const listen = async (name: string) => {
      const reader = new EventReader()
      expect((await reader.open(`${address}/api/queries/${name}?name=sea`)).status).toBe(200)
      expect(await reader.next()).toMatchObject([{ event: 'answer', data: { data: [SEA] } }])
      return reader
    }
    for (const name of ['changed', 'deleted', 'kept'])
      await app.call('POST /queries', { body: { name, definition: BY_NAME } })
    const [changed, deleted, kept] = [await listen('changed'), await listen('deleted'), await listen('kept')]
    const definition = { ...BY_NAME, query: { ...BY_NAME.query, fields: ['weight'] } }
    await app.data('PUT /queries/changed', { body: { name: 'changed', definition } })
    expect(await changed.next()).toMatchObject([{ event: 'changed' }])
    await changed.over()
    await app.data('DELETE /queries/deleted')
    expect(await deleted.next()).toMatchObject([{ event: 'changed' }])
    await deleted.over()
    expect((await new EventReader().open(`${address}/api/queries/deleted?name=sea`)).status).toBe(404)
    expect(kept.isOver).toBe(false)
    kept.close()
    for (const name of ['changed', 'kept']) await app.data(`DELETE /queries/${name}`)
  })

  test('are checked like files, whose names are taken', async () => {
    const post = async (name: unknown, definition: unknown) => {
      const { status, body } = await app.call('POST /queries', { body: { name, definition } })
      return [status, (body as { error: { message: string } }).error.message]
    }
    expect(await post('article', BY_NAME)).toEqual([400, expect.stringContaining('there is already a query article')])
    expect(await post('a/b', BY_NAME)).toEqual([400, expect.stringContaining('name: expected only letters')])
    expect(await post('x', { type: 'tag', query: { fields: ['nmae'] } })).toEqual([
      400,
      expect.stringContaining('definition.query: Invalid parameter nmae'),
    ])
    expect(await post('x', { type: 'tag', description: 'x'.repeat(70_000) })).toEqual([
      400,
      expect.stringContaining('at most 65536 bytes'),
    ])
    expect(await post('x', null)).toEqual([400, expect.stringContaining('definition: expected an object')])
    for (const [request, status] of [
      ['PUT /queries/article', 403],
      ['DELETE /queries/article', 403],
      ['DELETE /queries/%00', 404],
      ['DELETE /queries/nothing', 404],
    ] as const)
      expect(await app.status(request, { body: { name: 'article', definition: BY_NAME } }), request).toBe(status)
  })

  test('are for super administrators', async () => {
    for (const request of ['GET /queries', 'POST /queries', 'PUT /queries/tags', 'DELETE /queries/tags'])
      expect(await app.status(request, { token: app.editor, body: {} }), request).toBe(403)
  })

  test('are explained as the reads that they stand for', async () => {
    const explain = async (url: string) =>
      app.call('POST /explain', { body: { url, as: { kind: 'public' } } }) as Promise<{
        status: number
        body: { data: Explanation; error: { message: string } }
      }>
    const { body } = await explain('/api/queries/article?slug=tide')
    expect(body.data).toMatchObject({ status: 200, reads: { type: 'api::article.article', fields: ['title'] } })
    expect(body.data.statements).toHaveLength(2)
    expect(JSON.parse(body.data.body)).toMatchObject({ data: { id: 1 } })
    expect((await explain('/api/queries/secrets')).body.data).toMatchObject({
      status: 403,
      missing: [{ reason: 'type-not-granted' }],
    })
    expect((await explain('/api/queries/article')).body.error.message).toBe('Invalid parameters: slug is required')
    expect((await explain('/api/queries/nothing')).status).toBe(400)
    expect((await explain('/api/articles/slug:tide')).body.data).toMatchObject({ status: 200 })
  })
})

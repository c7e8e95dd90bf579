import { describe, expect, test } from 'vitest'
import type { OpenEntry } from '../../src/admin-api/content-api.ts'
import { errorBody } from '../identity/administrators/admin-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

const ARTICLES = '/content/api::article.article'
const SEA = { id: 1, title: 'sea', status: 'published', locale: null }
const HIDDEN = { id: 4, title: 'hidden', status: 'draft', locale: null }
const HILL = { id: 2, title: 'hill', status: 'published', locale: null }

describe.each(CLIENTS)('relations, copies and uids, on %s', client => {
  const app = panelApp(client)

  test('candidates are found by a part of their title, without those already chosen', async () => {
    const { status, body } = await app.call('GET /pick/api::article.article/tags?_q=h&exclude=2&pageSize=5')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [HIDDEN],
      meta: { pagination: { page: 1, pageSize: 5, pageCount: 1, total: 1 } },
    })
    const ids = async (path: string, token = app.token) =>
      (await app.data<{ id: number }[]>(`GET /pick/${path}`, { token })).map(({ id }) => id)
    expect(await ids('blocks.duo/author?_q=Ada')).toEqual([1])
    expect(await ids('api::article.article/related?locale=fr')).toEqual([7, 6])
    expect(await ids('api::article.article/tags', app.author)).toEqual([])
    expect(await app.status('GET /pick/api::article.article/title')).toBe(404)
    expect(await app.status('GET /pick/api::nothing.nothing/tags')).toBe(404)
    expect((await app.call('GET /pick/api::article.article/tags?exclude=x')).body).toMatchObject({
      error: { message: 'exclude: expected at most 500 numbers' },
    })
    expect((await app.call('GET /pick/api::article.article/tags?page=0')).status).toBe(400)
  })

  test('chosen entries come page by page, also inside components', async () => {
    expect((await app.call(`GET ${ARTICLES}/1/relations/tags?page=2&pageSize=2`)).body).toEqual({
      data: [HILL],
      meta: { pagination: { page: 2, pageSize: 2, pageCount: 2, total: 3 } },
    })
    const { data } = (await app.call(`GET ${ARTICLES}/1/relations/blocks.3.tags?_q=sea`)).body as { data: unknown }
    expect(data).toEqual([SEA])
    expect(await app.status(`GET ${ARTICLES}/1/relations/title`)).toBe(404)
    expect(await app.status(`GET ${ARTICLES}/99/relations/tags`)).toBe(404)
    expect(await app.status(`GET ${ARTICLES}/1/relations/tags`, { token: app.author })).toBe(404)
  })

  test('references to an entry are found wherever they are', async () => {
    const incoming = await app.data<object[]>('GET /content/api::tag.tag/1/incoming')
    expect(incoming).toContainEqual({
      uid: 'api::article.article',
      id: 1,
      title: 'Tide',
      status: 'published',
      locale: 'en',
      field: 'tags',
    })
    expect(incoming).toContainEqual({
      uid: 'api::article.article',
      id: 1,
      title: 'Tide',
      status: 'published',
      locale: 'en',
      field: 'blocks.tags',
    })
    expect(await app.data('GET /content/api::tag.tag/1/incoming?pageSize=1')).toEqual([incoming[0]])
    expect(await app.data('GET /content/api::tag.tag/1/incoming?pageSize=1&page=2')).toEqual([incoming[1]])
    expect(await app.status('GET /content/api::tag.tag/1/incoming?pageSize=x')).toBe(400)
    expect(await app.status('GET /content/api::tag.tag/1/incoming', { token: app.author })).toBe(404)
  })

  test('a uid is made from its target and is free', async () => {
    const body = { uid: 'api::article.article', field: 'slug', data: { title: 'Tide' } }
    expect(await app.data('POST /uid', { body })).toEqual({ value: 'tide-1' })
    expect(await app.data('POST /uid', { body: { ...body, data: { title: 'Über Öl & Co' } } })).toEqual({
      value: 'ueber-oel-and-co',
    })
    expect(await app.data('POST /uid', { body: { ...body, data: {} } })).toEqual({ value: 'article' })
    const available = (query: string) =>
      app.data(`GET /uid/available?uid=api::article.article&field=slug&value=${query}`)
    expect(await available('tide')).toEqual({ available: false, suggestion: 'tide-1' })
    expect(await available('tide&id=1')).toEqual({ available: true, suggestion: null })
    expect(await available('fresh')).toEqual({ available: true, suggestion: null })
    expect((await app.call('POST /uid', { body: { ...body, field: 'title' } })).body).toEqual(
      errorBody(400, 'ValidationError', 'field: api::article.article has no uid attribute title', {
        errors: [{ path: ['field'], message: 'api::article.article has no uid attribute title' }],
      }),
    )
    expect(await app.status('GET /uid/available?uid=api::article.article&field=slug&value=%F0')).toBe(400)
  })

  test('a clone is a draft with the same values and components of its own', async () => {
    const made = await app.call(`POST ${ARTICLES}/1/clone`, { body: { data: { title: 'Tide, again' } } })
    expect(made.status).toBe(201)
    const clone = (made.body as { data: OpenEntry }).data
    const source = await app.data<OpenEntry>(`GET ${ARTICLES}/1`)
    expect(clone).toMatchObject({ title: 'Tide, again', status: 'draft', locale: 'en' })
    expect(clone.values).toMatchObject({ slug: 'tide-1', tags: source.values.tags, cover: source.values.cover })
    const blocks = (entry: OpenEntry) => entry.values.blocks as { id: number; __component: string; heading?: string }[]
    expect(blocks(clone).map(({ __component, heading }) => [__component, heading])).toEqual(
      blocks(source).map(({ __component, heading }) => [__component, heading]),
    )
    const keyOf = ({ __component, id }: { __component: string; id: number }) => `${__component} ${id}`
    expect(blocks(clone).some(block => blocks(source).map(keyOf).includes(keyOf(block)))).toBe(false)
  })

  test('a translation is filled from another one', async () => {
    const filled = await app.data<OpenEntry>(`POST ${ARTICLES}/5/copy-locale`, { body: { from: 'en', to: 'fr' } })
    expect(filled).toMatchObject({ locale: 'fr', title: 'Sketch', status: 'draft' })
    expect(filled.locales).toMatchObject([
      { locale: 'en', id: 5 },
      { locale: 'fr', id: filled.id },
    ])
    const body = { from: 'en', to: 'fr', fields: ['summary', 'seo', 'blocks'] }
    const part = await app.data<OpenEntry>(`POST ${ARTICLES}/1/copy-locale`, { body })
    expect(part).toMatchObject({
      id: 6,
      title: 'Marée',
      values: { summary: 'Water comes and goes.', seo: { metaTitle: 'All about tides' } },
    })
    expect((part.values.blocks as object[]).length).toBe(6)
    expect(await app.data(`GET ${ARTICLES}/6/values?locale=en`)).toMatchObject({ title: 'Tide' })
    expect((await app.call(`POST ${ARTICLES}/1/copy-locale`, { body: { from: 'en', to: 'en' } })).status).toBe(400)
    expect((await app.call(`POST ${ARTICLES}/1/copy-locale`, { body: { ...body, fields: ['x'] } })).body).toMatchObject(
      {
        error: { message: 'fields: there is no attribute x' },
      },
    )
  })

  test('entries of all types are found by their title', async () => {
    expect(await app.data('GET /find?_q=ri')).toContainEqual({
      uid: 'api::article.article',
      id: 2,
      title: 'Ridge',
      status: 'published',
      locale: 'en',
    })
    expect(await app.data('GET /find?_q=ri', { token: app.author })).toEqual([])
    expect((await app.data<object[]>('GET /find?_q=i&pageSize=2')).length).toBe(2)
    expect((await app.call('GET /find')).status).toBe(400)
  })

  test('the locales are listed', async () => {
    expect(await app.data('GET /locales')).toEqual([
      { id: 1, code: 'en', name: 'English (en)', isDefault: true },
      { id: expect.any(Number), code: 'fr', name: expect.any(String), isDefault: false },
    ])
  })

  test('a deleted entry is gone', async () => {
    const { id } = await app.data<OpenEntry>('POST /content/api::tag.tag', { body: { data: { name: 'gone' } } })
    expect(await app.status(`DELETE /content/api::tag.tag/${id}`, { token: app.author })).toBe(404)
    expect(await app.data(`DELETE /content/api::tag.tag/${id}`)).toEqual({ id })
    expect(await app.status(`DELETE /content/api::tag.tag/${id}`)).toBe(404)
  })
})

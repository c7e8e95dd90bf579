import { describe, expect, test } from 'vitest'
import type { OpenEntry } from '../../src/admin-api/content-api.ts'
import { CLIENTS } from '../support/databases.ts'
import { type Permission, panelApp } from './panel-app.ts'

const ARTICLES = '/content/api::article.article'

describe.each(CLIENTS)('permissions of roles, on %s', client => {
  const app = panelApp(client)

  /** Replaces what the role Editor may do with articles. */
  const limit = (permissions: readonly Permission[]) => app.limit('api::article.article', permissions)
  const editor = () => ({ token: app.editor })

  test('fields that are not listed are neither shown, nor used, nor written', async () => {
    await limit([
      { action: 'read', properties: { fields: ['title', 'seo.metaTitle', 'tags'] } },
      { action: 'update', properties: { fields: ['title', 'seo.metaTitle'] } },
    ])
    const { values, may } = await app.data<OpenEntry>(`GET ${ARTICLES}/1`, editor())
    expect(values).toEqual({
      title: 'Tide',
      passcode: null,
      tags: expect.objectContaining({ count: 3 }),
      seo: { id: 1, metaTitle: 'All about tides' },
    })
    expect(may).toEqual({ update: true, delete: false, publish: false, fields: ['title', 'seo.metaTitle'] })
    for (const query of [
      'filters[summary]=x',
      'filters[seo][note]=x',
      'sort=rank',
      'sort=seo.note',
      'sort[seo][note]=asc',
      'sort[0][seo][note]=asc',
      'filters[$or][0][seo][note]=x',
      'filters[related][seo][note]=x',
      'sort[related][seo][note]=asc',
      'columns=rank',
    ])
      expect(await app.status(`GET ${ARTICLES}?${query}`, editor())).toBe(400)
    expect(await app.status(`GET ${ARTICLES}?filters[seo][metaTitle]=x`, editor())).toBe(200)
    for (const data of [{ rank: 1 }, { seo: { id: 1, note: 'x' } }, { tags: [1] }])
      expect(await app.status(`PUT ${ARTICLES}/1`, { body: { data }, ...editor() })).toBe(400)
    const body = { data: { title: 'Tide!', seo: { id: 1, metaTitle: 'New' } } }
    expect((await app.data<OpenEntry>(`PUT ${ARTICLES}/1`, { body, ...editor() })).values.title).toBe('Tide!')
    expect((await app.data<OpenEntry>(`GET ${ARTICLES}/1`)).values.seo).toMatchObject({ note: 'check again' })
    expect(await app.status(`DELETE ${ARTICLES}/1`, editor())).toBe(403)
    expect(await app.status(`POST ${ARTICLES}`, { body: { data: {} }, ...editor() })).toBe(403)
  })

  test('a title that may not be read is not in the checks of translations either', async () => {
    const checks = async () => (await app.data<{ title: string }[]>(`GET ${ARTICLES}/1/checks`, editor()))[0]!.title
    await limit([{ action: 'read', properties: { fields: ['title'] } }])
    expect(await checks()).toMatch(/^Tide/)
    await limit([{ action: 'read', properties: { fields: ['summary'] } }])
    expect(await checks()).not.toMatch(/Tide/)
  })

  test('locales that are not listed are out of reach', async () => {
    const english = { properties: { locales: ['en'] } }
    await limit([{ action: 'read' }, { action: 'create', ...english }, { action: 'update', ...english }])
    expect(await app.status(`GET ${ARTICLES}/6`, editor())).toBe(200)
    expect(await app.status(`PUT ${ARTICLES}/6`, { body: { data: { summary: 'x' } }, ...editor() })).toBe(403)
    expect(await app.status(`PUT ${ARTICLES}/1`, { body: { data: { summary: 'x' } }, ...editor() })).toBe(200)
    const french = { data: { title: 'x' }, locale: 'fr' }
    expect(await app.status(`POST ${ARTICLES}`, { body: french, ...editor() })).toBe(403)
    await limit([{ action: 'read', ...english }])
    expect(await app.status(`GET ${ARTICLES}/6`, editor())).toBe(404)
    expect((await app.data<object[]>(`GET ${ARTICLES}?locale=all`, editor())).length).toBe(5)
  })

  test('conditions choose entries by who created them', async () => {
    await limit([{ action: 'read', conditions: ['admin::has-same-role-as-creator'] }, { action: 'create' }])
    const other = await app.person('Otto', 'strapi-editor')
    const made = await app.data<OpenEntry>(`POST ${ARTICLES}`, { body: { data: { title: 'Ours' } }, token: other })
    const titles = async () =>
      (await app.data<{ title: string }[]>(`GET ${ARTICLES}`, editor())).map(({ title }) => title)
    expect(await titles()).toEqual(['Ours'])
    expect(await app.status(`GET ${ARTICLES}/${made.id}`, editor())).toBe(200)
    await limit([{ action: 'read', conditions: ['admin::is-creator'] }])
    expect(await titles()).toEqual([])
    await limit([{ action: 'read', conditions: ['plugin::other.custom'] }])
    expect(await titles()).toEqual([])
    await limit([])
    expect(await app.status(`GET ${ARTICLES}`, editor())).toBe(404)
  })
})

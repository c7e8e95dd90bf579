import { describe, expect, test } from 'vitest'
import type { OpenEntry } from '../../src/admin-api/content-api.ts'
import { CLIENTS } from '../support/databases.ts'
import { type Permission, panelApp } from './panel-app.ts'

const ARTICLES = '/content/api::article.article'

/** The plain values of a form. */
function bodyOf(values: OpenEntry['values']): Readonly<Record<string, unknown>> {
  const plain = Object.entries(values).filter(([, value]) => typeof value !== 'object' || value === null)
  return Object.fromEntries(plain.filter(([name]) => name !== 'passcode'))
}

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

  test('a component of which only some fields are listed stays', async () => {
    type Parts = readonly { id: number }[]
    const save = (data: object, pending = false) =>
      app.call(`PUT ${ARTICLES}/1`, { body: { data, ...(pending ? { pending } : {}) }, ...editor() })
    const refused = (attribute: string) => ({
      status: 403,
      body: {
        error: {
          message: `You may change only some fields of ${attribute}, so its parts have to stay, each named by its id`,
          details: { errors: [{ path: [attribute] }] },
        },
      },
    })
    const grant = (fields: readonly string[]) =>
      limit(['read', 'update'].map(action => ({ action, properties: { fields } })))
    await app.call(`PUT ${ARTICLES}/1`, { body: { data: { seo: { metaTitle: 'Tides', note: 'hidden' } } } })
    const { values } = await app.data<OpenEntry>(`GET ${ARTICLES}/1`)
    const { id } = values.seo as unknown as { id: number }
    const links = values.links as unknown as Parts
    await grant(['title', 'seo.metaTitle', 'links.label'])
    for (const pending of [false, true]) {
      expect(await save({ seo: null }, pending)).toMatchObject(refused('seo'))
      expect(await save({ seo: { metaTitle: 'x' } }, pending)).toMatchObject(refused('seo'))
      expect(await save({ links: [] }, pending)).toMatchObject(refused('links'))
      expect(await save({ links: [{ id: links[1]!.id }, { label: 'x' }] }, pending)).toMatchObject(refused('links'))
    }
    const body = { action: 'edit', ids: [1], data: { seo: null } }
    expect(await app.data(`POST ${ARTICLES}/bulk`, { body, ...editor() })).toMatchObject({ failed: [{ id: 1 }] })
    const moved = [{ id: links[1]!.id, label: 'Moon!' }, { label: 'New' }, { id: links[0]!.id }]
    expect(await save({ seo: { id, metaTitle: 'y' }, links: moved })).toMatchObject({ status: 200 })
    expect((await app.data<OpenEntry>(`GET ${ARTICLES}/1`)).values).toMatchObject({
      seo: { id, metaTitle: 'y', note: 'hidden' },
      links: [{ label: 'Moon!', weight: 1 }, { label: 'New' }, { label: 'Tables', weight: 2 }],
    })
    // Every field by itself is all of them.
    await grant(['seo.metaTitle', 'seo.note', 'seo.image', 'seo.socials', 'links.label', 'links.url', 'links.weight'])
    expect(await save({ seo: { metaTitle: 'All about tides', note: 'check again' } })).toMatchObject({ status: 200 })
    expect(await save({ links: [] })).toMatchObject({ status: 200 })
  })

  test('fields of components that are not listed stay when a translation or a version is copied', async () => {
    const seoOf = async (id: number) => (await app.data<OpenEntry>(`GET ${ARTICLES}/${id}`)).values.seo
    const write = (id: number, data: object) => app.call(`PUT ${ARTICLES}/${id}`, { body: { data } })
    const [english, french] = [1, 6]
    await write(english, { seo: { metaTitle: 'one', note: 'english' } })
    await write(french, { seo: { metaTitle: 'un', note: 'french' } })
    const before = (await seoOf(french)) as unknown as { id: number }
    await limit(['read', 'update'].map(action => ({ action, properties: { fields: ['title', 'seo.metaTitle'] } })))
    const copy = { body: { from: 'en', to: 'fr' }, ...editor() }
    expect(await app.status(`POST ${ARTICLES}/${english}/copy-locale`, copy)).toBe(200)
    expect(await seoOf(french)).toMatchObject({ id: before.id, metaTitle: 'one', note: 'french' })
    await write(french, { seo: { id: before.id, metaTitle: 'deux', note: 'later' } })
    const [, old] = await app.data<{ version: number }[]>(`GET ${ARTICLES}/${french}/versions`)
    const restore = () =>
      app.call(`POST ${ARTICLES}/${french}/versions/${old!.version}/restore`, { body: {}, ...editor() })
    expect(await restore()).toMatchObject({ status: 200 })
    expect(await seoOf(french)).toMatchObject({ id: before.id, metaTitle: 'one', note: 'later' })
    // A new component takes the place of the one that the version has.
    await write(french, { seo: { metaTitle: 'trois', note: 'new' } })
    expect(await restore()).toMatchObject({ status: 200 })
    expect(await seoOf(french)).toMatchObject({ metaTitle: 'one', note: 'new' })
    await write(english, { seo: null })
    expect(await app.status(`POST ${ARTICLES}/${english}/copy-locale`, copy)).toBe(403)
  })

  test('what translations share is changed by somebody who may change all of them', async () => {
    const own = { conditions: ['admin::is-creator'] }
    await limit([{ action: 'read' }, { action: 'create' }, { action: 'update', ...own }])
    const put = (id: number, data: object, more: object = {}) =>
      app.call(`PUT ${ARTICLES}/${id}`, { body: { data, ...more }, ...editor() })
    const translate = (id: number, locale: string) =>
      app.call(`POST ${ARTICLES}`, { body: { data: { title: locale }, translationOf: id, locale }, ...editor() })
    const rankOf = async (id: number) => (await app.data<OpenEntry>(`GET ${ARTICLES}/${id}`)).values.rank
    const facts = {
      ...{
        keywords: ['a', { b: 1 }],
        metadata: { b: 1, a: [null] },
        views: '9007199254740993',
        price: 9.95,
        score: 0.1,
      },
      ...{ day: '2024-03-01', clock: '06:15:30.125', happenedAt: '2024-03-01T06:15:30.500Z', stampedAt: 1709273730500 },
    }
    await app.call(`PUT ${ARTICLES}/3`, { body: { data: facts } })
    const rank = await rankOf(3)
    expect(await put(3, { rank: 0 })).toMatchObject({ status: 403 })
    expect(await translate(3, 'fr')).toMatchObject({ status: 403 })
    await limit([{ action: 'read' }, { action: 'create' }, { action: 'update', properties: { locales: ['fr'] } }])
    const { status, body } = await translate(3, 'fr')
    expect({ status, body }).toMatchObject({ status: 201 })
    const { id, values } = (body as { data: OpenEntry }).data
    const message = 'rank is shared with translations that you may not change'
    const refused = { status: 403, body: { error: { message, details: { errors: [{ path: ['rank'], message }] } } } }
    const { keywords, metadata } = values
    const sent = { ...bodyOf(values), keywords, metadata, happenedAt: facts.happenedAt }
    expect(await put(id, { ...sent, title: 'Crête' })).toMatchObject({ status: 200 })
    expect(await put(id, { ...sent, rank: 0 })).toMatchObject(refused)
    await app.call(`POST ${ARTICLES}/${id}/publish`)
    expect(await put(id, { ...sent, title: 'Crêtes' }, { pending: true })).toMatchObject({ status: 200 })
    expect(await put(id, { rank: 0 }, { pending: true })).toMatchObject(refused)
    const bulk = { action: 'edit', ids: [id], data: { rank: 0 } }
    expect(await app.data(`POST ${ARTICLES}/bulk`, { body: bulk, ...editor() })).toMatchObject({
      failed: [{ message }],
    })
    expect([await rankOf(3), await rankOf(id)]).toEqual([rank, rank])
    await limit([{ action: 'read' }, { action: 'update' }])
    expect(await put(id, { rank: 0 })).toMatchObject({ status: 200 })
    expect([await rankOf(3), await rankOf(id)]).toEqual([0, 0])
    await app.call(`PUT ${ARTICLES}/3`, { body: { data: { rank } } })
    await app.call(`DELETE ${ARTICLES}/${id}`)
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

/** Deleted entries come back as they were, for those who may have them. */
import { afterEach, describe, expect, it } from 'vitest'
import type { RestoredEntry, TrashItem } from '../../src/admin-api/history-api.ts'
import { runOwn } from '../identity/administrators/own-rows.ts'
import { panelApp } from '../management/panel-app.ts'
import { CLIENTS } from '../support/databases.ts'

const ARTICLE = 'api::article.article'
const TAG = 'api::tag.tag'

/** Components come back as new ones, with other ids; and whoever restores an entry has changed it. */
function withoutIds(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(withoutIds)
  if (typeof given !== 'object' || given === null) return given
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) =>
      ['id', 'version', 'updatedBy'].includes(key) ? [] : [[key, withoutIds(value)]],
    ),
  )
}

describe.each(CLIENTS)('the trash on %s', client => {
  const app = panelApp(client)
  const trash = (query = '', token = app.token) => app.data<readonly TrashItem[]>(`GET /trash${query}`, { token })
  const restore = (item: TrashItem | undefined, body: object = {}) =>
    app.data<RestoredEntry>(`POST /trash/${item!.id}/restore`, { body })
  const newTag = async (name: string) =>
    (await app.data<{ id: number }>(`POST /content/${TAG}`, { body: { data: { name } } })).id

  afterEach(async () => {
    for (const { id } of await trash()) await app.call(`DELETE /trash/${id}`)
  })

  it('an entry is the same again: values, components, zones, files, relations and translations', async () => {
    const before = await app.data(`GET /content/${ARTICLE}/1`)
    const others = (await app.call('GET /api/tags?populate=articles&sort=id')).body
    await app.call(`DELETE /content/${ARTICLE}/1`)
    expect(await app.status(`GET /content/${ARTICLE}/1`)).toBe(404)
    const [item, ...rest] = await trash()
    expect([item, rest]).toEqual([
      {
        ...{ id: expect.any(Number), uid: ARTICLE, entry: 1, title: 'Tide', locale: 'en', deletedAt: '<moment>' },
        by: { kind: 'admin', id: 1, name: expect.any(String) },
      },
      [],
    ])
    expect(await restore(item)).toEqual({ uid: ARTICLE, id: 1, lost: [] })
    expect(withoutIds(await app.data(`GET /content/${ARTICLE}/1`))).toEqual(withoutIds(before))
    expect((await app.call('GET /api/tags?populate=articles&sort=id')).body).toEqual(others)
    expect(await trash()).toEqual([])
    expect(await app.status(`POST /trash/${item!.id}/restore`, { body: {} })).toBe(404)
  })

  it('every way to delete keeps the entry', async () => {
    const [one, two, three, four] = [
      await newTag('one'),
      await newTag('two'),
      await newTag('three'),
      await newTag('four'),
    ]
    await app.call(`DELETE /content/${TAG}/${one}`)
    await app.call(`POST /content/${TAG}/bulk`, { body: { action: 'delete', ids: [two, three] } })
    await runOwn(app.database, `insert into up_permissions (action) values ('${TAG}.delete')`)
    await runOwn(
      app.database,
      `insert into up_permissions_role_links (permission_id, role_id) select max(p.id), (select id from up_roles where type = 'public') from up_permissions p`,
    )
    expect(await app.status(`DELETE /api/tags/${four}`, { token: null })).toBe(200)
    expect((await trash()).map(({ entry, title, by }) => [entry, title, by?.kind])).toEqual([
      [four, 'four', undefined],
      [three, 'three', 'admin'],
      [two, 'two', 'admin'],
      [one, 'one', 'admin'],
    ])
  })

  it('names relations whose other side is gone, and takes none away', async () => {
    const tag = await newTag('lost')
    const { id } = await app.data<{ id: number }>(`POST /content/${ARTICLE}`, {
      body: { data: { title: 'Loses a tag', slug: 'loses', tags: [1, tag] } },
    })
    await app.call(`DELETE /content/${ARTICLE}/${id}`)
    await app.call(`DELETE /content/${TAG}/${tag}`)
    const [, article] = await trash()
    expect(await restore(article)).toEqual({
      ...{ uid: ARTICLE, id },
      lost: [{ field: 'tags', uid: TAG, id: tag, reason: 'gone' }],
    })
    await app.call(`DELETE /content/${ARTICLE}/${id}`)
  })

  it('what must be unique can be named anew; an id that is taken is not used', async () => {
    const draft = { title: 'First', slug: 'first-one' }
    const { id } = await app.data<{ id: number }>(`POST /content/${ARTICLE}`, { body: { data: draft } })
    await app.call(`DELETE /content/${ARTICLE}/${id}`)
    await runOwn(
      app.database,
      `insert into articles (id, title, slug, locale) values (${id}, 'Second', 'first-one', 'en')`,
    )
    const [item] = await trash()
    expect(await app.status(`POST /trash/${item!.id}/restore`, { body: {} })).toBe(400)
    const restored = await restore(item, { data: { slug: 'first-two' } })
    expect(restored.id).not.toBe(id)
    expect(await app.data(`GET /content/${ARTICLE}/${restored.id}`)).toMatchObject({
      values: { title: 'First', slug: 'first-two' },
    })
    await app.call(`POST /content/${ARTICLE}/bulk`, { body: { action: 'delete', ids: [id, restored.id] } })
  })

  it('an end user comes back with the password, and without a code that was sent', async () => {
    const USER = 'plugin::users-permissions.user'
    await runOwn(
      app.database,
      `update up_users set reset_password_token = 'a code', email = 'm@example.org', password = 'a hash' where id = 1`,
    )
    const stored = () => runOwn(app.database, 'select email, username, password, provider from up_users where id = 1')
    const before = await stored()
    expect(await app.status(`DELETE /content/${USER}/1`)).toBe(200)
    expect(await stored()).toEqual([])
    const [item] = await trash()
    expect(JSON.stringify(await app.call(`GET /trash/${item!.id}`))).not.toMatch(/password|a code/i)
    expect(await restore(item)).toEqual({ uid: USER, id: 1, lost: [] })
    expect(await stored()).toEqual(before)
    expect(JSON.stringify(await runOwn(app.database, 'select reset_password_token from up_users'))).not.toContain(
      'a code',
    )
  })

  it('deletes for good', async () => {
    await app.call(`DELETE /content/${TAG}/${await newTag('gone')}`)
    const [item] = await trash()
    expect(await app.data(`DELETE /trash/${item!.id}`)).toEqual({ deleted: true })
    expect(await app.status(`GET /trash/${item!.id}`)).toBe(404)
  })

  it('shows the values, and pages', async () => {
    for (const name of ['a', 'b', 'c']) await app.call(`DELETE /content/${TAG}/${await newTag(name)}`)
    const { body } = await app.call('GET /trash?limit=2')
    const { data, meta } = body as { data: readonly TrashItem[]; meta: object }
    expect([data.map(({ title }) => title), meta]).toEqual([['c', 'b'], { more: true }])
    expect((await trash(`?entry=${data[1]!.entry}`)).map(({ title }) => title)).toEqual(['b'])
    expect((await trash(`?before=${data[1]!.id}&uid=${TAG}`)).map(({ title }) => title)).toEqual(['a'])
    expect(await app.data(`GET /trash/${data[0]!.id}`)).toMatchObject({ title: 'c', values: { name: 'c' } })
  })

  it('bad input', async () => {
    for (const query of ['limit=0', 'limit=101', 'before=x', 'entry=x', 'typo=1'])
      expect(await app.status(`GET /trash?${query}`), query).toBe(400)
    expect(await app.status('GET /trash?uid=api::typo.typo')).toBe(404)
    for (const id of ['0', 'x', '-1', '999999', '99999999999999999999'])
      for (const request of [`GET /trash/${id}`, `POST /trash/${id}/restore`, `DELETE /trash/${id}`])
        expect(await app.status(request, request.startsWith('POST') ? { body: {} } : {}), request).toBe(404)
    await app.call(`DELETE /content/${TAG}/${await newTag('bad')}`)
    const [item] = await trash()
    for (const body of [{ typo: 1 }, { data: 1 }, { data: { name: 'x', createdAt: 'y' } }])
      expect(await app.status(`POST /trash/${item!.id}/restore`, { body }), JSON.stringify(body)).toBe(400)
    expect(await app.status('GET /trash', { token: null })).toBe(401)
  })

  it('authors restore what they have written, with the permissions that their role has at first', async () => {
    const as = { token: app.author }
    const { id } = await app.data<{ id: number }>(`POST /content/${ARTICLE}`, {
      ...as,
      body: { data: { title: 'Own', slug: 'own-one', seo: { metaTitle: 'Own', metaSocial: [] } } },
    })
    await app.call(`DELETE /content/${ARTICLE}/${id}`)
    const [item] = await trash('', app.author)
    expect(await app.status(`POST /trash/${item!.id}/restore`, { ...as, body: {} })).toBe(200)
    expect(await app.data(`GET /content/${ARTICLE}/${id}`, as)).toMatchObject({ values: { seo: { metaTitle: 'Own' } } })
  })

  it('what is given instead of deleted values leads only to what the person may read', async () => {
    const as = { token: app.author }
    const hidden = await newTag('hidden')
    const own = (await app.data<{ id: number }>(`POST /content/${TAG}`, { ...as, body: { data: { name: 'own' } } })).id
    const { id } = await app.data<{ id: number }>(`POST /content/${ARTICLE}`, {
      ...as,
      body: { data: { title: 'Leads', slug: 'leads-on' } },
    })
    await app.call(`DELETE /content/${ARTICLE}/${id}`)
    const [item] = await trash('', app.author)
    const restoring = (data: object) => app.status(`POST /trash/${item!.id}/restore`, { ...as, body: { data } })
    for (const data of [
      { tags: [hidden] },
      { tags: { connect: [{ id: own, position: { before: hidden } }] } },
      { tags: [own, hidden] },
      { cover: 1 },
      { seo: { metaTitle: 'x', image: 1 } },
    ])
      expect([data, await restoring(data)]).toEqual([data, 400])
    expect(await restoring({ tags: [own] })).toBe(200)
    const { values } = await app.data<{ values: object }>(`GET /content/${ARTICLE}/${id}`, as)
    expect(values).toMatchObject({ tags: { count: 1, items: [{ id: own }] }, cover: null })
    await app.call(`POST /content/${TAG}/bulk`, { body: { action: 'delete', ids: [hidden, own] } })
    await app.call(`DELETE /content/${ARTICLE}/${id}`)
  })

  it('the rights of the role hold: rows, locales and fields', async () => {
    const { id } = await app.data<{ id: number }>(`POST /content/${ARTICLE}`, {
      body: { data: { title: 'Hidden', slug: 'hidden-one', summary: 'Not for all' } },
    })
    await app.call(`DELETE /content/${ARTICLE}/${id}`)
    const [item] = await trash()
    const asEditor = { token: app.editor }
    await app.limit(ARTICLE, [])
    expect(await trash('', app.editor)).toEqual([])
    expect(await app.status(`GET /trash/${item!.id}`, asEditor)).toBe(404)
    await app.limit(ARTICLE, [{ action: 'read', conditions: ['admin::is-creator'] }])
    expect(await trash('', app.editor)).toEqual([])
    await app.limit(ARTICLE, [{ action: 'read', properties: { locales: ['fr'] } }])
    expect(await trash('', app.editor)).toEqual([])
    await app.limit(ARTICLE, [
      { action: 'read', properties: { fields: ['slug'], locales: ['en'] } },
      { action: 'create', properties: { fields: ['slug'], locales: ['en'] } },
    ])
    const [seen] = await trash('', app.editor)
    expect(seen).toEqual({ ...item, title: `#${id}` })
    expect(await app.data(`GET /trash/${item!.id}`, asEditor)).toEqual({
      ...seen,
      values: { slug: 'hidden-one' },
      related: {},
      files: [],
    })
    expect(await app.status(`POST /trash/${item!.id}/restore`, { ...asEditor, body: {} })).toBe(403)
    expect(await app.status(`DELETE /trash/${item!.id}`, asEditor)).toBe(403)
    await app.limit(ARTICLE, [{ action: 'read' }, { action: 'create', properties: { locales: ['fr'] } }])
    expect(await app.status(`POST /trash/${item!.id}/restore`, { ...asEditor, body: {} })).toBe(403)
    await app.limit(ARTICLE, [{ action: 'read' }, { action: 'create' }])
    expect(await app.status(`POST /trash/${item!.id}/restore`, { ...asEditor, body: {} })).toBe(200)
    expect(await app.data(`GET /content/${ARTICLE}/${id}`)).toMatchObject({ values: { summary: 'Not for all' } })
  })
})

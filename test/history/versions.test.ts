/** Every change keeps what was there before. */
import { describe, expect, it } from 'vitest'
import type { VersionInfo } from '../../src/admin-api/history-api.ts'
import { panelApp } from '../management/panel-app.ts'
import { CLIENTS } from '../support/databases.ts'

const ARTICLE = 'api::article.article'

describe.each(CLIENTS)('versions of entries on %s', client => {
  const app = panelApp(client)
  const create = async (data: object) =>
    `/content/${ARTICLE}/${(await app.data<{ id: number }>(`POST /content/${ARTICLE}`, { body: { data } })).id}`
  const save = (at: string, data: object, token = app.token) => app.call(`PUT ${at}`, { body: { data }, token })
  const versions = (at: string) => app.data<readonly VersionInfo[]>(`GET ${at}/versions`)

  it('who and when, what, and what differs', async () => {
    const at = await create({ title: 'One', slug: 'v-one', tags: [1] })
    const root = { kind: 'admin', id: 1, name: expect.any(String) }
    expect(await versions(at)).toEqual([{ version: 'current', savedAt: '<moment>', by: root }])
    await save(at, { title: 'Two', tags: [1, 2] })
    await save(at, { title: 'Three' }, app.editor)
    const [current, second, first, ...rest] = await versions(at)
    const editor = { kind: 'admin', id: expect.any(Number), name: 'Eda' }
    expect([current, second, first, rest]).toEqual([
      { version: 'current', savedAt: '<moment>', by: editor },
      { version: expect.any(Number), savedAt: '<moment>', by: root },
      { version: expect.any(Number), savedAt: '<moment>', by: root },
      [],
    ])
    expect(await app.data(`GET ${at}/versions/${first!.version}`)).toMatchObject({
      ...first,
      values: { title: 'One', slug: 'v-one', tags: [1] },
    })
    expect(await app.data(`GET ${at}/versions/${first!.version}/diff?to=${second!.version}`)).toEqual([
      { field: 'title', from: 'One', to: 'Two' },
      { field: 'tags', from: [1], to: [1, 2] },
    ])
    expect(await app.data(`GET ${at}/versions/${second!.version}/diff`)).toEqual([
      { field: 'title', from: 'Two', to: 'Three' },
    ])
  })

  it('restores fields, or all of it', async () => {
    const at = await create({ title: 'Old', slug: 'v-old', summary: 'Old words', seo: { metaTitle: 'Old meta' } })
    await save(at, { title: 'New', summary: 'New words', seo: { metaTitle: 'New meta' } })
    const [, old] = await versions(at)
    const restore = (body: object) => app.call(`POST ${at}/versions/${old!.version}/restore`, { body })
    expect(await restore({ fields: ['title'] })).toMatchObject({
      status: 200,
      body: { data: { values: { title: 'Old', summary: 'New words' }, lost: [] } },
    })
    expect(await restore({})).toMatchObject({
      status: 200,
      body: { data: { values: { title: 'Old', summary: 'Old words', seo: { metaTitle: 'Old meta' } }, lost: [] } },
    })
    expect(await versions(at)).toHaveLength(4)
  })

  it('bad input', async () => {
    const [at, other] = [await create({ title: 'A', slug: 'v-a' }), await create({ title: 'B', slug: 'v-b' })]
    await save(other, { title: 'C' })
    const [, foreign] = await versions(other)
    for (const version of [foreign!.version, 'x', '0', '-1', '99999999999999999999'])
      for (const rest of ['', '/diff']) expect(await app.status(`GET ${at}/versions/${version}${rest}`), rest).toBe(404)
    expect(await app.status(`GET ${at}/versions/current/diff?to=x`)).toBe(404)
    expect(await app.status(`GET /content/${ARTICLE}/99999/versions`)).toBe(404)
    for (const body of [{ fields: ['typo'] }, { fields: 1 }, { typo: 1 }, { pending: 1 }])
      expect(await app.status(`POST ${at}/versions/current/restore`, { body }), JSON.stringify(body)).toBe(400)
    expect(await app.status(`GET ${at}/versions`, { token: null })).toBe(401)
  })

  it('the rights of the role hold', async () => {
    const at = await create({ title: 'Seen', slug: 'v-seen', summary: 'Unseen' })
    await save(at, { title: 'Seen again', summary: 'Unseen still' })
    const [, old] = await versions(at)
    const asEditor = { token: app.editor }
    const [one, list] = [`${at}/versions/${old!.version}`, `${at}/versions`]
    await app.limit(ARTICLE, [])
    for (const path of [list, one, `${one}/diff`]) expect(await app.status(`GET ${path}`, asEditor)).toBe(404)
    await app.limit(ARTICLE, [{ action: 'read', conditions: ['admin::is-creator'] }])
    for (const path of [list, one, `${one}/diff`]) expect(await app.status(`GET ${path}`, asEditor)).toBe(404)
    const fields = ['title']
    await app.limit(ARTICLE, [{ action: 'read', properties: { fields, locales: ['en'] } }])
    expect(await app.data(`GET ${one}`, asEditor)).toMatchObject({ values: { title: 'Seen' } })
    expect(JSON.stringify(await app.data(`GET ${one}`, asEditor))).not.toContain('Unseen')
    expect(await app.data(`GET ${one}/diff`, asEditor)).toEqual([{ field: 'title', from: 'Seen', to: 'Seen again' }])
    expect(await app.status(`POST ${one}/restore`, { ...asEditor, body: {} })).toBe(403)
    await app.limit(ARTICLE, [{ action: 'read' }, { action: 'update', properties: { fields, locales: ['en'] } }])
    expect(await app.status(`POST ${one}/restore`, { ...asEditor, body: { fields: ['summary'] } })).toBe(403)
    expect(await app.status(`POST ${one}/restore`, { ...asEditor, body: {} })).toBe(200)
    expect(await app.data(`GET ${at}`)).toMatchObject({ values: { title: 'Seen', summary: 'Unseen still' } })
  })
})

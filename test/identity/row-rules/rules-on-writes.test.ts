/** Nobody can store, publish, translate, connect or upload what a rule excludes, and no error tells that it exists. */
import { beforeAll, describe, expect, test } from 'vitest'
import { field, form, type MediaApp, mediaAppOn, picture } from '../../media/media-app.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { runOwn } from '../administrators/own-rows.ts'
import { writesProject } from './writes-project.ts'

const failure = (status: number, name: string, message: string, details: object = {}) => ({
  data: null,
  error: { status, name, message, details },
})
const NOT_FOUND = failure(404, 'NotFoundError', 'Not Found')
const NO_ENTITY = failure(404, 'NotFoundError', 'Entity not found')
const OUTSIDE = failure(403, 'ForbiddenError', 'The entry would be outside the rows that you may write')
const noSuch = (uid: string) => {
  const message = `1 relation(s) of type ${uid} associated with this entity do not exist`
  return failure(400, 'ValidationError', message, { errors: [{ path: [], message, name: 'ValidationError' }] })
}

/** The field of an order, its type, and rows of who has what. */
const HELD = [
  ['items', 'item', 'select order_id, item_id from items_order_links order by item_id'],
  ['seal', 'seal', 'select order_id, seal_id from seals_order_links order by seal_id'],
  ['parts', 'part', 'select order_id, id from parts where order_id is not null order by id'],
  ['remarks', 'remark', 'select target_id, id from remarks where target_id is not null order by id'],
] as const

/** Outside the rules, and nowhere at all. */
const HIDDEN = [2, 99]

describe.each(CLIENTS)('on %s', client => {
  let media: MediaApp
  const send = async (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body?: FormData | object) =>
    (await media.send(method, `/api/${path}`, body)).body
  const count = async (table: string) => Number((await media.rows(`select count(*) from ${table}`))[0]![0])

  beforeAll(async () => {
    media = await mediaAppOn({ folder: writesProject(), database: await freshDatabase(client) })
  })

  test('a page outside the rules cannot be translated, changed or deleted', async () => {
    for (const id of HIDDEN) {
      expect(await send('POST', `pages/${id}/localizations`, { title: 'x', locale: 'fr' })).toEqual(NO_ENTITY)
      expect(await send('PUT', `pages/${id}`, { data: { tags: [99], cover: 99 } })).toEqual(NOT_FOUND)
      expect(await send('DELETE', `pages/${id}`)).toEqual(NOT_FOUND)
    }
  })

  test('no translation is stored outside the rules, and none that exists there is told', async () => {
    const before = await count('pages')
    // The first one has a German translation, the third one does not.
    for (const id of [1, 3])
      expect(await send('POST', `pages/${id}/localizations`, { title: 'x', locale: 'de' })).toEqual(OUTSIDE)
    expect(await send('POST', 'pages/1/localizations', { title: 'x', locale: 'fr', shelf: 'closed' })).toEqual(OUTSIDE)
    expect(await count('pages')).toBe(before)
    const made = await send('POST', 'pages/1/localizations', { ...on('un'), locale: 'fr' })
    expect(made).toMatchObject({ title: 'un', locale: 'fr', localizations: [{ id: 1, locale: 'en' }] })
    expect(await send('POST', 'pages/1/localizations', { title: 'x', locale: 'fr' })).toEqual(
      failure(400, 'ApplicationError', 'locale is already used'),
    )
  })

  test('what translations share stays as it is in those that may not be changed', async () => {
    const message = 'stock is shared with translations that you may not change'
    const problem = { path: ['stock'], message, name: 'ForbiddenError' }
    // The first one has a German translation, the third one does not.
    expect(await send('PUT', 'pages/1', { data: { stock: 3 } })).toEqual(
      failure(403, 'ForbiddenError', message, { errors: [problem] }),
    )
    const photo = form(field('data', {}), picture('open2.png', 'files.photo'))
    expect(await send('PUT', 'pages/1', photo)).toMatchObject({ error: { status: 403 } })
    expect(await media.rows('select stock from pages where id in (1, 4)')).toEqual([[null], [null]])
    expect(await send('PUT', 'pages/1', { data: { stock: null, photo: null } })).toMatchObject({ data: { id: 1 } })
    expect(await send('PUT', 'pages/3', { data: { stock: 3 } })).toMatchObject({ data: { attributes: { stock: 3 } } })
  })

  test('drafts may be changed, but not published', async () => {
    expect(await send('PUT', 'memos/2', { data: { publishedAt: '2024-01-01T00:00:00.000Z' } })).toEqual(OUTSIDE)
    expect(await send('POST', 'memos', { data: { title: 'x' } })).toEqual(OUTSIDE)
    expect(await send('PUT', 'memos/1', { data: { title: 'x' } })).toEqual(NOT_FOUND)
    const later = { data: { publishAt: '2999-01-31T08:00:00Z' } }
    expect(await send('PUT', 'memos/2/schedule', later)).toEqual(OUTSIDE)
    expect(await send('PUT', 'memos/1/schedule', later)).toEqual(NOT_FOUND)
    expect(await send('GET', 'memos/2/schedule')).toEqual({ data: { publish: null, unpublish: null }, meta: {} })
    expect(await send('PUT', 'memos/2', { data: { title: 'draft' } })).toMatchObject({ data: { id: 2 } })
    expect(await media.rows('select title, published_at from memos where id = 2')).toEqual([['draft', null]])
  })

  test('relations can be set to nothing outside the rules, nor be placed beside it', async () => {
    const missing = noSuch('api::tag.tag')
    for (const id of HIDDEN)
      for (const tags of [[1, id], { connect: [id] }, { connect: [{ id: 3, position: { before: id } }] }]) {
        expect(await send('PUT', 'pages/1', { data: { tags } })).toEqual(missing)
        expect(await send('POST', 'pages', { data: { ...on('open'), tags } })).toEqual(missing)
      }
    const tags = { connect: [{ id: 3, position: { before: 1 } }] }
    expect(await send('PUT', 'pages/1?populate=tags', { data: { tags } })).toMatchObject({
      data: { attributes: { tags: { data: [{ id: 3 }, { id: 1 }] } } },
    })
  })

  test('relations to any type cannot be either', async () => {
    const to = (id: number) => ({ __type: 'api::tag.tag', id })
    for (const id of HIDDEN)
      for (const data of [{ subject: to(id) }, { subjects: [to(1), to(id)] }])
        expect(await send('POST', 'comments', { data: { ...on('open'), ...data } })).toEqual(noSuch('api::tag.tag'))
    expect(await count('comments')).toBe(0)
    const stored = await send('POST', 'comments?populate=*', {
      data: { ...on('open'), subject: to(1), subjects: [to(3)] },
    })
    expect(stored).toMatchObject({ data: { attributes: { subject: { id: 1 }, subjects: [{ id: 3 }] } } })
  })

  test.each(HELD)('nothing is taken from an entry outside the rules that has it: %s', async (field, name, holders) => {
    const about = (type: string, holder: number) =>
      `update remarks set target_id = ${holder}, target_type = 'api::${type}.${type}'`
    await runOwn(media.database, `${about('bill', 2)} where id = 1`)
    await runOwn(media.database, `${about('order', 3)} where id = 2`)
    const held = async () => (await media.rows(holders)).map(row => row.map(Number))
    expect(await held()).toEqual([
      [2, 1],
      [3, 2],
    ])
    for (const id of [1, 99])
      for (const given of [field === 'seal' ? id : [id], { connect: [id] }]) {
        const data = { [field]: given }
        expect(await send('PUT', 'orders/1', { data })).toEqual(noSuch(`api::${name}.${name}`))
        const made = await send('POST', 'orders', { data: { ...on('open'), ...data } })
        expect(made).toEqual(noSuch(`api::${name}.${name}`))
      }
    // From one that the writer may change, it may be taken, and so may what nobody has.
    for (const id of [2, 3]) {
      const data = { [field]: { connect: [id] } }
      expect(await send('PUT', 'orders/1', { data })).toMatchObject({ data: { id: 1 } })
    }
    expect(await held()).toEqual([[2, 1], ...(field === 'seal' ? [] : [[1, 2]]), [1, 3]])
  })

  test('no field can have a file outside the rules, and its name is not told', async () => {
    for (const id of HIDDEN)
      for (const cover of [id, { connect: [id] }])
        expect(await send('PUT', 'pages/1', { data: { cover } })).toEqual(noSuch('plugin::upload.file'))
  })

  test('no file is uploaded, replaced, renamed or deleted outside the rules', async () => {
    const [{ id: mine }] = await send('POST', 'upload', form(picture('mine.png')))
    const before = [await count('files'), media.stored()]
    expect(await send('POST', 'upload', form(picture('a.png'), picture('closed.png')))).toEqual(OUTSIDE)
    expect(await send('POST', `upload?id=${mine}`, { fileInfo: { name: 'closed.png' } })).toEqual(OUTSIDE)
    const renamed = form(picture('b.png'), field('fileInfo', { name: 'closed.png' }))
    expect(await send('POST', `upload?id=${mine}`, renamed)).toEqual(OUTSIDE)
    for (const id of HIDDEN) {
      expect(await send('POST', `upload?id=${id}`, form(picture('c.png')))).toEqual(NO_ENTITY)
      expect(await send('POST', `upload?id=${id}`, { fileInfo: { caption: 'x' } })).toEqual(NO_ENTITY)
      expect(await send('DELETE', `upload/files/${id}`)).toEqual(failure(404, 'NotFoundError', 'file.notFound'))
    }
    expect([await count('files'), media.stored()]).toEqual(before)
    expect(await media.rows('select name from files order by id')).toEqual([['open.png'], ['closed.pdf'], ['mine.png']])
  })

  test('no file is attached to a page outside the rules', async () => {
    const before = [await count('files'), media.stored()]
    for (const id of HIDDEN) {
      const place = [field('ref', 'api::page.page'), field('refId', String(id)), field('field', 'cover')]
      expect(await send('POST', 'upload', form(picture('a.png'), ...place))).toEqual(
        failure(400, 'ValidationError', `The file cannot be attached: api::page.page has no entry ${id}`),
      )
    }
    for (const path of ['pages', 'pages/3/localizations'])
      expect(
        await send(
          'POST',
          path,
          form(field('data', { title: 'x', locale: 'fr' }), picture('closed.png', 'files.cover')),
        ),
      ).toEqual(OUTSIDE)
    expect(await send('PUT', 'pages/3', form(field('data', {}), picture('closed.png', 'files.cover')))).toEqual(OUTSIDE)
    expect([await count('files'), media.stored()]).toEqual(before)
  })

  test('a single type outside the rules can be neither stored nor found', async () => {
    // The front exists outside the rules, the back does not exist yet.
    for (const search of ['', '?locale=fr'])
      for (const body of [{ data: on('closed') }, { data: { title: 7 } }])
        expect(await send('PUT', `front${search}`, body)).toEqual(await send('PUT', `back${search}`, body))
    expect(await send('PUT', 'front', { data: on('open') })).toEqual(OUTSIDE)
    expect(await send('GET', 'front')).toEqual(NOT_FOUND)
    expect(await send('DELETE', 'front')).toEqual(NOT_FOUND)
    expect(await media.rows('select title, shelf from fronts')).toEqual([['closed', 'closed']])
    expect(await send('PUT', 'back', { data: on('open') })).toMatchObject({ data: { id: expect.any(Number) } })
    expect(await send('PUT', 'back?locale=fr', { data: on('open') })).toEqual(
      failure(400, 'ValidationError', 'singleType.alreadyExists'),
    )
    expect(await count('backs')).toBe(1)
  })
})

const on = (shelf: string) => ({ title: shelf, shelf })

/** `/api/upload`, with the answers that a real Strapi 4.26.2 gave to the same requests. */
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ContentEvent } from '../../../src/content/event-stream.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import {
  copyOfMediaProject,
  field,
  form,
  type MediaApp,
  mediaAppOn,
  openMediaApp,
  type Part,
  paper,
  picture,
} from '../media-app.ts'

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const REFUSED = (name: string, message: string, details: object = {}, status = 400) => ({
  status,
  body: { data: null, error: { status, name, message, details } },
})

describe.each(CLIENTS)('uploads on %s', client => {
  let media: MediaApp
  beforeAll(async () => {
    media = await openMediaApp(client, { dialect: 'strapi4' })
  })
  const post = (body?: FormData | object, search = '') => media.send('POST', `/api/upload${search}`, body)
  const uploaded = async (...parts: Part[]) => (await post(form(...parts))).body

  test('one file: a list with the whole file, in the order of its keys', async () => {
    const { status, headers, body } = await post(form(picture('My dot.png')))
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    const hash = expect.stringMatching(/^My_dot_[0-9a-f]{10}$/)
    const expected = {
      id: expect.any(Number),
      name: 'My dot.png',
      alternativeText: null,
      caption: null,
      width: 1,
      height: 1,
      formats: null,
      hash,
      ext: '.png',
      mime: 'image/png',
      size: 0.07,
      url: expect.stringMatching(/^\/uploads\/My_dot_[0-9a-f]{10}\.png$/),
      previewUrl: null,
      provider: 'local',
      provider_metadata: null,
      createdAt: MOMENT,
      updatedAt: MOMENT,
    }
    expect(body).toEqual([expected])
    expect(Object.keys(body[0])).toEqual(Object.keys(expected))
    const file = readFileSync(join(media.folder, 'public', body[0].url))
    expect(file.length).toBe(70)
    expect((await media.app.inject(body[0].url)).headers).toMatchObject({ 'content-type': 'image/png' })
    expect((await media.send('GET', `/api/upload/files/${body[0].id}`)).body).toEqual(body[0])
    expect(media.temporary()).toEqual([])
  })

  test('several files with information as text, several times or as a list', async () => {
    const body = await uploaded(
      picture('a b.png'),
      paper('note.txt'),
      field('fileInfo', { name: 'Named.png', alternativeText: 'alt', caption: 'cap' }),
      field('fileInfo', { alternativeText: 't2' }),
    )
    expect(body).toMatchObject([
      { name: 'Named.png', alternativeText: 'alt', caption: 'cap', hash: expect.stringMatching(/^Named_/) },
      { name: 'note.txt', alternativeText: 't2', caption: null, size: 0.01 },
    ])
    const list = field('fileInfo', [{ name: 'A1' }, { caption: 'c' }])
    expect(await uploaded(picture('a.png'), picture('b.png'), list)).toMatchObject([
      { name: 'A1', caption: null },
      { name: 'b.png', caption: 'c' },
    ])
  })

  test('a list as some clients send it', async () => {
    const list = [picture('a.png', 'files[]'), picture('b.png', 'files[]')]
    expect(await uploaded(...list)).toMatchObject([{ name: 'a.png' }, { name: 'b.png' }])
  })

  test('numbers and booleans become text; other information is dropped', async () => {
    const info = { name: 5, caption: true, hash: 'x', ext: '.js', url: '/x', provider: 'evil', path: '..', folder: 3 }
    const [file] = await uploaded(picture('a.png'), field('fileInfo', info))
    expect(file).toMatchObject({ name: '5', caption: 'true', ext: '.png', provider: 'local' })
    expect(file.hash).toMatch(/^5_[0-9a-f]{10}$/)
  })

  const BAD_INFO: readonly (readonly [string, readonly Part[], string, string])[] = [
    [
      'one file with a list',
      [picture('a.png'), field('fileInfo', [{ name: 'A1' }])],
      'fileInfo',
      'fileInfo must be a `object` type, but the final value was: `null` (cast from the value `"[{"name":"A1"}]"`).',
    ],
    [
      'several files with an object',
      [picture('a.png'), picture('b.png'), field('fileInfo', { name: 'A1' })],
      'fileInfo',
      'fileInfo must be a `array` type, but the final value was: `null` (cast from the value `"{"name":"A1"}"`).',
    ],
    [
      'text that is no JSON',
      [picture('a.png'), field('fileInfo', '{no')],
      'fileInfo',
      'fileInfo must be a `object` type, but the final value was: `null` (cast from the value `"{no"`).',
    ],
    [
      'a value that is no text',
      [picture('a.png'), field('fileInfo', { alternativeText: { a: 1 } })],
      'fileInfo.alternativeText',
      'fileInfo.alternativeText must be a `string` type, but the final value was: `{\n  "a": "1"\n}`.',
    ],
  ]
  test.each(BAD_INFO)('bad information is refused: %s', async (_title, parts, path, message) => {
    const before = media.stored()
    const errors = [{ path: path.split('.'), message, name: 'ValidationError' }]
    expect(await post(form(...parts))).toMatchObject(REFUSED('ValidationError', message, { errors }))
    expect(media.stored()).toEqual(before)
    expect(media.temporary()).toEqual([])
  })

  test('requests without files are refused', async () => {
    const empty = REFUSED('ValidationError', 'Files are empty')
    expect(await post(form(field('x', 'y')))).toMatchObject(empty)
    expect(await post(form(paper('e.txt', 'files', '')))).toMatchObject(empty)
    expect(await post({ a: 1 })).toMatchObject(empty)
    expect(await post()).toMatchObject(empty)
  })

  test('an empty file beside another one is stored', async () => {
    expect(await uploaded(paper('e.txt', 'files', ''), picture('o.png'))).toMatchObject([
      { size: 0 },
      { name: 'o.png' },
    ])
  })

  test('ref, refId and field attach the file; a single attribute keeps the last one', async () => {
    const { id } = (await media.send('POST', '/api/posts', { data: { title: 'p' } })).body.data
    const place = (attribute: string) => [
      field('ref', 'api::post.post'),
      field('refId', `${id}`),
      field('field', attribute),
    ]
    for (const name of ['one.png', 'two.png']) await uploaded(picture(name), ...place('cover'))
    await uploaded(picture('g1.png'), paper('g2.txt'), ...place('gallery'))
    await uploaded(picture('g3.png'), ...place('gallery'))
    const answer = await media.send(
      'GET',
      `/api/posts/${id}?populate[cover][fields]=name&populate[gallery][fields]=name`,
    )
    const { cover, gallery } = answer.body.data.attributes
    expect(cover.data.attributes).toEqual({ name: 'two.png' })
    const names = gallery.data.map((file: { attributes: { name: string } }) => file.attributes.name)
    expect(names).toEqual(['g1.png', 'g2.txt', 'g3.png'])
    const types = await media.rows(`select count(*) from files_related_morphs where related_type = 'api::post.post'`)
    expect(Number(types[0]![0])).toBe(4)
  })

  test('a place that does not exist: an error where Strapi fails, otherwise a hint', async () => {
    const to = (ref: string, refId: string, attribute: string) =>
      post(form(picture('a.png'), field('ref', ref), field('refId', refId), field('field', attribute)))
    const refused = (problem: string) => REFUSED('ValidationError', `The file cannot be attached: ${problem}`)
    expect(await to('api::nope.nope', '1', 'cover')).toMatchObject(refused('there is no content type api::nope.nope'))
    expect(await to('admin::user', '1', 'cover')).toMatchObject(refused('there is no content type admin::user'))
    expect(await to('api::post.post', 'abc', 'cover')).toMatchObject(refused('abc is not an id'))
    const nowhere = await to('api::post.post', '1', 'title')
    expect(nowhere).toMatchObject({ status: 200, body: [{ name: 'a.png' }] })
    expect(nowhere.headers['x-populus-hint']).toBe('not attached: api::post.post has no media attribute title')
    const nobody = await to('api::post.post', '99999', 'cover')
    expect(nobody).toMatchObject({ status: 200, body: [{ name: 'a.png' }] })
    expect(nobody.headers['x-populus-hint']).toBe('not attached: api::post.post has no entry 99999')
  })

  test('a file of a type that the attribute does not accept is refused, and nothing is left', async () => {
    const { id } = (await media.send('POST', '/api/posts', { data: { title: 'p' } })).body.data
    const before = media.stored()
    const place = [field('ref', 'api::post.post'), field('refId', `${id}`), field('field', 'cover')]
    const { status, body } = await post(form(paper('a.txt'), ...place))
    expect(status).toBe(400)
    expect(body.error.message).toMatch(/^cover accepts only images, but a\.txt is /)
    expect(media.stored()).toEqual(before)
  })

  test('information is changed with an id, by form or JSON; null changes nothing', async () => {
    const [file] = await uploaded(picture('a.png'))
    const change = async (body: FormData | object) => {
      const { body: changed } = await post(body, `?id=${file.id}`)
      return [changed.name, changed.alternativeText, changed.caption]
    }
    expect(await change(form(field('fileInfo', { alternativeText: 'x', caption: 'c' })))).toEqual(['a.png', 'x', 'c'])
    expect(await change({ fileInfo: { caption: 'd' } })).toEqual(['a.png', 'x', 'd'])
    expect(await change(form(field('fileInfo', { name: null, alternativeText: '' })))).toEqual(['a.png', '', 'd'])
    expect(await change(form(field('x', 'y')))).toEqual(['a.png', '', 'd'])
    const gone = REFUSED('NotFoundError', 'Entity not found', {}, 404)
    for (const id of ['99999', 'abc', '0'])
      expect(await post(form(field('fileInfo', {})), `?id=${id}`)).toMatchObject(gone)
  })

  test('a file is replaced: the address stays, everything else is that of the new content', async () => {
    const [file] = await uploaded(picture('a.png'), field('fileInfo', { alternativeText: 'alt', caption: 'cap' }))
    const replaced = await post(form(paper('new.txt', 'files', 'now text')), `?id=${file.id}`)
    expect(replaced.body).toMatchObject({
      ...file,
      name: 'new.txt',
      mime: expect.any(String),
      size: 0.01,
      width: null,
      height: null,
      formats: {},
      updatedAt: MOMENT,
    })
    expect(readFileSync(join(media.folder, 'public', file.url), 'utf8')).toBe('now text')
    const again = await post(form(picture('x y.png'), field('fileInfo', { name: 'R.png' })), `?id=${file.id}`)
    expect(again.body).toMatchObject({ name: 'R.png', hash: file.hash, ext: '.png', width: 1, caption: 'cap' })
    const two = await post(form(picture('a.png'), picture('b.png')), `?id=${file.id}`)
    expect(two).toMatchObject(REFUSED('ValidationError', 'Cannot replace a file with multiple ones'))
    const nobody = await post(form(picture('a.png')), '?id=99999')
    expect(nobody).toMatchObject(REFUSED('NotFoundError', 'Entity not found', {}, 404))
    expect(media.temporary()).toEqual([])
  })

  test('a file is deleted with its bytes and its links', async () => {
    const { id } = (await media.send('POST', '/api/posts', { data: { title: 'p' } })).body.data
    const place = [field('ref', 'api::post.post'), field('refId', `${id}`), field('field', 'cover')]
    const [file] = await uploaded(picture('a.png'), ...place)
    const path = join(media.folder, 'public', file.url)
    expect(existsSync(path)).toBe(true)
    const { status, body } = await media.send('DELETE', `/api/upload/files/${file.id}`)
    expect({ status, body }).toEqual({ status: 200, body: file })
    expect(existsSync(path)).toBe(false)
    expect(await media.rows(`select * from files_related_morphs where file_id = ${file.id}`)).toEqual([])
    expect(await media.rows(`select * from files_folder_links where file_id = ${file.id}`)).toEqual([])
    const gone = REFUSED('NotFoundError', 'file.notFound', {}, 404)
    for (const other of [file.id, 'abc']) {
      expect(await media.send('DELETE', `/api/upload/files/${other}`)).toMatchObject(gone)
    }
  })

  test('uploads are in the folder API Uploads, which is made once', async () => {
    const files = await Promise.all([1, 2, 3].map(() => uploaded(picture('a.png'))))
    expect(await media.rows('select name, path_id, path from upload_folders')).toEqual([['API Uploads', 1, '/1']])
    const ids = files.map(([file]) => file.id).join()
    expect(await media.rows(`select distinct folder_path from files where id in (${ids})`)).toEqual([['/1']])
    const links = await media.rows(`select distinct folder_id from files_folder_links where file_id in (${ids})`)
    expect(links).toEqual([[1]])
    const [[stored]] = (await media.rows(
      `select value from strapi_core_store_settings where key = 'plugin_upload_api-folder'`,
    )) as [[string]]
    expect(JSON.parse(stored)).toEqual({ id: 1 })
  })

  test('a kept answer notices an upload', async () => {
    const names = async () =>
      ((await media.send('GET', '/api/upload/files?fields[0]=name')).body as { name: string }[]).map(({ name }) => name)
    await names()
    await uploaded(picture('fresh.png'))
    expect(await names()).toContain('fresh.png')
    const { id } = (await media.send('POST', '/api/posts', { data: { title: 'kept' } })).body.data
    const cover = async () => {
      const { body } = await media.send('GET', `/api/posts/${id}?populate=cover`)
      return body.data.attributes.cover.data?.attributes.name ?? null
    }
    expect([await cover(), await cover()]).toEqual([null, null])
    const place = [field('ref', 'api::post.post'), field('refId', `${id}`), field('field', 'cover')]
    const [file] = await uploaded(picture('cover.png'), ...place)
    expect([await cover(), await cover()]).toEqual(['cover.png', 'cover.png'])
    await post(form(field('fileInfo', { name: 'other.png' })), `?id=${file.id}`)
    expect(await cover()).toBe('other.png')
    await media.send('DELETE', `/api/upload/files/${file.id}`)
    expect(await cover()).toBe(null)
  })
})

test('every file that is stored, changed or deleted is an event, and so is every entry', async () => {
  const events: string[] = []
  const onEvent = ({ action, type }: ContentEvent) => events.push(`${action} ${type}`)
  const media = await openMediaApp('sqlite', { onEvent })
  const { body } = await media.send('POST', '/api/upload', form(picture('a.png'), picture('b.png')))
  await media.send('POST', `/api/upload?id=${body[0].id}`, form(picture('c.png')))
  await media.send('POST', `/api/upload?id=${body[0].id}`, form(field('fileInfo', { caption: 'x' })))
  await media.send('DELETE', `/api/upload/files/${body[1].id}`)
  await media.send('POST', '/api/posts', form(field('data', { title: 'x' }), picture('d.png', 'files.cover')))
  const file = 'plugin::upload.file'
  const entry = 'create api::post.post'
  expect(events).toEqual([
    ...[`create ${file}`, `create ${file}`, `update ${file}`, `update ${file}`, `delete ${file}`],
    ...[entry, `create ${file}`],
  ])
})

test('rights: each action has its own', async () => {
  const folder = copyOfMediaProject()
  await writeFile(join(folder, 'content', 'permissions.json'), '{ "public": ["plugin::upload.content-api.find"] }')
  const media = await mediaAppOn({ folder, database: await freshDatabase('sqlite') })
  const forbidden = REFUSED('ForbiddenError', 'Forbidden', {}, 403)
  expect(await media.send('POST', '/api/upload', form(picture('a.png')))).toMatchObject(forbidden)
  expect(await media.send('POST', '/api/upload?id=1', form(field('fileInfo', {})))).toMatchObject(forbidden)
  expect(await media.send('DELETE', '/api/upload/files/1')).toMatchObject(forbidden)
  expect(await media.send('GET', '/api/upload/files/1')).toMatchObject(forbidden)
  expect((await media.send('GET', '/api/upload/files')).body).toEqual([])
  expect(media.stored()).toEqual([])
  expect(media.temporary()).toEqual([])
})

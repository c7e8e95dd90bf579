/** Entries that come as a form with files, as the clients in use send them. */
import { beforeAll, describe, expect, test } from 'vitest'
import { filePath } from '../../../src/http/uploads/entry-form.ts'
import { CLIENTS } from '../../support/databases.ts'
import { field, form, type MediaApp, openMediaApp, type Part, paper, picture } from '../media-app.ts'

const POPULATE = [
  'populate[cover][fields]=name&populate[gallery][fields]=name&populate[logo][fields]=name',
  'populate[card][populate][image][fields]=name&populate[cards][populate][inner][populate][papers][fields]=name',
  'populate[blocks][populate]=*',
].join('&')

const pdf = (name: string): Part => ({ name, value: '%PDF-1.4\n%%EOF', file: 'a.pdf', type: 'application/pdf' })

type Json = { readonly [key: string]: Json } & readonly Json[] & string

/** `{"data":{"id":1,"attributes":{"name":"a"}}}` becomes `a`, wherever it is. */
function names(value: Json): unknown {
  if (Array.isArray(value)) return value.map(names)
  if (typeof value !== 'object' || value === null) return value
  const { data } = value as { data?: Json }
  if (data !== undefined && Object.keys(value).length === 1) return names(data)
  const attributes = (value as { attributes?: Json }).attributes
  if (attributes !== undefined) return (attributes as { name?: unknown }).name
  const kept = Object.entries(value).filter(([key]) => !['id', 'createdAt', 'updatedAt', 'locale'].includes(key))
  return Object.fromEntries(kept.map(([key, member]) => [key, names(member as Json)]))
}

describe.each(CLIENTS)('forms of entries on %s', client => {
  let media: MediaApp
  beforeAll(async () => {
    media = await openMediaApp(client)
  })
  const write = async (method: 'POST' | 'PUT', path: string, ...parts: Part[]) => {
    const { status, body } = await media.send(method, `/api/${path}?${POPULATE}`, form(...parts))
    return { status, id: body.data?.id, error: body.error?.message, entry: body.data && names(body.data.attributes) }
  }
  const files = async () => Number((await media.rows('select count(*) from files'))[0]![0])

  test('files at any depth: attributes, components, lists of components, zones', async () => {
    const data = {
      title: 'deep',
      card: { text: 'c' },
      cards: [{ text: '0' }, { text: '1', inner: [{ text: 'i' }] }],
      blocks: [
        { __component: 'parts.note', text: 'n' },
        { __component: 'parts.card', text: 'z' },
      ],
    }
    const { status, entry } = await write(
      'POST',
      'posts',
      field('data', data),
      picture('cover.png', 'files.cover'),
      picture('g1.png', 'files.gallery'),
      paper('g2.txt', 'files.gallery'),
      picture('card.png', 'files.card.image'),
      paper('p1.txt', 'files.cards[1].inner[0].papers'),
      paper('p2.txt', 'files.cards.1.inner.0.papers'),
      paper('zone.txt', 'files.blocks.0.papers'),
      picture('zone.png', 'files[blocks][1][image]'),
    )
    expect(status).toBe(200)
    expect(entry).toMatchObject({
      title: 'deep',
      cover: 'cover.png',
      gallery: ['g1.png', 'g2.txt'],
      card: { text: 'c', image: 'card.png' },
      cards: [
        { text: '0', inner: [] },
        { text: '1', inner: [{ text: 'i', papers: ['p1.txt', 'p2.txt'] }] },
      ],
      blocks: [
        { __component: 'parts.note', text: 'n', papers: ['zone.txt'] },
        { __component: 'parts.card', text: 'z', image: 'zone.png' },
      ],
    })
    expect(media.temporary()).toEqual([])
  })

  test('an update replaces a single file, adds to a list, and finds components that it does not name', async () => {
    const data = { title: 'u', card: { text: 'c' } }
    const made = await write(
      'POST',
      'posts',
      field('data', data),
      picture('1.png', 'files.cover'),
      picture('g1.png', 'files.gallery'),
    )
    const changed = await write(
      'PUT',
      `posts/${made.id}`,
      field('data', {}),
      picture('2.png', 'files.cover'),
      picture('g2.png', 'files.gallery'),
      picture('c.png', 'files.card.image'),
    )
    expect(changed.entry).toMatchObject({
      title: 'u',
      cover: '2.png',
      gallery: ['g1.png', 'g2.png'],
      card: { text: 'c', image: 'c.png' },
    })
    // A file wins over an id.
    const [[id]] = (await media.rows(`select id from files where name = '1.png' order by id desc limit 1`)) as [
      [number],
    ]
    const both = await write('PUT', `posts/${made.id}`, field('data', { cover: id }), picture('3.png', 'files.cover'))
    expect(both.entry).toMatchObject({ cover: '3.png' })
  })

  test('a file of an attribute that is not localized is in all translations', async () => {
    const made = await write('POST', 'posts', field('data', { title: 'en' }))
    const translated = await media.send('POST', `/api/posts/${made.id}/localizations`, { title: 'fr', locale: 'fr' })
    await write(
      'PUT',
      `posts/${made.id}`,
      field('data', {}),
      picture('logo.png', 'files.logo'),
      picture('c.png', 'files.cover'),
    )
    const { body } = await media.send('GET', `/api/posts/${translated.body.id}?${POPULATE}`)
    expect(names(body.data.attributes)).toMatchObject({ logo: 'logo.png', cover: null })
  })

  test('a translation and a single type as a form', async () => {
    const made = await write('POST', 'posts', field('data', { title: 'en' }))
    const body = form(field('data', { title: 'fr', locale: 'fr' }), picture('fr.png', 'files.cover'))
    const { body: french } = await media.send('POST', `/api/posts/${made.id}/localizations`, body)
    const { body: read } = await media.send('GET', `/api/posts/${french.id}?populate=cover`)
    expect(read.data.attributes).toMatchObject({ title: 'fr', cover: { data: { attributes: { name: 'fr.png' } } } })
    for (const name of ['created.png', 'changed.png']) {
      const page = form(field('data', { title: name }), picture(name, 'files.cover'))
      const answer = await media.send('PUT', '/api/page?populate[cover][fields]=name', page)
      expect(names(answer.body.data.attributes)).toEqual({ title: name, cover: name })
    }
  })

  test('data in fields of their own, and data as a file', async () => {
    const nested = await write(
      'POST',
      'posts',
      field('data[title]', 'axios'),
      field('data[cards][0][text]', 'c0'),
      picture('a.png', 'files[cover]'),
    )
    expect(nested.entry).toMatchObject({ title: 'axios', cover: 'a.png', cards: [{ text: 'c0' }] })
    const blob: Part = { name: 'data', value: '{"title":"blob"}', file: 'blob', type: 'application/json' }
    expect((await write('POST', 'posts', blob, picture('a.png', 'files.cover'))).entry).toMatchObject({ title: 'blob' })
    expect((await write('POST', 'posts', field('data', { title: 'no files' }))).entry).toMatchObject({
      title: 'no files',
    })
  })

  const PREFIX = `When using multipart/form-data you need to provide your files by prefixing them with the 'files'.
For example, when a media file is named "avatar", make sure the form key name is "files.avatar"`
  const REFUSED: readonly (readonly [string, readonly Part[], string])[] = [
    [
      'no data',
      [picture('a.png', 'files.cover')],
      "When using multipart/form-data you need to provide your data in a JSON 'data' field.",
    ],
    ['data that is no JSON', [field('data', '{no')], "Invalid 'data' field. 'data' should be a valid JSON."],
    ['data that is no object', [field('data', '5')], 'Missing "data" payload in the request body'],
    ['a file without prefix', [field('data', { title: 'x' }), picture('a.png', 'cover')], PREFIX],
    [
      'a bad entry',
      [field('data', { title: 5 }), picture('a.png', 'files.cover')],
      'title must be a `string` type, but the final value was: `5`.',
    ],
    [
      'an unknown attribute',
      [field('data', { title: 'x' }), picture('a.png', 'files.nope')],
      'The file cannot be attached: api::post.post has no media attribute nope',
    ],
    [
      'a component that is not there',
      [field('data', { title: 'x' }), picture('a.png', 'files.cards.3.image')],
      'The file cannot be attached: the entry has no component at cards.3.image',
    ],
    [
      'a type that is not accepted',
      [field('data', { title: 'x' }), pdf('files.cover')],
      'cover accepts only images, but a.pdf is application/pdf',
    ],
    [
      'a type that is not accepted below',
      [field('data', { title: 'x', card: {} }), pdf('files.card.image')],
      'image accepts only images, but a.pdf is application/pdf',
    ],
    [
      'a bad file name',
      [field('data', { title: 'x' }), picture('a:b.png', 'files.cover')],
      'File name contains invalid characters',
    ],
  ]
  test.each(REFUSED)('%s is refused, and nothing is stored', async (_title, parts, message) => {
    const before = {
      files: await files(),
      stored: media.stored(),
      posts: await media.rows('select count(*) from posts'),
    }
    const { status, error } = await write('POST', 'posts', ...parts)
    expect({ status, error }).toEqual({ status: 400, error: message })
    expect({
      files: await files(),
      stored: media.stored(),
      posts: await media.rows('select count(*) from posts'),
    }).toEqual(before)
    expect(media.temporary()).toEqual([])
  })

  test('whoever may not write the entry sends no file', async () => {
    const before = media.stored()
    const body = form(field('data', { title: 'x' }), picture('a.png', 'files.cover'))
    expect((await media.send('POST', '/api/posts?populate=*', body)).status).toBe(200)
    const after = media.stored()
    expect(after.length).toBe(before.length + 1)
    expect((await media.send('DELETE', '/api/posts/1')).status).toBe(403)
    expect(media.stored()).toEqual(after)
  })
})

test('with the dialect strapi4, a file that leads nowhere is stored, and a hint says so', async () => {
  const media = await openMediaApp('sqlite', { dialect: 'strapi4' })
  const body = form(field('data', { title: 'x' }), picture('a.png', 'files.nope'))
  const { status, headers } = await media.send('POST', '/api/posts', body)
  expect(status).toBe(200)
  expect(headers['x-populus-hint']).toBe('The file cannot be attached: api::post.post has no media attribute nope')
  expect(await media.rows('select name from files')).toEqual([['a.png']])
})

test('the names of fields are read as paths', () => {
  expect(filePath('files.items[0].image')).toEqual(['items', '0', 'image'])
  expect(filePath('files.items.0.image')).toEqual(['items', '0', 'image'])
  expect(filePath('files[items][0][image]')).toEqual(['items', '0', 'image'])
  expect(filePath(`files['cover']`)).toEqual(['cover'])
  for (const bad of ['cover', 'files', 'files.', 'file.cover', '', '[]', 'Files.cover'])
    expect(() => filePath(bad)).toThrow()
})

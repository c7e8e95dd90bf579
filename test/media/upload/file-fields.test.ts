/**
 * `placeholder` and `focalPoint` of a file: in the dialect `document` fields that a query may name, and with a setting fields of
 * every file, wherever it appears; none in `strapi4`.
 */
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { runOwn } from '../../identity/administrators/own-rows.ts'
import { CLIENTS, type Client } from '../../support/databases.ts'
import { field, form, type MediaApp, openMediaApp, type Part, paper } from '../media-app.ts'

const MOMENT = expect.stringMatching(/^\d{4}-/)
const PLACEHOLDER = { blur: expect.stringMatching(/^data:image\/webp;base64,[\w+/=]{20,}$/), color: '#a0b0c0' }
const FOCAL_POINT = { x: 25, y: 75.5 }

async function image(name = 'files'): Promise<Part> {
  const create = { width: 40, height: 20, channels: 3, background: '#a0b0c0' } as const
  return { name, value: await sharp({ create }).png().toBuffer(), file: 'grey.png', type: 'image/png' }
}

/** All attributes of the image, in the order of their keys; `more` are those after the metadata. */
const imageValues = (metadata: unknown, more: object = {}) => ({
  name: 'grey.png',
  alternativeText: null,
  caption: null,
  width: 40,
  height: 20,
  formats: null,
  hash: expect.stringMatching(/^grey_/),
  ext: '.png',
  mime: 'image/png',
  size: expect.any(Number),
  url: expect.stringMatching(/^\/uploads\/grey_/),
  previewUrl: null,
  provider: 'local',
  provider_metadata: metadata,
  ...more,
  createdAt: MOMENT,
  updatedAt: MOMENT,
})

interface World extends MediaApp {
  /** The ids of an image with everything, and of a text file. */
  readonly image: number
  readonly paper: number
  readonly get: (path: string) => Promise<unknown>
  readonly ask: (path: string) => Promise<{ status: number; message: string }>
}

async function openWorld(client: Client, dialect: 'document' | 'strapi4', extraFields = false): Promise<World> {
  const media = await openMediaApp(client, { dialect, media: { placeholder: true, extraFields } })
  const data = {
    title: 'Grey',
    card: { text: 'in a card' },
    blocks: [{ __component: 'parts.card', text: 'in a zone' }],
  }
  const files = [await image('files.cover'), await image('files.card.image'), await image('files.blocks[0].image')]
  await media.send('POST', '/api/posts', form(field('data', data), ...files))
  const [{ id: paperId }] = (await media.send('POST', '/api/upload', form(paper('a.txt')))).body
  const [[stored]] = (await media.rows('select provider_metadata from files where id = 1')) as [[string | object]]
  const { populus } = typeof stored === 'string' ? JSON.parse(stored) : stored
  const metadata = JSON.stringify({ bucket: 'b', populus: { ...populus, focalPoint: FOCAL_POINT } })
  await runOwn(media.database, `update files set provider_metadata = '${metadata}' where id = 1`)
  return {
    ...media,
    image: 1,
    paper: paperId,
    get: async path => (await media.send('GET', path)).body,
    ask: async path => {
      const { status, body } = await media.send('GET', path)
      return { status, message: body.error?.message }
    },
  }
}

describe.each(CLIENTS)('fields of files on %s', client => {
  test('in the dialect document a file has what the document says, and what is named', async () => {
    const world = await openWorld(client, 'document')
    expect((await world.send('POST', '/api/upload', form(await image()))).body).toEqual([
      { id: expect.any(Number), ...imageValues(null) },
    ])
    expect(await world.get('/api/upload/files/1')).toEqual({ id: 1, ...imageValues({ bucket: 'b' }) })
    const named = '/api/upload/files/1?fields[0]=*&fields[1]=focalPoint&fields[2]=-provider_metadata'
    const { provider_metadata: _, ...others } = imageValues(null)
    expect(await world.get(named)).toEqual({ id: 1, ...others, focalPoint: FOCAL_POINT })
  })

  describe('in the dialect document with the setting', () => {
    let world: World
    beforeAll(async () => {
      world = await openWorld(client, 'document', true)
    })

    test('the answer of an upload has the placeholder, after the metadata', async () => {
      const { body } = await world.send('POST', '/api/upload', form(await image()))
      const expected = { id: expect.any(Number), ...imageValues(null, { placeholder: PLACEHOLDER }) }
      expect(body).toEqual([expected])
      expect(Object.keys(body[0])).toEqual(Object.keys(expected))
    })

    test('so have the files of the library, which keep what the provider said', async () => {
      const all = { id: 1, ...imageValues({ bucket: 'b' }, { placeholder: PLACEHOLDER, focalPoint: FOCAL_POINT }) }
      expect(await world.get('/api/upload/files/1')).toEqual(all)
      expect(await world.get('/api/upload/files?filters[id]=1')).toEqual([all])
    })

    test('and files in media fields, components and zones', async () => {
      const post = await world.get(
        '/api/posts/1?fields[0]=title&populate[0]=cover&populate[1]=card.image&populate[2]=blocks.image',
      )
      const plain = imageValues(null, { placeholder: PLACEHOLDER })
      const first = imageValues({ bucket: 'b' }, { placeholder: PLACEHOLDER, focalPoint: FOCAL_POINT })
      expect(post).toEqual({
        data: {
          id: 1,
          attributes: {
            title: 'Grey',
            cover: { data: { id: 1, attributes: first } },
            card: { id: expect.any(Number), text: 'in a card', image: { data: { id: 2, attributes: plain } } },
            blocks: [
              {
                id: expect.any(Number),
                __component: 'parts.card',
                text: 'in a zone',
                image: { data: { id: 3, attributes: plain } },
              },
            ],
          },
        },
        meta: {},
      })
    })

    test('a file without them looks as in Strapi; asked for by name, they are null', async () => {
      expect(await world.get(`/api/upload/files/${world.paper}`)).not.toHaveProperty('placeholder')
      const named = `/api/upload/files/${world.paper}?fields[0]=focalPoint&fields[1]=placeholder&fields[2]=provider_metadata`
      expect(await world.get(named)).toEqual({
        id: world.paper,
        focalPoint: null,
        placeholder: null,
        provider_metadata: null,
      })
    })

    test('fields selects them one by one, in its order', async () => {
      const cover = (fields: string) => world.get(`/api/posts/1?fields[0]=title&populate[cover][fields]${fields}`)
      const shows = (attributes: object) => ({
        data: { id: 1, attributes: { title: 'Grey', cover: { data: { id: 1, attributes } } } },
        meta: {},
      })
      expect(await cover('[0]=placeholder')).toEqual(shows({ placeholder: PLACEHOLDER }))
      expect(await cover('[0]=focalPoint&populate[cover][fields][1]=name')).toEqual(
        shows({ focalPoint: FOCAL_POINT, name: 'grey.png' }),
      )
      expect(await cover('[0]=provider_metadata')).toEqual(shows({ provider_metadata: { bucket: 'b' } }))
      const everything = shows(imageValues({ bucket: 'b' }, { placeholder: PLACEHOLDER, focalPoint: FOCAL_POINT }))
      expect(await cover('[0]=*&populate[cover][fields][1]=placeholder')).toEqual(everything)
    })

    test('they are for reading only', async () => {
      const refused = { status: 400, message: 'Invalid parameter placeholder' }
      expect(await world.ask('/api/upload/files?filters[placeholder][$null]=true')).toEqual(refused)
      expect(await world.ask('/api/upload/files?sort=placeholder')).toEqual(refused)
      expect(await world.ask('/api/posts?fields[0]=placeholder')).toEqual(refused)
    })

    test.each(['[1]', '7', '"text"', '{"populus":"text"}', '{"populus":{"placeholder":null}}'])(
      'metadata of any other kind is shown as it is: %s',
      async stored => {
        await runOwn(world.database, `update files set provider_metadata = '${stored}' where id = 2`)
        const fields = 'fields[0]=placeholder&fields[1]=focalPoint'
        expect(await world.get(`/api/upload/files/2?${fields}`)).toEqual({ id: 2, placeholder: null, focalPoint: null })
        const shown = stored.includes('null') ? null : JSON.parse(stored)
        expect(await world.get('/api/upload/files/2')).toEqual({ id: 2, ...imageValues(shown) })
      },
    )
  })

  test('in the dialect strapi4 there are no such fields, and the metadata is what is stored', async () => {
    const world = await openWorld(client, 'strapi4')
    const stored = { bucket: 'b', populus: { placeholder: PLACEHOLDER, focalPoint: FOCAL_POINT } }
    expect(await world.get('/api/upload/files/1')).toEqual({ id: 1, ...imageValues(stored) })
    const refused = { status: 400, message: 'Invalid parameter placeholder' }
    expect(await world.ask('/api/upload/files/1?fields[0]=placeholder')).toEqual(refused)
  })
})

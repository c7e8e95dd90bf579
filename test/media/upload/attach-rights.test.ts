/** Who may put a file into an entry while uploading it: every way there is, in both dialects. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { grant } from '../../../src/management/roles/grants.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { openStorage } from '../../../src/tables/open-storage.ts'
import type { TestAppInput } from '../../support/build-test-app.ts'
import { CLIENTS, type Client } from '../../support/databases.ts'
import { foreign } from '../../support/foreign-rows.ts'
import { projectWithRules } from '../../support/worlds/linked-project.ts'
import {
  copyOfMediaProject,
  field,
  form,
  type MediaApp,
  mediaAppOn,
  mediaDatabase,
  PIXEL,
  picture,
} from '../media-app.ts'

const POST = 'api::post.post'
const FORBIDDEN = { status: 403, body: { error: { status: 403, name: 'ForbiddenError', message: 'Forbidden' } } }
const NEEDED = `to attach a file to an entry, the right ${POST}.update is needed`

/** A post with a cover and a card, in a world in which the public may upload, but not update posts. */
async function worldWithoutUpdate(client: Client, options: Partial<TestAppInput>): Promise<MediaApp> {
  const database = await mediaDatabase(client)
  await withPost(database, async () => {
    await foreign(database, `update up_permissions set action = '${POST}.delete' where action = '${POST}.update'`)
  })
  return mediaAppOn({ folder: copyOfMediaProject(), database, ...options })
}

async function withPost(database: DatabaseConfig, change: () => Promise<void>): Promise<void> {
  const media = await mediaAppOn({ folder: copyOfMediaProject(), database })
  const data = JSON.stringify({ title: 'p', card: { text: 'c', inner: [] }, blocks: [] })
  const made = await media.send('POST', '/api/posts', form(field('data', data), picture('first.png', 'files.cover')))
  expect(made.status).toBe(200)
  await media.app.close()
  await change()
}

const place = (ref: string, attribute: string) => [field('ref', ref), field('refId', '1'), field('field', attribute)]

async function resumable({ app }: MediaApp, metadata: Readonly<Record<string, string>>) {
  const given = Object.entries({ filename: 'tus.png', filetype: 'image/png', ...metadata })
  const text = given.map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`).join(',')
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(PIXEL.length), 'upload-metadata': text }
  const part = { ...headers, 'content-type': 'application/offset+octet-stream' }
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/api/upload/tus',
    headers: part,
    payload: PIXEL,
  })
  return { status: statusCode, body: body === '' ? null : (JSON.parse(body) as unknown) }
}

const links = (media: MediaApp) =>
  media.rows('select related_type, related_id, field from files_related_morphs order by related_type, id')

describe.each(CLIENTS)('on %s', client => {
  describe.each([{ dialect: 'document' as const }, { dialect: 'strapi4' as const, attach: 'granted' as const }])(
    'without the right to update an entry, with %j',
    options => {
      let media: MediaApp
      let before: unknown
      beforeAll(async () => {
        media = await worldWithoutUpdate(client, options)
        before = await links(media)
      })

      test('no form attaches a file to it, and nothing is stored', async () => {
        const stored = media.stored()
        const answer = await media.send('POST', '/api/upload', form(picture('a.png'), ...place(POST, 'cover')))
        expect(answer).toMatchObject(FORBIDDEN)
        expect(answer.headers['x-populus-hint']).toBe(NEEDED)
        expect([media.stored(), media.temporary(), await links(media)]).toEqual([stored, [], before])
      })

      test('no resumable upload does, and it is refused before its bytes are sent', async () => {
        const target = { ref: POST, refId: '1', field: 'gallery' }
        expect(await resumable(media, target)).toMatchObject(FORBIDDEN)
        expect([media.temporary(), await links(media)]).toEqual([[], before])
      })

      test('a component of the entry is not there', async () => {
        const card = await media.send('POST', '/api/upload', form(picture('a.png'), ...place('parts.card', 'image')))
        const problem = 'parts.card has no entry 1'
        if (options.dialect === 'document')
          expect(card).toMatchObject({
            status: 400,
            body: { error: { message: `The file cannot be attached: ${problem}` } },
          })
        else expect(card).toMatchObject({ status: 200, headers: { 'x-populus-hint': `not attached: ${problem}` } })
        expect(await links(media)).toEqual(before)
      })

      test('files without a place, and those of an entry that may be updated, are stored', async () => {
        expect(await media.send('POST', '/api/upload', form(picture('free.png')))).toMatchObject({ status: 200 })
        expect(await media.send('PUT', '/api/page', { data: { title: 't' } })).toMatchObject({ status: 200 })
        const page = form(picture('page.png'), ...place('api::page.page', 'cover'))
        expect(await media.send('POST', '/api/upload', page)).toMatchObject({ status: 200 })
        expect(await resumable(media, { ref: 'api::page.page', refId: '1', field: 'cover' })).toMatchObject({
          status: 201,
        })
        const [shown] = [await media.send('GET', '/api/page?populate=cover')]
        expect(shown?.body.data.attributes.cover.data.attributes.name).toBe('tus.png')
      })
    },
  )

  test('as in Strapi, the right to upload suffices in its dialect, which the start says, as it does of open drafts', async () => {
    const media = await worldWithoutUpdate(client, { dialect: 'strapi4' })
    expect(media.app.report).toContain(
      'Callers that may upload can attach files to every entry, as in Strapi; api.attach=granted asks for the right to update it',
    )
    expect(media.app.report).toContain(
      'Callers that may find a type can read its drafts; api.drafts=granted asks for the right findDrafts',
    )
    expect(await media.send('POST', '/api/upload', form(picture('b.png'), ...place(POST, 'cover')))).toMatchObject({
      status: 200,
    })
    expect(
      await media.send('POST', '/api/upload', form(picture('c.png'), ...place('parts.card', 'image'))),
    ).toMatchObject({ status: 200 })
    const { body } = await media.send('GET', '/api/posts/1?populate[cover]=true&populate[card][populate]=image')
    const { cover, card } = body.data.attributes
    expect([cover.data.attributes.name, card.image.data.attributes.name]).toEqual(['b.png', 'c.png'])
  })

  test.each(['document', 'strapi4'] as const)('a list of writable fields holds for files too, in %s', async dialect => {
    const database = await mediaDatabase(client)
    await withPost(database, () => grantFields(database, ['title', 'gallery', 'blocks']))
    const media = await mediaAppOn({ folder: copyOfMediaProject(), database, dialect })
    const before = await links(media)
    const refused = (name: string) => ({ status: 400, body: { error: { message: `Invalid parameter ${name}` } } })
    const upload = (ref: string, name: string) =>
      media.send('POST', '/api/upload', form(picture('a.png'), ...place(ref, name)))
    const save = (name: string) =>
      media.send('PUT', '/api/posts/1', form(field('data', '{}'), picture('a.png', `files.${name}`)))
    expect(await upload(POST, 'cover')).toMatchObject(refused('cover'))
    expect(await resumable(media, { ref: POST, refId: '1', field: 'logo' })).toMatchObject(refused('logo'))
    expect(await save('cover')).toMatchObject(refused('cover'))
    expect(await save('card.image')).toMatchObject(refused('card'))
    const card = await upload('parts.card', 'image')
    if (dialect === 'document') expect(card).toMatchObject({ status: 400 })
    expect([media.temporary(), await links(media)]).toEqual([[], before])
    expect(await upload(POST, 'gallery')).toMatchObject({ status: 200 })
    expect(await save('gallery')).toMatchObject({ status: 200 })
  })

  test('rules of rows hold for components of an entry', async () => {
    const database = await mediaDatabase(client)
    await withPost(database, async () => undefined)
    const rule = (ids: readonly number[]) => ({
      post: { roles: ['public'], type: 'post', operations: ['update'], where: { id: { $in: ids } } },
    })
    const card = () => form(picture('a.png'), ...place('parts.card', 'image'))
    const closed = await mediaAppOn({ folder: projectWithRules(copyOfMediaProject(), rule([2])), database })
    expect(await closed.send('POST', '/api/upload', card())).toMatchObject({ status: 400 })
    await closed.app.close()
    const open = await mediaAppOn({ folder: projectWithRules(copyOfMediaProject(), rule([1])), database })
    expect(await open.send('POST', '/api/upload', card())).toMatchObject({ status: 200 })
  })
})

async function grantFields(database: DatabaseConfig, writeFields: readonly string[]): Promise<void> {
  const { schema } = await loadSchema(copyOfMediaProject())
  const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => undefined })
  await grant(storage.database, storage.schema, { role: 'public', type: POST, actions: ['update'], writeFields })
  await storage.database.close()
}

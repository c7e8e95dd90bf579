/** Clients of the content API set when entries are published: who may publish an entry may also do it later. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { ProjectCode } from '../../src/extend/project-code.ts'
import { openGranter } from '../content/write/grant-write.ts'
import { ExtendApp, noteProject, openExtendApp } from '../extend/extend-app.ts'
import { errorBody } from '../identity/administrators/admin-app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'

const HOUR = 3_600_000
const PATIENT = { timeout: 60_000, interval: 50 }
const SECRETS = { jwt: 'secret of users', admin: 'secret of administrators', apiTokenSalt: 'salt' }
const LATER = '2999-01-31T08:00:00.000Z'
const NOTHING = { data: { publish: null, unpublish: null }, meta: {} }
const NOT_FOUND = errorBody(404, 'NotFoundError', 'Not Found')
const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const waiting = (at: string) => ({ at, state: 'waiting', reason: null, setAt: MOMENT })

const PAGE = JSON.stringify({
  kind: 'singleType',
  collectionName: 'pages',
  info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
  options: { draftAndPublish: true },
  pluginOptions: { i18n: { localized: true } },
  attributes: { title: { type: 'string', pluginOptions: { i18n: { localized: true } } } },
})
const PLAIN = JSON.stringify({
  collectionName: 'plains',
  info: { singularName: 'plain', pluralName: 'plains', displayName: 'Plain' },
  attributes: { title: { type: 'string' } },
})

const DIALECTS = ['document', 'strapi4'] as const
const CASES = CLIENTS.flatMap(client => DIALECTS.map(dialect => [client, dialect] as const))

describe.each(CASES)('the schedule for clients, on %s in %s', (client, dialect) => {
  let app: ExtendApp
  let rights: Awaited<ReturnType<typeof openGranter>>
  let token = ''
  let ahead = 0
  const clock = () => Date.now() + ahead
  const inHours = (hours: number) => new Date(clock() + hours * HOUR).toISOString()

  beforeAll(async () => {
    const folder = await noteProject({
      'src/api/page/content-types/page/schema.json': PAGE,
      'src/api/plain/content-types/plain/schema.json': PLAIN,
    })
    const database = await freshDatabase(client)
    app = new ExtendApp(await buildTestApp({ folder, database, dialect, secrets: SECRETS, clock }))
    rights = await openGranter(folder, database)
    await rights.grant({ role: 'public', type: 'plain', actions: ['update'] })
    token = await rights.createToken({ name: 'clock', type: 'full-access' }, SECRETS)
  })

  const draft = async (data: object = { title: 'Later' }): Promise<number> =>
    (await app.send('POST /notes', { data: { ...data, publishedAt: null } })).body.data.id
  const set = (id: number, data: object) => app.send(`PUT /notes/${id}/schedule`, { data })
  const publishedAt = async (id: number) => {
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await app.send(`GET /notes/${id}?publicationState=preview`, undefined, headers)
    return body.data.attributes.publishedAt
  }

  test('times are set, shown, changed and removed', async () => {
    const id = await draft()
    expect((await app.send(`GET /notes/${id}/schedule`)).body).toEqual(NOTHING)
    const both = { publishAt: LATER, unpublishAt: '2999-02-28T08:00:00+01:00' }
    const unpublish = waiting('2999-02-28T07:00:00.000Z')
    const answer = { data: { publish: waiting(LATER), unpublish }, meta: {} }
    expect(await set(id, both)).toMatchObject({ status: 200, body: answer })
    const shown = await app.send(`GET /notes/${id}/schedule`)
    expect(shown.body).toEqual(answer)
    expect(shown.headers).toMatchObject({ 'cache-control': 'private, no-cache', etag: expect.any(String) })
    expect((await set(id, { publishAt: null })).body).toEqual({ data: { publish: null, unpublish }, meta: {} })
    expect(await app.send(`DELETE /notes/${id}/schedule`)).toMatchObject({ status: 200, body: NOTHING })
    expect((await app.send(`GET /notes/${id}/schedule`)).body).toEqual(NOTHING)
  })

  test.each([
    [{}, [], 'expected publishAt or unpublishAt'],
    [
      { publishAt: '2027-01-31' },
      ['publishAt'],
      'expected a date and time with its time zone, such as 2027-01-31T08:00:00Z',
    ],
    [{ unpublishAt: '2001-01-31T08:00:00Z' }, ['unpublishAt'], 'expected a time to come'],
    [
      { publishAt: LATER, unpublishAt: '2999-01-31T09:00:00+01:00' },
      ['unpublishAt'],
      'expected another time than that of publishAt',
    ],
    [{ publishat: LATER }, ['publishat'], 'did you mean publishAt?'],
    [{ publishAt: LATER, locales: ['fr'] }, ['locales'], 'not expected; available: publishAt, unpublishAt'],
  ])('%j is refused', async (data, path, message) => {
    const id = await draft()
    const text = path.length === 0 ? message : `${path.join('.')}: ${message}`
    const details = { errors: [{ path, message }] }
    expect((await set(id, data)).body).toEqual(errorBody(400, 'ValidationError', text, details))
    expect((await app.send(`GET /notes/${id}/schedule`)).body).toEqual(NOTHING)
  })

  test('a body without data, an entry that is not there, and a type without drafts are refused', async () => {
    const id = await draft()
    const missing = await app.send(`PUT /notes/${id}/schedule`, { publishAt: LATER })
    expect(missing).toMatchObject({
      status: 400,
      body: { error: { message: 'Missing "data" payload in the request body' } },
    })
    for (const method of ['GET', 'PUT', 'DELETE'])
      for (const path of ['/notes/987654/schedule', '/notes/x/schedule', '/plains/1/schedule']) {
        const given = method === 'PUT' ? { data: { publishAt: LATER } } : undefined
        expect((await app.send(`${method} ${path}`, given)).body).toEqual(NOT_FOUND)
      }
  })

  test('the right is that of publishing at once: to change the entry, and its publishedAt', async () => {
    const id = await draft()
    const note = { role: 'public', type: 'note', actions: ['update'] }
    const forbidden = {
      status: 403,
      body: { data: null, error: { status: 403, name: 'ForbiddenError', message: 'Forbidden' } },
    }
    await rights.revoke(note)
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(await app.send(`${method} /notes/${id}/schedule`, { data: {} })).toMatchObject(forbidden)
    await rights.grant({ ...note, writeFields: ['title'] })
    expect(await set(id, { publishAt: LATER })).toMatchObject(forbidden)
    expect((await app.send('GET /openapi.json')).body.paths['/notes/{id}/schedule']).toBeUndefined()
    await rights.revoke(note)
    await rights.grant({ ...note, writeFields: ['title', 'publishedAt'] })
    expect((await set(id, { publishAt: LATER })).status).toBe(200)
    await rights.revoke(note)
    await rights.grant(note)
    const described = (await app.send('GET /openapi.json')).body.paths
    expect(Object.keys(described['/notes/{id}/schedule'])).toEqual(['get', 'put', 'delete'])
    expect(Object.keys(described['/page/schedule'])).toEqual(['get', 'put', 'delete'])
    await app.send(`DELETE /notes/${id}/schedule`)
  })

  test('entries are published and unpublished at their times, in the name of the client', async () => {
    const id = await draft()
    const incomplete = await draft({ slug: 'no-title' })
    const headers = { authorization: `Bearer ${token}` }
    const data = { publishAt: inHours(1), unpublishAt: inHours(3) }
    await app.send(`PUT /notes/${id}/schedule`, { data }, headers)
    await set(incomplete, { publishAt: data.publishAt })
    ahead += 2 * HOUR
    await expect.poll(() => publishedAt(id), PATIENT).not.toBeNull()
    await expect
      .poll(async () => (await app.send(`GET /notes/${incomplete}/schedule`)).body.data.publish, PATIENT)
      .toEqual({ at: data.publishAt, state: 'failed', reason: 'title must be defined.', setAt: MOMENT })
    ahead += 2 * HOUR
    await expect.poll(() => publishedAt(id), PATIENT).toBeNull()
    expect((await app.send(`GET /notes/${id}/schedule`)).body).toEqual(NOTHING)
    const panel = await app.panel()
    const { body } = await panel('GET ../changes?since=&limit=1000')
    const by = { kind: 'token', id: 1 }
    const told = (body.data as { id: number; action: string; by: unknown }[]).filter(each => each.id === id)
    expect(told.map(({ action, by }) => [action, by])).toEqual([
      ['create', null],
      ['publish', by],
      ['unpublish', by],
    ])
  })

  test('each translation of a single type has times of its own', async () => {
    await app.send('PUT /page', { data: { title: 'One', publishedAt: null } })
    expect((await app.send('GET /page/schedule?locale=fr')).body).toEqual(NOT_FOUND)
    await rights.grant({ role: 'public', type: 'page', actions: ['createLocalization'] })
    await app.send('POST /page/localizations', { title: 'Un', locale: 'fr' })
    const french = { data: { publish: waiting(LATER), unpublish: null }, meta: {} }
    expect((await app.send('PUT /page/schedule?locale=fr', { data: { publishAt: LATER } })).body).toEqual(french)
    expect((await app.send('GET /page/schedule')).body).toEqual(NOTHING)
    expect((await app.send('GET /page/schedule?locale=fr')).body).toEqual(french)
    expect((await app.send('DELETE /page/schedule?locale=fr')).body).toEqual(NOTHING)
  })
})

describe('beside code of the project', () => {
  const json = (value: unknown) => ({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  })
  const project = (routes: NonNullable<ProjectCode['routes']>): ProjectCode => ({
    ...{ routes, report: [], start: async () => {}, stop: async () => {} },
  })
  const PUT = 'PUT /notes/1/schedule'

  test('code around changes of an entry is not passed by', async () => {
    const around = (method: string, path: string) =>
      method === 'PUT' && path === '/api/notes/:id' ? async () => json('mine') : undefined
    const app = await openExtendApp('sqlite', { code: project({ routes: [], around }) })
    await app.send('POST /notes', { data: { title: 'x' } })
    expect((await app.send(PUT, { data: { publishAt: LATER } })).body).toEqual(NOT_FOUND)
    expect((await app.send('GET /notes/1/schedule')).body).toEqual(NOT_FOUND)
  })

  test.each(['/api/notes/:id/schedule', '/api/notes/:slug/:verb'])(
    'a route %s of the project answers itself',
    async path => {
      const own = { method: 'PUT', path, handle: async () => json({ own: true }) }
      const app = await openExtendApp('sqlite', { code: project({ routes: [own] }) })
      await app.send('POST /notes', { data: { title: 'x' } })
      expect((await app.send(PUT, { data: { publishAt: LATER } })).body).toEqual({ own: true })
      expect((await app.send('GET /notes/1/schedule')).status).toBe(200)
    },
  )
})

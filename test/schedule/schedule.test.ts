/** Entries are published and unpublished at set times: once, by one server, also after a restart. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { errorBody, SECRETS } from '../identity/administrators/admin-app.ts'
import { runOwn } from '../identity/administrators/own-rows.ts'
import { PanelApp } from '../management/panel-app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { WORLD } from '../support/worlds/world.ts'

const ARTICLES = '/content/api::article.article'
const HOUR = 3_600_000
const PATIENT = { timeout: 60_000, interval: 50 }

describe.each(CLIENTS)('the schedule, on %s', client => {
  const app = new PanelApp()
  let ahead = 0
  const clock = () => Date.now() + ahead
  const inHours = (hours: number) => new Date(clock() + hours * HOUR).toISOString()
  const told: string[] = []

  /** A server whose clock can be set. */
  const server = (more: object = {}): Promise<App> =>
    buildTestApp({
      ...{ folder: WORLD, database: app.database, secrets: SECRETS, clock },
      onEvent: ({ action, type, id }) => told.push(`${action} ${type} ${id}`),
      ...more,
    })

  beforeAll(() => app.open(client))

  const set = (id: number, body: object, token?: string) =>
    app.call(`PUT ${ARTICLES}/${id}/schedule`, { body, ...(token === undefined ? {} : { token }) })
  const draft = async (data: object = { title: 'Later' }) =>
    (await app.data<{ id: number }>(`POST ${ARTICLES}`, { body: { data } })).id
  const status = async (id: number) => (await app.data<{ status: string }>(`GET ${ARTICLES}/${id}`)).status
  const shown = (id: number) => app.data(`GET ${ARTICLES}/${id}/schedule`)
  const becomes = (id: number, expected: string) => expect.poll(() => status(id), PATIENT).toBe(expected)
  const NOTHING = { publish: null, unpublish: null, releases: [] }

  test('sets, shows, changes and removes times', async () => {
    const id = await draft()
    expect(await shown(id)).toEqual(NOTHING)
    const publish = {
      action: 'publish',
      at: '<moment>',
      state: 'waiting',
      reason: null,
      by: { id: 1, name: '#1' },
      setAt: '<moment>',
    }
    expect(await set(id, { publishAt: inHours(1), unpublishAt: inHours(2) })).toMatchObject({
      status: 200,
      body: { data: { publish, unpublish: { ...publish, action: 'unpublish' } } },
    })
    expect(await app.data('GET /schedule?uid=api::article.article')).toEqual([
      { uid: 'api::article.article', id, title: 'Later', status: 'draft', locale: 'en', ...publish },
      {
        uid: 'api::article.article',
        id,
        title: 'Later',
        status: 'draft',
        locale: 'en',
        ...publish,
        action: 'unpublish',
      },
    ])
    expect(await app.data('GET /schedule?state=failed')).toEqual([])
    expect((await set(id, { publishAt: null })).body).toMatchObject({ data: { publish: null, unpublish: {} } })
    expect((await set(id, { unpublishAt: null })).body).toEqual({ data: NOTHING })
  })

  test.each([
    [{}, 'expected publishAt or unpublishAt'],
    [
      { publishAt: '2027-01-31' },
      'publishAt: expected a date and time with its time zone, such as 2027-01-31T08:00:00Z',
    ],
    [{ publishAt: '2001-01-31T08:00:00Z' }, 'publishAt: expected a time to come'],
    [{ publishAt: 5 }, 'publishAt: expected a date and time with its time zone, such as 2027-01-31T08:00:00Z'],
    [{ publishAt: '2999-01-31T08:00:00Z', locales: ['xx'] }, 'locales: there is no translation in xx'],
    [{ publishat: '2999-01-31T08:00:00Z' }, 'publishat: did you mean publishAt?'],
    [
      { publishAt: '2999-01-31T08:00:00Z', unpublishAt: '2999-01-31T09:00:00+01:00' },
      'unpublishAt: expected another time than that of publishAt',
    ],
  ])('refuses %j', async (body, message) => {
    const id = await draft()
    const answer = await set(id, body)
    expect(answer.status).toBe(400)
    expect((answer.body as { error: { message: string } }).error.message).toBe(message)
    expect(await shown(id)).toEqual(NOTHING)
  })

  test('only who may publish an entry may schedule it, and who may not read it does not know of it', async () => {
    const id = await draft()
    const body = { publishAt: inHours(1) }
    expect(await set(id, body, app.author)).toMatchObject({ status: 403 })
    expect(await set(987_654, body)).toMatchObject({ status: 404 })
    expect(await app.status('PUT /content/api::nothing.nothing/1/schedule', { body })).toBe(404)
    expect(await app.call('PUT /content/api::keyword.keyword/1/schedule', { body })).toMatchObject({
      body: errorBody(404, 'NotFoundError', 'Not Found'),
    })
    await set(id, body)
    expect(await app.status(`GET ${ARTICLES}/${id}/schedule`, { token: null })).toBe(401)
    await app.limit('api::article.article', [])
    expect(await app.data('GET /schedule', { token: app.editor })).toEqual([])
    expect(await app.status(`GET ${ARTICLES}/${id}/schedule`, { token: app.editor })).toBe(404)
    await set(id, { publishAt: null })
  })

  test('an entry is published and unpublished at its times, with events, and only then', async () => {
    const id = await draft()
    const other = await draft()
    await set(id, { publishAt: inHours(1), unpublishAt: inHours(3) })
    await set(other, { publishAt: inHours(10) })
    const running = await server()
    ahead += 2 * HOUR
    await becomes(id, 'published')
    expect(await shown(id)).toMatchObject({ publish: null, unpublish: { state: 'waiting' } })
    ahead += 2 * HOUR
    await becomes(id, 'draft')
    expect(await shown(id)).toEqual(NOTHING)
    expect(await status(other)).toBe('draft')
    expect(told.filter(line => line.endsWith(` ${id}`))).toEqual(Array(2).fill(`update api::article.article ${id}`))
    const feed = await app.data<{ id: number; action: string; by: unknown }[]>('GET /changes?since=&limit=1000')
    expect(feed.filter(each => each.id === id).map(({ action, by }) => [action, by])).toEqual([
      ['create', { kind: 'admin', id: 1 }],
      ['publish', { kind: 'admin', id: 1 }],
      ['unpublish', { kind: 'admin', id: 1 }],
    ])
    await running.close()
  })

  test('what was missed while no server ran is made up for in order, by one of several servers and once', async () => {
    const ids = [await draft(), await draft(), await draft()]
    for (const id of ids) await set(id, { publishAt: inHours(1) })
    await set(ids[0]!, { unpublishAt: inHours(2) })
    ahead += 5 * HOUR
    told.length = 0
    const servers = await Promise.all([server(), server(), server({ runsTasks: false })])
    await becomes(ids[2]!, 'published')
    await becomes(ids[0]!, 'draft')
    await Promise.all(servers.map(each => each.close()))
    const again = await server()
    await again.close()
    expect(told.sort()).toEqual([ids[0], ids[0], ids[1], ids[2]].map(id => `update api::article.article ${id}`).sort())
  })

  test('the pending changes of a published entry are published, translations apart', async () => {
    const english = await draft({ title: 'First' })
    await app.call(`POST ${ARTICLES}/${english}/publish`)
    await app.call(`PUT ${ARTICLES}/${english}`, { body: { data: { title: 'Second' }, pending: true } })
    const french = await app.data<{ id: number }>(`POST ${ARTICLES}`, {
      body: { data: { title: 'Deux' }, locale: 'fr', translationOf: english },
    })
    await set(english, { publishAt: inHours(1), locales: ['en', 'fr'] })
    await app.call(`PUT ${ARTICLES}/${english}/schedule?locale=fr`, { body: { publishAt: inHours(9) } })
    const running = await server()
    ahead += 2 * HOUR
    await expect
      .poll(async () => (await app.data<{ title: string }>(`GET ${ARTICLES}/${english}`)).title, PATIENT)
      .toBe('Second')
    expect(await status(english)).toBe('published')
    expect(await status(french.id)).toBe('draft')
    await running.close()
    await set(french.id, { publishAt: null })
  })

  test('an entry that is not complete at its time stays a draft, and says why until it gets a new time', async () => {
    const id = await draft({ summary: 'No title' })
    await set(id, { publishAt: inHours(1) })
    const running = await server()
    ahead += 2 * HOUR
    await expect
      .poll(() => shown(id), PATIENT)
      .toMatchObject({
        publish: { state: 'failed', reason: 'title must be defined.' },
      })
    expect(await status(id)).toBe('draft')
    expect(await app.data('GET /schedule?state=failed')).toMatchObject([{ id, reason: 'title must be defined.' }])
    await app.call(`PUT ${ARTICLES}/${id}`, { body: { data: { title: 'Now' } } })
    await set(id, { publishAt: inHours(1) })
    expect(await shown(id)).toMatchObject({ publish: { state: 'waiting', reason: null } })
    ahead += 2 * HOUR
    await becomes(id, 'published')
    await running.close()
  })

  test('what is done by hand before its time is not done again, and what is deleted has no schedule', async () => {
    const [byHand, deleted, foreign, gone] = [await draft(), await draft(), await draft(), await draft()]
    for (const id of [byHand, deleted, foreign, gone]) await set(id!, { publishAt: inHours(1) })
    await app.call(`POST ${ARTICLES}/${byHand}/publish`)
    expect(await shown(byHand!)).toEqual(NOTHING)
    await app.call(`DELETE ${ARTICLES}/${deleted}`)
    // A Strapi on the same database knows nothing of the schedule.
    await runOwn(app.database, `update articles set published_at = created_at where id = ${foreign}`)
    await runOwn(app.database, `delete from articles where id = ${gone}`)
    told.length = 0
    const running = await server()
    ahead += 2 * HOUR
    await expect
      .poll(() => app.data('GET /schedule?state=failed'), PATIENT)
      .toMatchObject([{ id: gone, title: `#${gone}`, reason: 'The entry no longer exists' }])
    await expect.poll(() => app.data('GET /schedule?uid=api::article.article&state=waiting'), PATIENT).toEqual([])
    expect(told).toEqual([])
    await running.close()
  })

  test('a person who is deleted leaves the schedule behind', async () => {
    const login = { email: 'leaving@example.org', password: 'some password' }
    const { id: person } = await app.data<{ id: number }>('POST /admins', {
      body: { ...login, firstname: 'Lea', roles: ['strapi-super-admin'] },
    })
    const id = await draft()
    await set(id, { publishAt: inHours(1) }, await app.signIn(login))
    expect(await shown(id)).toMatchObject({ publish: { by: { id: person, name: 'Lea' } } })
    await app.call(`DELETE /admins/${person}`)
    const running = await server()
    ahead += 2 * HOUR
    await becomes(id, 'published')
    await running.close()
  })
})

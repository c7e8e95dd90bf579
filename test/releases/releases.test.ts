/** Entries of several types go live together or not at all: by hand, or once at a set time. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Release } from '../../src/admin-api/release-api.ts'
import type { App } from '../../src/app.ts'
import type { ProjectCode } from '../../src/extend/project-code.ts'
import { errorBody, SECRETS } from '../identity/administrators/admin-app.ts'
import { runOwn } from '../identity/administrators/own-rows.ts'
import { PanelApp } from '../management/panel-app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { WORLD } from '../support/worlds/world.ts'

const ARTICLE = 'api::article.article'
const TAG = 'api::tag.tag'
const HOUR = 3_600_000
const PATIENT = { timeout: 60_000, interval: 50 }
const ROOT = { id: 1, name: '#1' }
/** The app that answers has no code of a project; servers that act at a time have this one. */
let refused: string | undefined
const code: ProjectCode = {
  hooks: {
    has: () => true,
    beforeWrite: async ({ type, data }) => {
      if (type.uid === refused) throw Object.assign(new Error('not on a Friday'), { status: 400 })
      return data
    },
    afterWrite: async () => {},
  },
  report: [],
  start: async () => {},
  stop: async () => {},
}

describe.each(CLIENTS)('releases, on %s', client => {
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
  beforeEach(() => {
    told.length = 0
    refused = undefined
  })

  const make = async (body: object = { name: 'Autumn' }, token = app.token) =>
    (await app.data<Release>('POST /releases', { body, token })).id
  const entry = async (uid: string, data: object) =>
    (await app.data<{ id: number }>(`POST /content/${uid}`, { body: { data } })).id
  const draft = (data: object = { title: 'Later' }) => entry(ARTICLE, data)
  const add = (release: string, uid: string, ids: readonly number[], more: object = {}) =>
    app.call(`POST /releases/${release}/items`, { body: { uid, action: 'publish', ids, ...more } })
  const status = async (uid: string, id: number) =>
    (await app.data<{ status: string }>(`GET /content/${uid}/${id}`)).status
  const shown = (release: string) => app.data<Release>(`GET /releases/${release}`)
  const becomes = (release: string, state: string) =>
    expect.poll(async () => (await shown(release)).state, PATIENT).toBe(state)
  const message = async (answer: Promise<{ body: unknown }>) =>
    ((await answer).body as { error: { message: string } }).error.message

  /** A draft article, a published article that will not be so any more, and a draft tag. */
  const mixed = async (body: object = { name: 'Autumn' }) => {
    const [article, old, tag] = [await draft(), await draft({ title: 'Old' }), await entry(TAG, { name: 'New' })]
    await app.call(`POST /content/${ARTICLE}/${old}/publish`)
    const release = await make(body)
    await add(release, ARTICLE, [article])
    await add(release, ARTICLE, [old], { action: 'unpublish' })
    await add(release, TAG, [tag])
    const states = async () => [await status(ARTICLE, article), await status(ARTICLE, old), await status(TAG, tag)]
    return { release, article, old, tag, states }
  }
  const BEFORE = ['draft', 'published', 'draft']
  const AFTER = ['published', 'draft', 'published']

  test('is created, filled, renamed, timed, checked, published once, and read-only then', async () => {
    const { release, article, old, tag, states } = await mixed()
    const item = { uid: ARTICLE, id: article, action: 'publish', title: 'Later', status: 'draft', locale: 'en' }
    const info = {
      ...{ id: release, name: 'Autumn', state: 'open', at: null, by: null },
      ...{ createdAt: '<moment>', createdBy: ROOT, doneAt: null, doneBy: null, count: 3, hidden: 0 },
    }
    expect(await shown(release)).toEqual({
      ...info,
      items: [
        item,
        { ...item, id: old, action: 'unpublish', title: 'Old', status: 'published' },
        { ...item, uid: TAG, id: tag, title: 'New', locale: null },
      ],
      problems: [],
      mayChange: true,
    })
    const renamed = await app.data<Release>(`PUT /releases/${release}`, { body: { name: 'Winter', at: inHours(90) } })
    expect(renamed).toMatchObject({ name: 'Winter', state: 'waiting', at: '<moment>', by: ROOT })
    expect(await app.data(`PUT /releases/${release}`, { body: { at: null } })).toMatchObject({
      state: 'open',
      by: null,
    })
    expect(await app.data('GET /releases')).toContainEqual({ ...info, name: 'Winter' })
    expect(await app.data(`GET /content/${ARTICLE}/${article}/schedule`)).toEqual({
      publish: null,
      unpublish: null,
      releases: [{ id: release, name: 'Winter', at: null, action: 'publish' }],
    })
    const checked = { state: 'ready', problems: [] }
    expect(await app.data(`GET /releases/${release}/check`)).toEqual({
      ready: true,
      items: [
        { uid: ARTICLE, id: article, action: 'publish', ...checked },
        { uid: ARTICLE, id: old, action: 'unpublish', ...checked },
        { uid: TAG, id: tag, action: 'publish', ...checked },
      ],
    })
    expect(await app.call(`POST /releases/${release}/publish`)).toMatchObject({
      status: 200,
      body: { data: { state: 'done', doneAt: '<moment>', doneBy: ROOT, mayChange: false } },
    })
    expect(await states()).toEqual(AFTER)
    const done = errorBody(409, 'ConflictError', 'The release was published and cannot be changed any more')
    expect((await app.call(`POST /releases/${release}/publish`)).body).toEqual(done)
    expect((await app.call(`PUT /releases/${release}`, { body: { name: 'X' } })).body).toEqual(done)
    expect((await app.call(`DELETE /releases/${release}`)).body).toEqual(done)
    expect((await add(release, TAG, [tag])).body).toEqual(done)
    expect((await app.call(`DELETE /releases/${release}/items/${TAG}/${tag}`)).body).toEqual(done)
    expect(await app.data('GET /releases?state=done')).toMatchObject([{ id: release, name: 'Winter', count: 3 }])
    const feed = await app.data<{ type: string; id: number; action: string; by: unknown }[]>(
      'GET /changes?since=&limit=1000',
    )
    const last = feed.slice(-3).map(({ type, id, action, by }) => [type, id, action, by])
    const by = { kind: 'admin', id: 1 }
    expect(last).toEqual([
      [ARTICLE, article, 'publish', by],
      [ARTICLE, old, 'unpublish', by],
      [TAG, tag, 'publish', by],
    ])
  })

  test('an entry can be taken out again, gets the last action, and the release can be deleted', async () => {
    const { release, article, tag, states } = await mixed()
    await add(release, ARTICLE, [article], { action: 'unpublish' })
    expect((await shown(release)).items[0]).toMatchObject({ id: article, action: 'unpublish' })
    expect(await app.data(`DELETE /releases/${release}/items/${TAG}/${tag}`)).toMatchObject({ count: 2 })
    expect(await app.status(`DELETE /releases/${release}/items/${TAG}/${tag}`)).toBe(404)
    expect(await app.data(`DELETE /releases/${release}`)).toEqual({ deleted: true })
    expect(await app.status(`GET /releases/${release}`)).toBe(404)
    expect(await states()).toEqual(BEFORE)
  })

  test.each([
    ['POST /releases', {}, 'name: expected a string'],
    ['POST /releases', { name: ' ' }, 'name: expected a non-empty string'],
    ['POST /releases', { name: 'x', at: '2001-01-01T00:00:00Z' }, 'at: expected a time to come'],
    ['POST /releases', { name: 'x', At: null }, 'At: did you mean at?'],
    [
      'PUT /releases/:id',
      { at: 'soon' },
      'at: expected a date and time with its time zone, such as 2027-01-31T08:00:00Z',
    ],
    ['POST /releases/:id/items', { uid: TAG, action: 'delete', ids: [1] }, 'action: expected publish or unpublish'],
    ['POST /releases/:id/items', { uid: TAG, action: 'publish' }, 'ids: expected either ids or query'],
    [
      'POST /releases/:id/items',
      { uid: 'api::author.author', action: 'publish', ids: [1] },
      'api::author.author has no drafts, so nothing can be published',
    ],
    ['GET /releases?state=x', undefined, 'state: expected open or done'],
    [
      'GET /calendar?from=2027-01-01&to=2028-01-01',
      undefined,
      'to: expected a later moment, at most 100 days after from',
    ],
    ['GET /calendar?to=2028-01-01', undefined, 'from: expected a moment, such as 2027-01-01T00:00:00Z'],
  ])('%s refuses %j', async (line, body, expected) => {
    const release = await make()
    const answer = await app.call(line.replace(':id', release), body === undefined ? {} : { body })
    expect([answer.status, (answer.body as { error: { message: string } }).error.message]).toEqual([400, expected])
  })

  test('entries are chosen by a query, too, and a release has at most 500', async () => {
    const release = await make()
    const title = `Chosen ${release}`
    const ids = [await draft({ title }), await draft({ title })]
    await app.call(`POST /releases/${release}/items`, {
      body: { uid: ARTICLE, action: 'publish', query: { filters: { title: { $eq: title } } } },
    })
    expect((await shown(release)).items.map(({ id }) => id)).toEqual(ids)
    expect(await add(release, ARTICLE, [987_654])).toMatchObject({ status: 404 })
  })

  test('one entry that cannot be published refuses all of them, and the answer says which', async () => {
    const { release, states } = await mixed()
    const incomplete = await draft({ summary: 'No title' })
    const gone = await entry(TAG, { name: 'Gone' })
    await add(release, ARTICLE, [incomplete])
    await add(release, TAG, [gone])
    await app.call(`DELETE /content/${TAG}/${gone}`)
    const problem = { path: ['title'], message: 'title must be defined.', name: 'ValidationError' }
    const items = [
      { uid: ARTICLE, id: incomplete, action: 'publish', state: 'refused', problems: [problem] },
      {
        ...{ uid: TAG, id: gone, action: 'publish', state: 'refused' },
        problems: [{ path: [], message: 'The entry no longer exists', name: 'ValidationError' }],
      },
    ]
    const check = await app.data<{ ready: boolean; items: { state: string }[] }>(`GET /releases/${release}/check`)
    expect(check.ready).toBe(false)
    expect(check.items.filter(({ state }) => state === 'refused')).toEqual(items)
    const problems = [
      { uid: ARTICLE, id: incomplete, message: 'title must be defined.' },
      { uid: TAG, id: gone, message: 'The entry no longer exists' },
    ]
    expect((await app.call(`POST /releases/${release}/publish`)).body).toEqual(
      errorBody(
        400,
        'ValidationError',
        `The release cannot be published: ${ARTICLE} ${incomplete}: title must be defined.; ${TAG} ${gone}: The entry no longer exists`,
        { items, problems },
      ),
    )
    expect(await states()).toEqual(BEFORE)
    expect(await shown(release)).toMatchObject({ state: 'open', problems: [] })
    await app.call(`DELETE /releases/${release}/items/${TAG}/${gone}`)
    await app.call(`PUT /content/${ARTICLE}/${incomplete}`, { body: { data: { title: 'Now' } } })
    expect(await app.status(`POST /releases/${release}/publish`)).toBe(200)
    expect(await states()).toEqual(AFTER)
    expect(await message(app.call(`POST /releases/${await make()}/publish`))).toBe(
      'The release cannot be published: it has no entries',
    )
  })

  test('what fails in the middle of the transaction changes nothing', async () => {
    const { release, states } = await mixed()
    const isFile = client === 'sqlite'
    await runOwn(
      app.database,
      isFile
        ? "create trigger no_tags before update on tags begin select raise(abort, 'no'); end"
        : 'alter table tags add constraint no_tags check (published_at is null) not valid',
    )
    expect(await app.status(`POST /releases/${release}/publish`)).toBe(500)
    expect(await states()).toEqual(BEFORE)
    expect(await shown(release)).toMatchObject({ state: 'open', doneAt: null })
    await runOwn(app.database, isFile ? 'drop trigger no_tags' : 'alter table tags drop constraint no_tags')
    expect(await app.status(`POST /releases/${release}/publish`)).toBe(200)
    expect(await states()).toEqual(AFTER)
  })

  test('pending changes are published; what is as wanted already stays untouched', async () => {
    const [english, asWanted] = [await draft({ title: 'First' }), await draft()]
    for (const id of [english, asWanted]) await app.call(`POST /content/${ARTICLE}/${id}/publish`)
    await app.call(`PUT /content/${ARTICLE}/${english}`, { body: { data: { title: 'Second' }, pending: true } })
    const release = await make()
    await add(release, ARTICLE, [english, asWanted])
    expect(await app.data(`GET /releases/${release}/check`)).toMatchObject({
      items: [{ state: 'ready' }, { state: 'done' }],
    })
    const versions = () => app.data(`GET /content/${ARTICLE}/${asWanted}/versions`)
    const before = await versions()
    expect(await app.status(`POST /releases/${release}/publish`)).toBe(200)
    expect(await app.data(`GET /content/${ARTICLE}/${english}`)).toMatchObject({ title: 'Second', status: 'published' })
    expect(await versions()).toEqual(before)
  })

  test('people see and add only what they may publish, and act on a release only if that is all of it', async () => {
    const { release, article, tag, states } = await mixed()
    const token = app.editor
    expect(await app.status('GET /releases', { token: null })).toBe(401)
    await app.limit(TAG, [])
    const seen = await app.data<Release>(`GET /releases/${release}`, { token })
    expect(seen).toMatchObject({ count: 3, hidden: 1, mayChange: false })
    expect(seen.items.map(({ uid }) => uid)).toEqual([ARTICLE, ARTICLE])
    expect(await app.data(`GET /releases/${release}/check`, { token })).toMatchObject({ ready: false })
    for (const line of [`POST /releases/${release}/publish`, `DELETE /releases/${release}`])
      expect(await app.status(line, { token })).toBe(403)
    const timed = { body: { at: inHours(1) }, token }
    expect(await app.status(`PUT /releases/${release}`, timed)).toBe(403)
    const own = await make({ name: 'Own' }, token)
    const items = { uid: TAG, action: 'publish', ids: [tag] }
    expect(await app.status(`POST /releases/${own}/items`, { body: items, token })).toBe(404)
    expect(await app.status(`DELETE /releases/${release}/items/${TAG}/${tag}`, { token })).toBe(404)
    // One that they may publish is theirs to take out.
    expect(await app.status(`DELETE /releases/${release}/items/${ARTICLE}/${article}`, { token })).toBe(200)
    await app.limit(ARTICLE, [{ action: 'read' }])
    const none = await make({ name: 'Tags' })
    await add(none, TAG, [tag])
    expect(await app.status(`GET /releases/${none}`, { token })).toBe(404)
    expect(await app.status('POST /releases', { body: { name: 'x' }, token })).toBe(403)
    expect(await app.data('GET /releases', { token })).toEqual([])
    await app.limit(ARTICLE, [{ action: 'read' }, { action: 'publish', conditions: ['admin::is-creator'] }])
    const other = await make({ name: 'Others' })
    await add(other, ARTICLE, [article])
    expect(await app.status(`GET /releases/${other}`, { token })).toBe(404)
    const body = { uid: ARTICLE, action: 'publish', ids: [article] }
    expect(await app.status(`POST /releases/${own}/items`, { body, token })).toBe(403)
    expect(await states()).toEqual(BEFORE)
    await app.limit(ARTICLE, [{ action: 'read' }, { action: 'publish' }])
    await app.limit(TAG, [{ action: 'read' }, { action: 'publish' }])
  })

  test('at its time, one of several servers does it, once, and after a restart', async () => {
    const { release, article, old, tag, states } = await mixed({ name: 'Timed', at: inHours(1) })
    const early = await mixed({ name: 'Later', at: inHours(90) })
    ahead += 2 * HOUR
    const servers = await Promise.all([server(), server(), server({ runsTasks: false })])
    await becomes(release, 'done')
    await Promise.all(servers.map(each => each.close()))
    expect(await states()).toEqual(AFTER)
    expect(await shown(release)).toMatchObject({ doneBy: ROOT, doneAt: '<moment>' })
    const again = await server()
    await again.close()
    const lines = [`update ${ARTICLE} ${article}`, `update ${ARTICLE} ${old}`, `update ${TAG} ${tag}`]
    expect(told).toEqual(lines)
    expect(await early.states()).toEqual(BEFORE)
    await app.call(`DELETE /releases/${early.release}`)
  })

  test('a server that died between the two files of its database does nothing twice', async () => {
    const { release, states } = await mixed({ name: 'Crashed', at: inHours(1) })
    ahead += 2 * HOUR
    const first = await server()
    await becomes(release, 'done')
    await first.close()
    await runOwn(
      app.database,
      `update populus.releases set state = 'open', next_at = act_at, done_at = null where id = '${release}'`,
    )
    told.length = 0
    const second = await server()
    await becomes(release, 'done')
    await second.close()
    expect(told).toEqual([])
    expect(await states()).toEqual(AFTER)
  })

  test('what was missed is made up for in the order of the times, releases and single entries together', async () => {
    const id = await draft()
    const release = await make({ name: 'Before', at: inHours(1) })
    await add(release, ARTICLE, [id])
    await app.call(`PUT /content/${ARTICLE}/${id}/schedule`, { body: { unpublishAt: inHours(2) } })
    ahead += 5 * HOUR
    const running = await server()
    await becomes(release, 'done')
    await expect
      .poll(() => app.data(`GET /content/${ARTICLE}/${id}/schedule`), PATIENT)
      .toMatchObject({ unpublish: null })
    await running.close()
    expect(await status(ARTICLE, id)).toBe('draft')
    expect(told).toHaveLength(2)
  })

  test('one that cannot be done at its time says which entry and why, and changes nothing, until it gets a new time', async () => {
    const { release, tag, states } = await mixed({ name: 'Refused', at: inHours(1) })
    refused = TAG
    const running = await server({ code })
    ahead += 2 * HOUR
    await becomes(release, 'failed')
    expect(await shown(release)).toMatchObject({ problems: [{ uid: TAG, id: tag, message: 'not on a Friday' }] })
    expect(await states()).toEqual(BEFORE)
    expect(told).toEqual([])
    refused = undefined
    await app.call(`PUT /releases/${release}`, { body: { at: inHours(1) } })
    expect(await shown(release)).toMatchObject({ state: 'waiting', problems: [] })
    ahead += 2 * HOUR
    await becomes(release, 'done')
    expect(await states()).toEqual(AFTER)
    await running.close()
  })

  test('the right of the person who has set the time counts when they set it', async () => {
    const login = { email: 'leaving@example.org', password: 'some password' }
    const { id: person } = await app.data<{ id: number }>('POST /admins', {
      body: { ...login, firstname: 'Lea', roles: ['strapi-super-admin'] },
    })
    const { release, states } = await mixed()
    const body = { at: inHours(1) }
    expect(await app.data(`PUT /releases/${release}`, { body, token: await app.signIn(login) })).toMatchObject({
      by: { id: person, name: 'Lea' },
    })
    await app.call(`DELETE /admins/${person}`)
    const running = await server()
    ahead += 2 * HOUR
    await becomes(release, 'done')
    await running.close()
    expect(await states()).toEqual(AFTER)
  })

  test('the calendar has planned entries and releases, and those that are done', async () => {
    const from = inHours(1000)
    const range = `from=${from}&to=${inHours(1100)}`
    const { release, article } = await mixed({ name: 'Planned', at: inHours(1002) })
    await app.call(`PUT /content/${ARTICLE}/${article}/schedule`, { body: { unpublishAt: inHours(1001) } })
    await app.call(`PUT /content/${ARTICLE}/${article}/schedule`, { body: { publishAt: inHours(1200) } })
    const single = { kind: 'entry', at: '<moment>', action: 'unpublish', state: 'waiting', uid: ARTICLE, id: article }
    expect((await app.call(`GET /calendar?${range}`)).body).toEqual({
      data: [
        { ...single, title: 'Later', status: 'draft', locale: 'en' },
        { kind: 'release', at: '<moment>', state: 'waiting', id: release, name: 'Planned', count: 3 },
      ],
      meta: { more: false },
    })
    await app.call(`POST /releases/${release}/publish`)
    const today = `from=${new Date(Date.now() - HOUR).toISOString()}&to=${new Date(Date.now() + HOUR).toISOString()}`
    expect(await app.data(`GET /calendar?${today}`)).toContainEqual({
      ...{ kind: 'release', at: '<moment>', state: 'done', id: release, name: 'Planned', count: 3 },
    })
    await app.limit(ARTICLE, [])
    await app.limit(TAG, [])
    expect(await app.data(`GET /calendar?${range}`, { token: app.editor })).toEqual([])
  })
})

/** What rules of rows mean for users: which entries they read and write, and that nothing of it is ever out of date. */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { App } from '../../../src/app.ts'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { hashApiToken } from '../../../src/identity/access/api-tokens.ts'
import { grant } from '../../../src/management/roles/grants.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { sql, value } from '../../../src/sql/fragment.ts'
import { openStorage } from '../../../src/tables/open-storage.ts'
import { EventReader } from '../../live/event-reader.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { asUser, FULL_ACCESS, rulesProject, SECRETS } from './rules-project.ts'

const NOT_FOUND = { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } }
const OUTSIDE = {
  data: null,
  error: {
    status: 403,
    name: 'ForbiddenError',
    message: 'The entry would be outside the rows that you may write',
    details: {},
  },
}
const ALL = ['find', 'findOne', 'create', 'update', 'delete']

describe.each(CLIENTS)('on %s', client => {
  let app: App
  let statements = 0
  const all = { authorization: `Bearer ${FULL_ACCESS}` }
  let [ann, bob, cleo]: { readonly authorization: string }[] = []

  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers = {}, payload?: object) => {
    const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
    return {
      status: answer.statusCode,
      body: answer.body === '' ? null : JSON.parse(answer.body),
      tag: answer.headers.etag,
    }
  }
  const titles = async (url: string, headers = {}) => {
    const { body } = await send('GET', url, headers)
    return body.data.map(
      ({ attributes }: { attributes: { title?: string; name?: string } }) => attributes.title ?? attributes.name,
    )
  }
  const make = async (path: string, data: object) =>
    (await send('POST', `/api/${path}`, all, { data })).body.data.id as number

  beforeAll(async () => {
    const folder = rulesProject()
    const database = await freshDatabase(client)
    const { schema } = await loadSchema(folder)
    const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => {} })
    for (const type of ['note', 'group', 'task', 'story', 'event', 'place'])
      await grant(storage.database, storage.schema, { role: 'authenticated', type, actions: ALL })
    for (const actions of [['find', 'findOne', 'count', 'update', 'destroy']])
      await grant(storage.database, storage.schema, { role: 'authenticated', type: 'users', actions })
    const key = hashApiToken(FULL_ACCESS, SECRETS.apiTokenSalt)
    await storage.database.write(async transaction => {
      const { dialect } = storage.database
      const token = sql`insert into strapi_api_tokens (name, type, access_key) values ('all', 'full-access', ${value(key)})`
      await transaction.run(dialect.bind(dialect.compile(token)))
    })
    await storage.database.close()
    app = await buildTestApp({
      folder,
      database,
      dialect: 'strapi4',
      secrets: SECRETS,
      cache: { responses: true, totals: true },
      onStatement: () => {
        statements += 1
      },
    })
    for (const name of ['red', 'blue']) await make('groups', { name })
    const roles = (await send('GET', '/api/users-permissions/roles', all)).body.roles as { id: number; type: string }[]
    const role = roles.find(({ type }) => type === 'authenticated')!.id
    for (const username of ['ann', 'bob', 'cleo']) {
      const user = { username, email: `${username}@example.com`, password: 'secret-word', confirmed: true, role }
      expect((await send('POST', '/api/users', all, user)).status).toBe(201)
    }
    ;[ann, bob, cleo] = await Promise.all([1, 2, 3].map(asUser))
    await make('notes', { title: 'of ann', slug: 'ann', owner: 1 })
    await make('notes', { title: 'of bob', slug: 'bob', owner: 2, next: 1 })
    await make('notes', { title: 'of red', slug: 'red', group: 1 })
    await make('notes', { title: 'of nobody', slug: 'nobody' })
    for (const [note, title] of ['ann', 'bob', 'red', 'nobody'].entries())
      await make('tasks', { title, note: note + 1 })
    for (const language of ['en', 'fr', 'de']) await make('storys', { title: language, language })
  })

  test('users see their own rows, and never those that are kept for others', async () => {
    const url = '/api/notes?sort=id'
    for (const _ of ['made', 'kept']) {
      expect(await titles(url, ann)).toEqual(['of ann'])
      expect(await titles(url, bob)).toEqual(['of bob'])
      expect(await titles(url, cleo)).toEqual([])
    }
    const { tag } = await send('GET', url, ann)
    const before = statements
    expect((await send('GET', url, { ...ann, 'if-none-match': String(tag) })).status).toBe(304)
    expect(statements).toBe(before)
    expect((await send('GET', url, { ...bob, 'if-none-match': String(tag) })).status).toBe(200)
  })

  test('users without a value to compare with do not see rows without one', async () => {
    const { body } = await send('GET', '/api/users/1?populate=group', all)
    expect(body.group).toBeNull()
    expect(await titles('/api/notes', ann)).not.toContain('of nobody')
  })

  test('what decides is never out of date', async () => {
    const url = '/api/notes?sort=id'
    expect(await titles(url, cleo)).toEqual([])
    await send('PUT', '/api/users/3', all, { group: 1 })
    expect(await titles(url, cleo)).toEqual(['of red'])
    await send('PUT', '/api/notes/4', all, { data: { group: 1 } })
    expect(await titles(url, cleo)).toEqual(['of red', 'of nobody'])
    await send('PUT', '/api/notes/4', all, { data: { group: null } })
    await send('PUT', '/api/users/3', all, { group: 2 })
    expect(await titles(url, cleo)).toEqual([])
    await send('PUT', '/api/users/3', all, { group: null })

    expect(await titles('/api/groups', cleo)).toEqual([])
    await send('PUT', '/api/users/3', all, { circles: [2] })
    expect(await titles('/api/groups', cleo)).toEqual(['blue'])
    const green = await make('groups', { name: 'green' })
    await send('PUT', '/api/users/3', all, { circles: [2, green] })
    expect(await titles('/api/groups', cleo)).toEqual(['blue', 'green'])
    await send('DELETE', `/api/groups/${green}`, all)
    expect(await titles('/api/groups', cleo)).toEqual(['blue'])

    for (const [languages, expected] of [
      [
        ['fr', 'en'],
        ['en', 'fr'],
      ],
      ['de', ['de']],
      [[], []],
      [{ en: true }, []],
      [null, []],
    ]) {
      await send('PUT', '/api/users/3', all, { languages })
      expect(await titles('/api/storys?sort=id', cleo)).toEqual(expected)
    }
  })

  test('an answer that depends on the time is not kept', async () => {
    const url = '/api/events'
    const soon = new Date(Date.now() + 1200).toISOString()
    await make('events', { title: 'soon', startsAt: soon })
    await make('events', { title: 'late', startsAt: '2999-01-01T00:00:00.000Z' })
    await make('events', { title: 'past', startsAt: '2001-01-01T00:00:00.000Z' })
    await vi.waitFor(async () => expect(await titles(`${url}?sort=id`, ann)).toEqual(['soon', 'past']), 20_000)
    const { body } = await send('GET', `${url}?pagination[pageSize]=1`, ann)
    expect(body.meta.pagination.total).toBe(2)
  })

  test('to change or delete a row outside the rules is to change or delete one that does not exist', async () => {
    for (const id of [2, 999]) {
      expect((await send('PUT', `/api/notes/${id}`, ann, { data: { title: 'mine' } })).body).toEqual(NOT_FOUND)
      // Values are not even looked at.
      expect((await send('PUT', `/api/notes/${id}`, ann, { data: { slug: 'red', owner: 77 } })).body).toEqual(NOT_FOUND)
      expect((await send('DELETE', `/api/notes/${id}`, ann)).body).toEqual(NOT_FOUND)
      expect((await send('GET', `/api/notes/${id}`, ann)).body).toEqual(NOT_FOUND)
    }
    expect((await send('GET', '/api/notes/2', bob)).body.data.attributes.title).toBe('of bob')
  })

  test('a row may be read and changed, but not deleted', async () => {
    await send('PUT', '/api/users/3', all, { group: 1 })
    const { status, body } = await send('PUT', '/api/notes/3', cleo, { data: { title: 'still red' } })
    expect([status, body.data.attributes.title]).toEqual([200, 'still red'])
    expect((await send('DELETE', '/api/notes/3', cleo)).body).toEqual(NOT_FOUND)
    await send('PUT', '/api/users/3', all, { group: null })
  })

  test('nobody can put a row outside the rules', async () => {
    const count = async () => (await send('GET', '/api/notes', all)).body.meta.pagination.total
    const before = await count()
    expect((await send('POST', '/api/notes', ann, { data: { title: 'of bob too', owner: 2 } })).status).toBe(400)
    expect((await send('POST', '/api/notes', ann, { data: { title: 'of nobody' } })).body).toEqual(OUTSIDE)
    expect((await send('PUT', '/api/notes/1', ann, { data: { owner: null } })).body).toEqual(OUTSIDE)
    expect(await count()).toBe(before)
    expect(await titles('/api/notes', ann)).toEqual(['of ann'])
    const { status, body } = await send('POST', '/api/notes', ann, { data: { title: 'second', owner: 1 } })
    expect([status, body.data.attributes.title]).toEqual([200, 'second'])
    expect((await send('DELETE', `/api/notes/${body.data.id}`, ann)).status).toBe(200)
  })

  test('a new entry that its writer may not read is not shown', async () => {
    const { status, body } = await send('POST', '/api/groups', ann, { data: { name: 'unseen' } })
    expect([status, body]).toEqual([200, { data: null, meta: {} }])
    expect(await titles('/api/groups?filters[name]=unseen', all)).toEqual(['unseen'])
  })

  test('relations can lead to no row that the writer does not see', async () => {
    const connect = async (note: number) => {
      const { status, body } = await send('POST', '/api/tasks', ann, { data: { title: 'x', note } })
      return [status, body.error?.message]
    }
    const missing = '1 relation(s) of type api::note.note associated with this entity do not exist'
    expect(await connect(2)).toEqual([400, missing])
    expect(await connect(999)).toEqual([400, missing])
    expect(await connect(1)).toEqual([200, undefined])
  })

  test('no query is an oracle', async () => {
    const asked = ['filters[note][slug]=', 'filters[$not][note][slug][$ne]=', 'filters[note][title][$contains]=']
    for (const question of asked)
      for (const headers of [ann, cleo]) {
        const [hidden, missing] = [
          await send('GET', `/api/tasks?${question}bob`, headers),
          await send('GET', `/api/tasks?${question}zzz`, headers),
        ]
        expect(hidden.body).toEqual(missing.body)
      }
    const orders = [
      await titles('/api/tasks?sort[0]=note.slug&sort[1]=id', cleo),
      await titles('/api/tasks?sort[0]=note.slug:desc&sort[1]=id', cleo),
    ]
    expect(orders[0]).toEqual(orders[1])
    expect(await titles('/api/tasks?filters[note][id][$null]=true&filters[id][$lte]=4', ann)).toEqual([
      'bob',
      'red',
      'nobody',
    ])
  })

  test('what decides is checked before every event of a live query', async () => {
    const group = await make('groups', { name: 'north' })
    await send('PUT', '/api/users/3', all, { group })
    await make('places', { name: 'north' })
    const { address } = await app.listen(0)
    const reader = new EventReader()
    await reader.open(`${address}/api/places`, cleo)
    expect(await reader.next()).toMatchObject([
      { event: 'answer', data: { data: [{ attributes: { name: 'north' } }] } },
    ])
    await send('PUT', `/api/groups/${group}`, all, { data: { name: 'south' } })
    await make('places', { name: 'north' })
    expect(await reader.next()).toMatchObject([{ event: 'changed' }])
    await reader.over()
    await send('PUT', '/api/users/3', all, { group: null })
  })

  test('users know of themselves only, and cannot change what decides', async () => {
    const users = (await send('GET', '/api/users', ann)).body as { username: string }[]
    expect(users.map(({ username }) => username)).toEqual(['ann'])
    expect((await send('GET', '/api/users/count', ann)).body).toBe(1)
    expect((await send('GET', '/api/users/2', ann)).body).toBeNull()
    for (const id of [2, 999]) {
      const { status, body } = await send('PUT', `/api/users/${id}`, ann, { username: 'cleo' })
      expect([status, body.error.message]).toEqual([404, 'User not found'])
      expect((await send('DELETE', `/api/users/${id}`, ann)).body).toBeNull()
    }
    const sent = { motto: 'mine', group: 1, circles: [1], languages: ['en'] }
    expect((await send('PUT', '/api/users/1', ann, sent)).body.motto).toBe('mine')
    const { body } = await send('GET', '/api/users/1?populate=*', all)
    expect(body).toMatchObject({ motto: 'mine', group: null, circles: [], languages: null })
    expect(await titles('/api/notes', ann)).toEqual(['of ann'])
  })

  test('explain names the rules, and says that one hides an entry', async () => {
    const missing = async (url: string) =>
      (await send('GET', url, all)).body.data.missing.filter(({ reason }: { reason: string }) => reason === 'rule')
    const rule = 'rules/own-notes.json leaves only these rows of api::note.note to The user 1'
    const where = '{"$or":[{"owner":"$user.id"},{"group":{"id":"$user.group"}}]}'
    expect(await missing('/api/notes/2?explain=user:1')).toEqual([
      { path: '', reason: 'rule', message: `A rule hides the entry. ${rule}: ${where}.`, remedy: null },
    ])
    expect(await missing('/api/tasks/1?populate=note&explain=user:1')).toEqual([
      { path: 'note', reason: 'rule', message: `${rule}: ${where}.`, remedy: null },
    ])
    expect(await missing('/api/notes/2?explain=user:2')).toMatchObject([{ path: '' }])
    expect(await missing('/api/notes/999?explain=user:1')).toEqual([])
    expect((await send('GET', '/api/notes/2?explain=user:2', all)).body.data.status).toBe(200)
  })
})

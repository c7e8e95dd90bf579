import { describe, expect, test } from 'vitest'
import type { Explanation, MissingPart } from '../../src/admin-api/explain-api.ts'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

describe.each(CLIENTS)('what a client gets, and why not more, on %s', client => {
  const app = panelApp(client)
  const explain = (url: string, as: object = { kind: 'public' }, token = app.token) =>
    app.data<Explanation>('POST /explain', { body: { url, as }, token })
  const at = ({ missing }: Explanation, path: string) => missing.filter(part => part.path === path)

  test('the body is exactly what the client gets', async () => {
    const url = '/api/articles/1?fields[0]=title&populate[tags][fields][0]=name'
    const { status, body, bytes } = await explain(url)
    const served = await app.call(`GET ${url}`, { token: null })
    expect(status).toBe(200)
    expect(JSON.parse(body)).toEqual(served.body)
    expect(bytes).toBe(Buffer.byteLength(body))
  })

  test('an entry by a unique field, and related entries in another language', async () => {
    const url = '/api/articles/slug:tide?fields[0]=title&populate[related][ids]=true&locale=en&fallback=fr'
    const { status, body, reads, statements } = await explain(url)
    expect(status).toBe(200)
    expect(JSON.parse(body)).toEqual((await app.call(`GET ${url}`, { token: null })).body)
    expect(reads).toMatchObject({ fields: ['title', 'locale'], parts: [{ name: 'related', fields: [] }] })
    expect(statements).toHaveLength(2)
  })

  test('what is shown instead of entries, and what is required, is part of the tree', async () => {
    const query =
      'fields[0]=metadata.places&populate[tags][ids]=true&populate[author][exists]=true&populate[related][count]=true&populate[blocks][on][blocks.hero][required]=true'
    const { reads } = await explain(`/api/articles?${query}`)
    expect(reads).toMatchObject({
      fields: ['metadata.places'],
      parts: [
        { name: 'tags', shows: 'ids' },
        { name: 'author', shows: 'exists', counted: true },
        { name: 'related', shows: 'count', counted: true },
        { name: 'blocks', type: 'blocks.hero', required: true },
      ],
    })
  })

  test('what a query may not say is the reason for its refusal', async () => {
    const { status, missing } = await explain('/api/articles?populate[blocks][on]=*')
    expect(status).toBe(400)
    expect(missing).toMatchObject([{ reason: 'invalid', message: expect.stringContaining('populate[blocks][on]') }])
  })

  test('what populate=deep does not follow has its reason', async () => {
    const explanation = await explain('/api/teams/1?populate=deep,2,-articles')
    const messages = explanation.missing.filter(({ reason }) => reason === 'not-followed').map(part => part.message)
    const back = 'it leads back to a type that is on the way to it.'
    const deeper = 'it would be one level more than the query asks for.'
    expect(messages).toEqual([
      `populate=deep does not follow members.team: ${back}`,
      ...['avatar', 'team', 'articles'].map(name => `populate=deep does not follow partner.members.${name}: ${deeper}`),
      `populate=deep does not follow partner.partner: ${back}`,
    ])
  })

  test('every missing part has its reason and its remedy', async () => {
    const explanation = await explain(
      'http://localhost:1337/api/articles/1?fields[0]=title&populate[0]=tags&populate[1]=secret',
    )
    expect(explanation.cost).toMatchObject({ estimated: { points: expect.any(Number), limit: expect.any(Number) } })
    expect(at(explanation, 'secret')).toEqual<MissingPart[]>([
      {
        path: 'secret',
        reason: 'type-not-granted',
        message: 'Public has no find on api::secret.secret.',
        remedy: {
          kind: 'grant',
          command: 'populus grant public api::secret.secret',
          request: {
            route: 'PATCH /roles/2/grants',
            body: {
              grants: {
                'api::secret.secret': {
                  actions: ['find', 'findOne'],
                  fields: null,
                  filterFields: null,
                  sortFields: null,
                  writeFields: null,
                },
              },
            },
          },
        },
      },
    ])
    expect(at(explanation, 'internal')).toEqual([
      {
        path: 'internal',
        reason: 'private',
        message: 'internal is private in the schema of api::article.article.',
        remedy: null,
      },
    ])
    expect(at(explanation, 'passcode')).toMatchObject([{ reason: 'password', remedy: null }])
    expect(at(explanation, 'summary')).toMatchObject([{ reason: 'not-selected' }])
    expect(at(explanation, 'cover')).toEqual([
      {
        path: 'cover',
        reason: 'not-populated',
        message: 'populate does not name cover.',
        remedy: { kind: 'populate', query: 'populate[0]=cover' },
      },
    ])
    expect(at(explanation, 'tags')).toEqual([
      {
        path: 'tags',
        reason: 'draft',
        message: 'hidden (api::tag.tag 4) is a draft.',
        remedy: { kind: 'publish', request: { route: 'POST /content/api::tag.tag/4/publish', body: {} } },
      },
    ])
    expect(at(explanation, 'tags.articles')).toMatchObject([
      { remedy: { query: 'populate[tags][populate][0]=articles' } },
    ])
  })

  test('a list that the query cuts says how much is missing, and how to get it', async () => {
    const strapi = await app.another(undefined, { dialect: 'strapi4' })
    const limited = async (url: string) => {
      const answer = await strapi.inject({
        method: 'POST',
        url: '/admin/api/explain',
        headers: { authorization: `Bearer ${app.token}` },
        payload: { url, as: { kind: 'public' } },
      })
      const { data } = JSON.parse(answer.payload) as { data: Explanation }
      return data.missing.filter(({ reason }) => reason === 'limited')
    }
    const cut = (path: string, message: string) => [{ path, reason: 'limited', message, remedy: null }]
    expect(await limited('/api/articles/2?populate[tags][limit]=1')).toEqual(
      cut('tags', 'tags shows 1 of 2 entries: the query asks for at most 1 (populate[tags][limit]).'),
    )
    expect(await limited('/api/articles/2?populate[tags][start]=1')).toEqual(
      cut('tags', 'tags shows 1 of 2 entries: the first 1 are skipped (populate[tags][start]).'),
    )
    expect(await limited('/api/articles/2?populate[tags][populate][articles][pagination][pageSize]=1')).toEqual(
      cut(
        'tags.articles',
        'tags.articles shows 2 of 3 entries: its pages have 1. Raise populate[tags][populate][articles][pagination][pageSize] (at most 100), or ask for another page with populate[tags][populate][articles][pagination][page].',
      ),
    )
    expect(await limited('/api/articles?pagination[pageSize]=1&populate[tags][limit]=10')).toEqual(
      cut(
        '',
        'The list shows 1 of 4 entries: its pages have 1. Raise pagination[pageSize] (at most 100), or ask for another page with pagination[page].',
      ),
    )
    expect(await limited('/api/articles/2?populate[tags][limit]=2')).toEqual([])
  })

  test('the remedy of a missing right works', async () => {
    const before = await explain('/api/articles/1?fields[0]=title&populate[0]=secret')
    const { route, body } = at(before, 'secret')[0]!.remedy!.request!
    expect(await app.status(route, { body })).toBe(200)
    const after = await explain('/api/articles/1?fields[0]=title&populate[0]=secret')
    expect(at(after, 'secret')).toEqual([])
    expect(JSON.parse(after.body)).toMatchObject({ data: { attributes: { secret: { data: { id: 1 } } } } })
    const only = { grants: { 'api::secret.secret': { actions: ['find'], fields: ['createdAt'] } } }
    await app.call('PATCH /roles/2/grants', { body: only })
    const listed = await explain('/api/articles/1?populate[0]=secret')
    expect(at(listed, 'secret.code')).toMatchObject([
      {
        reason: 'field-not-granted',
        remedy: { command: 'populus grant public api::secret.secret --fields createdAt,code' },
      },
    ])
    await app.call('PATCH /roles/2/grants', { body: { grants: { 'api::secret.secret': { actions: [] } } } })
  })

  test('a refused request has a reason too', async () => {
    const draft = await explain('/api/articles/5')
    expect(draft).toMatchObject({ status: 404, cost: null })
    expect(draft.missing).toEqual([
      {
        path: '',
        reason: 'draft',
        message: 'The entry is a draft.',
        remedy: { kind: 'publish', request: { route: 'POST /content/api::article.article/5/publish', body: {} } },
      },
    ])
    expect((await explain('/api/articles/99')).missing).toMatchObject([{ reason: 'not-found' }])
    expect((await explain('/api/secrets')).missing).toMatchObject([
      { reason: 'type-not-granted', message: 'Public has no find on api::secret.secret.' },
    ])
    expect((await explain('/api/homepage?locale=xx')).missing).toMatchObject([
      { reason: 'no-such-locale', message: 'There is no locale xx.' },
    ])
    expect((await explain('/api/articles?filters[titel]=1')).missing).toMatchObject([
      { reason: 'invalid', message: 'Invalid parameter titel' },
    ])
  })

  test('an entry that should be in a list is there, or has a reason not to be', async () => {
    const seek = async (url: string, entry: number, token = app.token) => {
      const body = { url, as: { kind: 'public' }, entry }
      const { sought, missing } = await app.data<Explanation>('POST /explain', { body, token })
      return { sought, first: missing[0] }
    }
    const why = (reason: string, message: string) => ({ sought: false, first: { path: '', reason, message } })
    expect(await seek('/api/tags', 1)).toMatchObject({ sought: true })
    expect(await explain('/api/tags')).not.toHaveProperty('sought')
    expect(await seek('/api/tags?filters[name]=sea', 2)).toMatchObject(why('filtered', 'filters[name] leaves it out.'))
    expect(await seek('/api/tags?filters[$and][0][id]=2&filters[$and][1][name]=sea', 2)).toMatchObject(
      why('filtered', 'filters[$and][1][name] leaves it out.'),
    )
    expect(await seek('/api/tags?_q=nowhere', 2)).toMatchObject(why('filtered', '_q does not find it.'))
    expect(await seek('/api/tags?pagination[pageSize]=1', 2)).toMatchObject(
      why('limited', 'It is in the list, but not on this page of it.'),
    )
    expect(await seek('/api/tags', 4)).toMatchObject({
      ...why('draft', 'The entry is a draft.'),
      first: { remedy: { kind: 'publish', request: { route: 'POST /content/api::tag.tag/4/publish' } } },
    })
    expect(await seek('/api/tags', 999)).toMatchObject(why('not-found', 'There is no entry 999.'))
    const french = await app.data<{ id: number }[]>('GET /api/articles?locale=fr&pagination[limit]=1', { token: null })
    expect(await seek('/api/articles?locale=en', french[0]!.id)).toMatchObject({ first: { reason: 'other-locale' } })
  })

  test('of an entry that the person may not read, they learn nothing', async () => {
    await app.limit('api::tag.tag', [
      { action: 'read', properties: { fields: ['name'] }, conditions: ['admin::is-creator'] },
    ])
    const body = { url: '/api/tags?filters[name]=sea', as: { kind: 'public' }, entry: 2 }
    const { missing } = await app.data<Explanation>('POST /explain', { body, token: app.editor })
    expect(missing[0]).toMatchObject({ reason: 'not-found', message: 'There is no entry 2.' })
  })

  test('super administrators choose any caller, others only the public', async () => {
    const callers = await app.data<{ kind: string; id?: number; name: string }[]>('GET /explain/callers')
    expect(callers).toContainEqual({ kind: 'public', name: 'Public' })
    expect(callers).toContainEqual({ kind: 'role', id: 1, name: 'Authenticated' })
    const token = callers.find(({ name }) => name === 'full-access')!
    expect(token.kind).toBe('token')
    const explanation = await explain('/api/articles/1?populate[0]=secret', { kind: 'token', id: token.id })
    expect(at(explanation, 'secret')).toEqual([])
    expect(await app.data('GET /explain/callers', { token: app.editor })).toEqual([{ kind: 'public', name: 'Public' }])
    const body = { url: '/api/articles', as: { kind: 'role', id: 1 } }
    expect(await app.status('POST /explain', { body, token: app.editor })).toBe(403)
    expect(await app.status('POST /explain', { body: { ...body, as: { kind: 'role', id: 99 } } })).toBe(404)
    expect((await app.call('POST /explain', { body: { url: '/other', as: { kind: 'public' } } })).body).toMatchObject({
      error: { message: 'url: expected a path such as /api/articles or /api/articles/1' },
    })
    expect(
      (await app.call('POST /explain', { body: { url: '/api/artcles', as: { kind: 'public' } } })).body,
    ).toMatchObject({
      error: { message: 'url: there is no content type at /api/artcles; did you mean /api/articles?' },
    })
    const mine = await explain('/api/articles/5', { kind: 'public' }, app.author)
    expect(mine.missing).toMatchObject([{ reason: 'not-found' }])
  })
})

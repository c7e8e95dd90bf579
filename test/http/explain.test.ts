/** `?explain` and `populus explain`. Why something is missing is tested in `test/management/explain.test.ts`. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Explanation } from '../../src/admin-api/explain-api.ts'
import type { App } from '../../src/app.ts'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { runHere } from '../cli/run-here.ts'
import { copyOfBlog } from '../cli/run-populus.ts'
import { BLOG } from '../docs/run-examples.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'

const SECRETS = { jwt: 'blog-jwt-secret-1', apiTokenSalt: 'blog-api-token-salt', admin: 'blog-admin-secret-1' }
const ROOT = { email: 'root@example.org', password: 'root password' }
const DIALECTS = ['document', 'strapi4'] as const
const QUERY = '/api/tags/1?fields[0]=name&populate[articles][fields][0]=title&populate[articles][filters][id][$lt]=8'

describe.each(CLIENTS)('on %s', client => {
  let folder: string
  let place: string
  let database: DatabaseConfig
  const apps = new Map<string, App>()
  let token: string
  let reader: string
  let admin: string
  const get = async (url: string, authorization?: string, dialect = 'document') => {
    const headers = authorization === undefined ? {} : { authorization: `Bearer ${authorization}` }
    const { statusCode: status, headers: sent, payload } = await apps.get(dialect)!.inject({ url, headers })
    return { status, sent, body: JSON.parse(payload) }
  }

  beforeAll(async () => {
    folder = await copyOfBlog()
    database = await startedDatabase(client, BLOG)
    place = database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url
    for (const dialect of DIALECTS)
      apps.set(dialect, await buildTestApp({ folder, database, dialect, secrets: SECRETS }))
    const app = apps.get('document')!
    const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
      (await app.inject({ method: 'POST', url: `/admin/api${url}`, payload, headers })).json().data
    await post('/first-admin', { ...ROOT, code: await app.firstAdminCode() })
    admin = (await post('/login', ROOT)).token
    const signed = { authorization: `Bearer ${admin}` }
    token = (await post('/tokens', { name: 'all', type: 'full-access' }, signed)).accessKey
    reader = (await post('/tokens', { name: 'reader', type: 'read-only' }, signed)).accessKey
  })

  test.each(DIALECTS)('shows how an answer comes about, in the dialect %s', async dialect => {
    const { body, sent } = await get(`${QUERY}&explain=public`, token, dialect)
    const data = body.data as Explanation
    const served = await get(QUERY, undefined, dialect)
    expect(sent['cache-control']).toBe('no-store')
    expect(sent.etag).toBeUndefined()
    expect(JSON.parse(data.body)).toEqual(served.body)
    expect(shortened(data)).toEqual({
      status: 200,
      bytes: Buffer.byteLength(data.body),
      missing: expect.arrayContaining([
        {
          path: 'articles.cover',
          reason: 'not-populated',
          message: 'populate does not name articles.cover.',
          remedy: { kind: 'populate', query: 'populate[articles][populate][0]=cover' },
        },
      ]),
      hints: [],
      reads: {
        name: null,
        type: 'api::tag.tag',
        fields: ['name'],
        parts: [{ name: 'articles', type: 'api::article.article', fields: ['title'], parts: [] }],
      },
      // The entry is named, so its children need not wait for it.
      statements: [
        { table: 'tags', rows: 1, level: 1 },
        { table: 'articles_tags_links', rows: 2, level: 1 },
      ],
      tables: ['tags', 'articles_tags_links', 'articles'],
      cost: {
        estimated: { points: expect.any(Number), limit: 100_000_000 },
        rows: { read: 3, limit: 50_000 },
        bytes: { sent: data.bytes, limit: 33_554_432 },
        time: { milliseconds: expect.any(Number), limit: 120_000 },
      },
      kept: false,
    })
    expect(data.cost!.estimated.points).toBeGreaterThan(0)
  })

  test('shows how an aggregate comes about', async () => {
    const url = '/api/articles/aggregate?count&sum[]=readingTime&groupBy[]=kind&groupBy[]=author.name'
    const { body } = await get(`${url}&explain`, token)
    const data = body.data as Explanation
    expect(JSON.parse(data.body)).toEqual((await get(url, token)).body)
    expect(data).toMatchObject({
      status: 200,
      missing: [],
      reads: {
        name: null,
        type: 'api::article.article',
        fields: ['kind', 'author.name', 'readingTime'],
        counted: true,
      },
      statements: [{ rows: 25, level: 1 }],
      tables: ['articles_author_links', 'authors', 'articles'],
      kept: false,
    })
    const refused = await get('/api/articles/aggregate?explain=public', token)
    expect(refused.body.data).toMatchObject({
      status: 403,
      missing: [
        {
          message: 'Public has no aggregate on api::article.article.',
          remedy: { command: 'populus grant public api::article.article --actions find,aggregate' },
        },
      ],
    })
  })

  test('knows whether the answer is kept', async () => {
    const url = '/api/tags/2?fields[0]=name'
    const kept = async () => (await get(`${url}&explain`, token)).body.data.kept
    expect(await kept()).toBe(false)
    await get(url, token)
    expect(await kept()).toBe(true)
  })

  test('names the command that would grant what is left out', async () => {
    const { body } = await get('/api/newsletter-subscribers?explain=public', token)
    expect(body.data).toMatchObject({
      status: 403,
      reads: null,
      statements: [],
      cost: null,
      missing: [{ remedy: { command: 'populus grant public api::newsletter-subscriber.newsletter-subscriber' } }],
    })
  })

  test('for everybody else it is a parameter like any unknown one', async () => {
    const plain = await get('/api/tags/1?fields[0]=name')
    for (const authorization of [undefined, reader]) {
      const { status, body } = await get('/api/tags/1?explain&fields[0]=name', authorization)
      expect([status, body]).toEqual([200, plain.body])
    }
    expect((await get('/api/tags/1?explain', 'nobody')).status).toBe(401)
    // Only the parameter itself, not a part of another one.
    expect((await get('/api/tags/1?filters[explain]=1', token)).body.error.message).toBe('Invalid parameter explain')
  })

  test('administrators ask with the token of their session, for the public or anybody else', async () => {
    expect((await get('/api/tags/1', admin)).status).toBe(401)
    expect((await get('/api/tags/1?explain', admin)).body.data.status).toBe(200)
    expect((await get('/api/newsletter-subscribers?explain', admin)).body.data.status).toBe(403)
    expect((await get('/api/newsletter-subscribers?explain=all', admin)).body.data.status).toBe(200)
    const wrong = await get('/api/tags/1?explain=publik', admin)
    expect([wrong.status, wrong.body.error.message]).toEqual([400, expect.stringContaining('did you mean public?')])
    expect((await get('/api/tags/1?explain=%zz', token)).status).toBe(400)
  })

  test('administrators who still need a second factor are nobody here', async () => {
    const strict = { folder, database, secrets: SECRETS, admin: { secondFactor: 'required' } } as const
    apps.set('strict', await buildTestApp(strict))
    expect((await get('/api/tags/1?explain', admin, 'strict')).status).toBe(401)
    expect((await get('/api/tags/1?explain', token, 'strict')).body.data.status).toBe(200)
  })

  test('populus explain says it in words', async () => {
    const run = (...words: string[]) => runHere(['explain', ...words, '--folder', folder, '--database', place])
    const { code, out } = await run('http://localhost:1337/api/newsletter-subscribers')
    expect([code, out]).toEqual([
      0,
      [
        'Status: 403 Forbidden',
        '',
        'Left out:',
        '  Public has no find on api::newsletter-subscriber.newsletter-subscriber.',
        '    populus grant public api::newsletter-subscriber.newsletter-subscriber',
        '',
      ].join('\n'),
    ])
    const tree = await run(QUERY, '--as', 'all')
    expect(tree.out).toContain('  api::tag.tag: id, name\n    articles (api::article.article): id, title\n')
    expect(tree.out).toMatch(/Statements:\n {2}1\. select .* -- 1 row\n/i)
    expect(tree.out).toMatch(/Cost:\n {2}estimated \d+ points \(limit 100000000\)\n/)
    expect(JSON.parse((await run(QUERY, '--json')).out)).toMatchObject({ status: 200, body: { data: { id: 1 } } })
    expect(tree.out).toContain('  Not in populate: articles.cover, articles.gallery, ')
    expect(await run('/elsewhere')).toMatchObject({
      code: 1,
      error: expect.stringContaining('expected a path such as'),
    })
  })
})

/** Statements by the table that they begin with, without their text. */
function shortened({ body: _, statements, ...rest }: Explanation) {
  const table = (text: string) => /from "?(\w+)"? /i.exec(text)?.[1]
  return { ...rest, statements: statements.map(({ text, rows, level }) => ({ table: table(text), rows, level })) }
}

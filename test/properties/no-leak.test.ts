/** What the public may not read has no way out: not in an answer, not by asking about it, not even into a statement. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import '../support/fixed-seed.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { foreign } from '../support/foreign-rows.ts'
import { adoptedConformanceDatabase } from '../support/worlds/conformance-data.ts'
import { forbiddenNames } from './forbidden-names.ts'
import { PROPERTY_TIME, type PropertyServer, type Reply, runs, startPropertyServer } from './property-server.ts'
import { anyQuery, pathOf } from './query-generator.ts'
import { serialise } from './serialise.ts'

/** Requests that are refused, and the name that the refusal gives. */
const REFUSED: readonly (readonly [search: string, name: string])[] = [
  // CVE-2026-27886: a filter that joins the administrators
  ['filters[updatedBy][resetPasswordToken][$startsWith]=a', 'updatedBy'],
  ['filters[createdBy][email][$startsWith]=a', 'createdBy'],
  ['filters[$and][0][updatedBy][resetPasswordToken][$startsWith]=a', 'updatedBy'],
  ['filters[$not][updatedBy][password][$contains]=a', 'updatedBy'],
  ['populate[author][filters][updatedBy][password][$contains]=$2', 'updatedBy'],
  // the silent fix of 4.26.2: nested populate crossed forbidden relations
  ['populate[tags][filters][articles][secret][code][$startsWith]=a', 'secret'],
  ['populate[tags][sort][0]=articles.secret.code:asc', 'secret'],
  ['populate[author][filters][user][email][$startsWith]=a', 'user'],
  ['populate[author][sort]=user.username', 'user'],
  ['populate[author][fields][0]=secretNote', 'secretNote'],
  ['populate[author][filters][secretNote][$contains]=a', 'secretNote'],
  ['populate[author][sort]=secretNote', 'secretNote'],
  ['populate[seo][fields][0]=internalScore', 'internalScore'],
  ['populate[blocks][on][blocks.secret-ref][fields][0]=hidden', 'hidden'],
  ['populate[blocks][on][blocks.secret-ref][fields][0]=pin', 'pin'],
  ['populate[blocks][on][blocks.secret-ref][filters][pin][$contains]=a', 'pin'],
  ['populate[blocks][on][blocks.secret-ref][filters][secret][code]=a', 'secret'],
  // CVE-2023-34235: aliases of tables
  ['filters[t0.password][$startsWith]=$2', 't0.password'],
  ['filters[t1.internalNote][$eq]=x', 't1.internalNote'],
  ['filters[t.internal_note][$eq]=x', 't.internal_note'],
  ['sort=t0.internalNote:asc', 't0'],
  ['fields[0]=t0.internalNote', 't0.internalNote'],
  ['populate[author][filters][t1.email]=x', 't1.email'],
  // CVE-2023-22894, Payload CVE-2023-30843: hidden fields asked about letter by letter
  ['filters[accessCode][$startsWith]=$2a', 'accessCode'],
  ['filters[internalNote][$notNull]=true', 'internalNote'],
  ['filters[author][secretNote][$contains]=x', 'secretNote'],
  ['filters[author][user][password][$contains]=x', 'user'],
  ['filters[secret][code]=x', 'secret'],
  ['filters[secret]=1', 'secret'],
  ['filters[seo][internalScore][$gt]=1', 'internalScore'],
  ['filters[tags][articles][secret][id]=1', 'secret'],
  ['filters[$or][0][title]=x&filters[$or][1][internalNote]=x', 'internalNote'],
  ['filters[title]=x&filters[$not][$not][accessCode]=x', 'accessCode'],
  ['sort=internalNote', 'internalNote'],
  ['sort=accessCode:desc', 'accessCode'],
  ['sort=secret.code', 'secret'],
  ['sort=author.secretNote', 'secretNote'],
  ['sort[author][user][email]=asc', 'user'],
  ['sort=updatedBy.email', 'updatedBy'],
  ['fields[0]=internalNote', 'internalNote'],
  ['fields[0]=accessCode', 'accessCode'],
  ['fields[0]=internal_note', 'internal_note'],
  ['fields[0]=access_code', 'access_code'],
  ['filters[internal_note]=x', 'internal_note'],
  ['sort=internal_note', 'internal_note'],
  ['filters[cover][folder][id]=1', 'folder'],
  ['filters[cover][createdBy][id]=1', 'createdBy'],
]

/** Requests that are answered as if the parameter were not there. */
const WITHOUT_EFFECT: readonly (readonly [search: string, same: string])[] = [
  ['where[updatedBy][resetPasswordToken][$startsWith]=a', ''],
  ['lookup[internalNote]=x', ''],
  ['lookup[createdBy][password][$ne]=', ''],
  ['select=internalNote&orderBy=internalNote&offset=1&join=secret', ''],
  ['populate[author][where][secretNote]=x', 'populate=author'],
  ['populate=createdBy', ''],
  ['populate[createdBy]=*', ''],
  ['populate[updatedBy][populate]=*', ''],
  ['populate=secret', ''],
  ['populate[secret][fields][0]=code', ''],
  ['populate[secret][populate]=*', ''],
  ['populate[localizations][populate]=createdBy', 'populate=localizations'],
  ['populate[cover][populate]=createdBy', 'populate=cover'],
  ['populate=author.user', 'populate=author'],
  ['populate[author][populate][user][fields][0]=password', 'populate=author'],
  ['populate[blocks][on][no.such][populate]=*', 'populate[blocks][on][nothing]=1'],
  ['populate[blocks][on][admin::user][populate]=*', 'populate[blocks][on][nothing]=1'],
  ['populate[blocks][on][plugin::users-permissions.user][fields][0]=password', 'populate[blocks][on][nothing]=1'],
  ['populate[blocks][on][api::author.author][populate]=*', 'populate[blocks][on][nothing]=1'],
  ['populate[blocks][on][api::secret.secret][populate]=*', 'populate[blocks][on][nothing]=1'],
  ['populate[blocks][on][blocks.secret-ref][populate]=secret', 'populate[blocks][on][blocks.secret-ref]=true'],
  ['populate[blocks][on][blocks.secret-ref][populate]=*', 'populate[blocks][on][blocks.secret-ref]=true'],
]

describe.each(CLIENTS)('nothing leaks on %s', client => {
  let server: PropertyServer
  /** The same content but for everything that the public may not read. */
  let other: PropertyServer
  let forbidden: readonly string[]

  beforeAll(async () => {
    server = await startPropertyServer(await adoptedConformanceDatabase(client))
    const database = await adoptedConformanceDatabase(client)
    await foreign(database, ...CHANGES)
    other = await startPropertyServer(database)
    forbidden = forbiddenNames(server.model)
  })

  const ask = async (path: string): Promise<Reply> => {
    server.statements()
    const reply = await server.get(path)
    const named = server.statements().flatMap(text => forbidden.filter(name => text.includes(name)))
    expect(named, path).toEqual([])
    return reply
  }

  it('knows what is forbidden', () => {
    expect(forbidden).toEqual(
      expect.arrayContaining(
        [
          'internal_note',
          'access_code',
          'secret_note',
          'secrets',
          'admin_users',
          'up_users',
          'articles_secret_links',
        ].map(name => `"${name}"`),
      ),
    )
  })

  it.each(REFUSED)('?%s is refused', async (search, name) => {
    const { status, body } = await ask(`/api/articles?${search}`)
    const error = { status: 400, name: 'ValidationError', message: `Invalid parameter ${name}`, details: {} }
    expect({ status, body: JSON.parse(body) as unknown }).toEqual({ status: 400, body: { data: null, error } })
  })

  it.each(WITHOUT_EFFECT)('?%s has no effect', async (search, same) => {
    const [given, plain] = [await ask(`/api/articles?${search}`), await ask(`/api/articles?${same}`)]
    expect([given.status, given.body]).toEqual([200, plain.body])
  })

  it('entries of forbidden types do not come out through morph relations', async () => {
    for (const search of [
      'populate=*',
      'populate[subject][populate]=*&populate[subjects][populate]=*',
      'populate[subjects][on][api::secret.secret]=true',
      'populate[subject][on][api::secret.secret][populate]=*',
    ]) {
      const { status, body } = await ask(`/api/pins?${search}`)
      expect(status).toBe(200)
      expect(body).not.toMatch(/"code":|api::secret|"accessCode":|"internalNote":|"secretNote":/)
    }
    expect((await ask('/api/articles?populate[cover][populate][related][populate]=*')).status).toBe(200)
  })

  it('an empty list is nothing for $in, and everything for $notIn', async () => {
    const count = async (search: string) => {
      const { body } = await ask(`/api/tags?${search}`)
      return (JSON.parse(body) as { meta?: { pagination: { total: number } } }).meta?.pagination.total
    }
    expect(await count('filters[name][$in][]')).toBe(0)
    expect(await count('filters[name][$in]=')).toBe(0)
    expect(await count('filters[slug][$notIn]=')).toBe(await count(''))
  })

  it('an empty selection is the id alone', async () => {
    for (const search of ['fields[]=', 'fields[]', 'fields=id']) {
      const { body } = await ask(`/api/articles?${search}`)
      const { data } = JSON.parse(body) as { data: { attributes: object }[] }
      expect(data.map(({ attributes }) => attributes)).toEqual(data.map(() => ({})))
    }
  })

  it('drafts stay hidden at every depth', async () => {
    const searches = [
      'populate=*',
      'populate=tags.articles.tags,related.related,category.articles,localizations.tags,page.article',
      'populate[blocks][populate]=*',
      'populate[blocks][on][blocks.gallery][populate]=tags.articles&populate[blocks][on][blocks.author-card][populate]=articles.tags',
    ]
    for (const search of searches) {
      const { status, body } = await ask(`/api/articles?${search}`)
      expect(status).toBe(200)
      expect(body).not.toContain('"publishedAt":null')
    }
  })

  it('_q does not look into hidden fields', async () => {
    for (const [index, text] of ['note', 'internal', '$2', 'secret', 'changed', 'code'].entries()) {
      const [a, b] = [await ask(`/api/articles?_q=${text}`), await other.get(`/api/articles?_q=${text}`)]
      expect([index, a.body]).toEqual([index, b.body])
    }
  })

  it(
    'what is hidden changes no answer, and no statement names it',
    async () => {
      const property = fc.asyncProperty(anyQuery(server.model, { mistakes: true }), async ({ type, query }) => {
        const path = `${pathOf(type)}?${serialise({ ...query, publicationState: 'live' })}`
        const [a, b] = [await ask(path), await other.get(path)]
        expect([b.status, b.body]).toEqual([a.status, a.body])
      })
      await fc.assert(property, { numRuns: runs(200) })
    },
    PROPERTY_TIME,
  )
})

/** Changes to hidden columns, forbidden types and drafts. */
const CHANGES = readFileSync(new URL('./hidden-changes.sql', import.meta.url), 'utf8')
  .split(';')
  .map(statement => statement.trim())
  .filter(statement => statement !== '')

/**
 * Two databases that differ only in what the caller may not read give the same answers, byte by byte, whatever is
 * asked. In the dialect of Strapi, drafts differ only where queries cannot reach them: whoever asks for
 * `publicationState=preview` may read them, and filters and sorts that follow a relation see them. In that of the document,
 * drafts need a right that none of these callers has.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, buildApp } from '../../src/app.ts'
import {
  type DatabaseConfig,
  DEFAULT_ADMIN,
  DEFAULT_API,
  DEFAULT_CACHE,
  DEFAULT_LIMITS,
  DEFAULT_MEDIA,
  DEFAULT_RATE_LIMIT,
  DEFAULT_USERS,
} from '../../src/config/config.ts'
import { grant } from '../../src/management/roles/grants.ts'
import { WIRE_DIALECTS } from '../../src/plan/wire-dialect.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import type { ContentType, Schema } from '../../src/schema/schema.ts'
import { openStorage } from '../../src/tables/open-storage.ts'
import { CLIENTS, type Client } from '../support/databases.ts'
import { foreign } from '../support/foreign-rows.ts'
import { copyDatabase } from '../support/prepared-database.ts'
import { adoptedConformanceDatabase, CONFORMANCE_PROJECT } from '../support/worlds/conformance-data.ts'
import {
  projectWithQueries,
  projectWithRules,
  projectWithSearch,
  type RuleFiles,
} from '../support/worlds/linked-project.ts'
import { aggregateOf } from './aggregate-queries.ts'
import { assertProperty, FEWER, PROPERTY_TIMEOUT } from './assert-property.ts'
import { attackOf, enriched } from './attack-queries.ts'
import { beyond } from './beyond-queries.ts'
import { DEEPLY_SORTED, deeplySorted, deepSort } from './deep-sorts.ts'
import { DRAFTS, GRANTED_FIELDS, HIDDEN_FROM_PUBLIC, HIDDEN_FROM_TOKEN, NOT_GRANTED } from './hidden-changes.ts'
import { pathOf, type Query, type QueryModel, type QueryPart, queryOf, readableTypes } from './query-generator.ts'
import { randomRules } from './random-rules.ts'
import { isSearched, SEARCHED, withSearch } from './search-queries.ts'
import { serialise } from './serialise.ts'
import { type Allowed, allowedColumns, forbiddenNames } from './statement-check.ts'
import { readStored } from './stored-values.ts'

const SECRETS = { jwt: 'oracle-jwt-secret', apiTokenSalt: 'oracle-api-token-salt' }
const ARTICLE = 'api::article.article'
/** Queries for one caller; `npm run test:long` asks eight times as many. */
const RUNS: Readonly<Record<Client, number>> = { sqlite: 240, postgres: 120 }
/** They are cheap. */
const SEARCHES: Readonly<Record<Client, number>> = { sqlite: 200, postgres: 100 }
/** Sorts over several relations, and pages of lists that are sorted so. */
const SORTS: Readonly<Record<Client, number>> = { sqlite: 240, postgres: 120 }
const SORTED_PAGES = 25

interface CallerCase {
  readonly title: string
  readonly token?: string
  /** Limits what the public may read of articles. */
  readonly fields?: readonly string[]
  /** The rules of rows of the project. */
  readonly rules?: RuleFiles
  /** What this caller may not read, besides what nobody may. */
  readonly changes: readonly string[]
}

const RANDOM = randomRules(Number(process.env.PROPERTY_SEED ?? 1))

const CALLERS: readonly CallerCase[] = [
  { title: 'anonymous', changes: [] },
  { title: 'anonymous with granted fields', fields: GRANTED_FIELDS, changes: NOT_GRANTED },
  { title: 'anonymous with rules of rows', ...RANDOM },
  { title: 'a custom token', token: 'oracle-token-custom', changes: HIDDEN_FROM_TOKEN },
]

/** Ways to ask where files are used. */
const FILE_USES = [
  'populate[cover][populate]=*',
  'populate[cover][populate][related][populate]=*',
  'populate[cover][populate][related][on][blocks.hero][populate]=*&populate[cover][populate][related][on][blocks.gallery]=true',
  'populate[cover][populate][related][on][shared.meta-social]=true&populate[cover][populate][related][on][shared.seo][populate]=metaSocial',
  'populate[author][populate][avatar][populate]=related',
]

type DialectName = keyof typeof WIRE_DIALECTS

/** One database served in both dialects. */
interface Site {
  readonly apps: Readonly<Record<DialectName, App>>
  readonly statements: string[]
}

interface World {
  readonly original: Site
  /** Other hidden values, the same drafts. */
  readonly changed: Site
  /** Other drafts, too. */
  readonly redrafted: Site
  readonly model: QueryModel
  readonly allowed: Allowed
  readonly headers: Readonly<Record<string, string>>
}

interface Question {
  readonly dialect: DialectName
  readonly url: string
  /** Whether drafts may show in the answer. */
  readonly reachesDrafts: boolean
}

describe.each(CLIENTS)('on %s', client => {
  let pristine: DatabaseConfig

  beforeAll(async () => {
    const { schema } = await loadSchema(CONFORMANCE_PROJECT)
    pristine = await copyDatabase(await adoptedConformanceDatabase(client))
    await grantAggregates(pristine, schema)
  })

  describe.each(CALLERS)('what $title may not read', caller => {
    let world: World
    const tally = { asked: 0, answered: 0, filled: 0, withOtherDrafts: 0, statements: 0 }

    beforeAll(async () => {
      world = await openWorld(pristine, caller)
    })

    afterAll(async () => {
      for (const { apps } of [world.original, world.changed, world.redrafted])
        for (const app of Object.values(apps)) await app.close()
      console.log(`${client}, ${caller.title}:`, JSON.stringify(tally))
    })

    const goesUnnoticed = async (question: Question): Promise<void> => {
      const { original, allowed, headers } = world
      const other = question.reachesDrafts ? world.changed : world.redrafted
      for (const site of [original, other]) site.statements.length = 0
      const expected = await ask(original, question, headers)
      expect(difference(expected, await ask(other, question, headers))).toBeUndefined()
      expect(expected.status).toBeLessThan(500)
      const statements = [original, other].flatMap(site => site.statements)
      for (const text of statements) expect(forbiddenNames(text, allowed), text).toEqual([])
      tally.asked++
      tally.statements += statements.length
      if (expected.status === 200) tally.answered++
      if (expected.status === 200 && !expected.body.startsWith('{"data":[]')) tally.filled++
      if (!question.reachesDrafts) tally.withOtherDrafts++
    }

    it(
      'changes no answer, and no statement names it',
      async () => {
        const property = fc.asyncProperty(questionOf(world.model, caller), goesUnnoticed)
        await assertProperty(property, RUNS[client] * FEWER)
        expect(tally.filled).toBeGreaterThan(tally.asked * 0.2)
        expect(tally.withOtherDrafts).toBeGreaterThan(tally.asked * 0.4)
      },
      PROPERTY_TIMEOUT,
    )

    it(
      'is found by no search, and changes neither totals nor the order nor snippets',
      async () => {
        const before = { ...tally }
        await assertProperty(fc.asyncProperty(searchOf(world.model), goesUnnoticed), SEARCHES[client])
        expect(tally.filled - before.filled).toBeGreaterThan((tally.asked - before.asked) * 0.1)
      },
      PROPERTY_TIMEOUT,
    )

    it(
      'moves nothing that is sorted over several relations',
      () => assertProperty(fc.asyncProperty(deepSortOf(world.model), goesUnnoticed), SORTS[client]),
      PROPERTY_TIMEOUT,
    )

    it(
      'moves no place in a list that is sorted over several relations',
      () => {
        const property = fc.asyncProperty(deepSortOf(world.model, PLACED), async first => {
          let question: Question | null = first
          for (let page = 0; page < 4 && question !== null; page++) {
            await goesUnnoticed(question)
            question = nextPage(question, await ask(world.original, question, world.headers))
          }
        })
        return assertProperty(property, SORTED_PAGES)
      },
      PROPERTY_TIMEOUT,
    )

    it('moves nothing in named queries that sort over several relations', async () => {
      const before = tally.filled
      for (const name of Object.keys(DEEPLY_SORTED))
        await goesUnnoticed({ dialect: 'document', url: `/api/queries/${name}`, reachesDrafts: false })
      expect(tally.filled).toBeGreaterThan(before)
    })

    it.each(['document', 'strapi4'] as const)(
      'does not show in where a file is used, in the dialect %s',
      async dialect => {
        const { original, redrafted, allowed, headers } = world
        for (const site of [original, redrafted]) site.statements.length = 0
        let components = 0
        for (const search of FILE_USES) {
          const question = { dialect, url: `/api/articles?sort=id&${search}`, reachesDrafts: false }
          const expected = await ask(original, question, headers)
          expect(expected.status).toBe(200)
          expect(difference(expected, await ask(redrafted, question, headers))).toBeUndefined()
          components +=
            expected.body.split('"__type":"shared.').length + expected.body.split('"__type":"blocks.').length - 2
        }
        for (const text of [original, redrafted].flatMap(site => site.statements))
          expect(forbiddenNames(text, allowed), text).toEqual([])
        if (dialect === 'document') expect(components).toBeGreaterThan(50)
        else expect(components).toBe(0)
      },
      PROPERTY_TIMEOUT,
    )

    it('is there: who may read it sees the difference', async () => {
      const headers = { authorization: 'Bearer oracle-token-full-access' }
      const secrets = async ({ apps }: Site) => (await apps.strapi4.inject({ url: '/api/secrets', headers })).body
      expect(await secrets(world.original)).toContain('S1')
      // The token itself is among the changes.
      expect(await secrets(world.changed)).toContain('Missing or invalid credentials')
      const url = '/api/articles?publicationState=preview&pagination[limit]=1'
      const drafts = async ({ apps }: Site) => {
        const { body } = await apps.strapi4.inject({ url, headers: { ...world.headers } })
        return (JSON.parse(body) as { meta: { pagination: { total: number } } }).meta.pagination.total
      }
      expect(await drafts(world.changed)).toBe(await drafts(world.original))
      // Rules may let some of the drafts through, and others not.
      if (caller.rules === undefined)
        expect(await drafts(world.redrafted)).toBeGreaterThan(await drafts(world.original))
    })
  })
})

describe('forbiddenNames', () => {
  const readable = new Set([ARTICLE])

  it.each([
    ['select "t"."id", "t"."title" from "articles" as "t" where "t"."published_at" is not null', []],
    ['select "t"."internal_note" from "articles" as "t"', ['articles.internal_note']],
    ['select "t"."access_code" from "articles" as "t"', ['articles.access_code']],
    ['select "t"."created_by_id" from "articles" as "t"', ['articles.created_by_id']],
    [
      'select 1 from "articles_secret_links" as "t1", "secrets" as "t0" where "t0"."id" = "t1"."secret_id"',
      ['articles_secret_links', 'secrets', 'secrets.id', 'articles_secret_links.secret_id'],
    ],
    ['select "internal_note" from "articles" as "t"', ['internal_note']],
    ['select "v0" from (select "c"."name" as "v0" from "authors" as "c") as s', ['authors', 'authors.name']],
    [
      'select "s"."id" from (select "t"."hidden" as id from "components_blocks_secret_refs" as "t") as "s"',
      ['components_blocks_secret_refs.hidden'],
    ],
    ['select p.action from "up_permissions" as p', []],
    [
      'select "t"."id" from "articles" as "t", "up_users" as "u", "up_roles" as "r" where "u"."id" = 1',
      ['up_users', 'up_roles', 'up_users.id'],
    ],
  ])('of %s', async (text, expected) => {
    const { schema } = await loadSchema(CONFORMANCE_PROJECT)
    expect(forbiddenNames(text, allowedColumns({ schema, readable }))).toEqual(expected)
  })
})

async function openWorld(pristine: DatabaseConfig, { token, fields, rules, changes }: CallerCase): Promise<World> {
  const { schema } = await loadSchema(CONFORMANCE_PROJECT)
  const indexed = projectWithQueries(projectWithSearch(CONFORMANCE_PROJECT, SEARCHED), DEEPLY_SORTED)
  const folder = rules === undefined ? indexed : projectWithRules(indexed, rules)
  const granted = fields === undefined ? pristine : await copyDatabase(pristine)
  if (fields !== undefined) await grantFields(granted, schema, fields)
  const open = async (commands: readonly string[]): Promise<Site> => {
    const database = await copyDatabase(granted)
    if (commands.length > 0) await foreign(database, ...commands)
    return openSite(database, folder)
  }
  const original = await open([])
  const changed = await open([...HIDDEN_FROM_PUBLIC, ...changes])
  const redrafted = await open([...HIDDEN_FROM_PUBLIC, ...DRAFTS, ...changes])
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const seen = fields === undefined ? schema : withoutFields(schema, fields)
  const get = async (url: string) => {
    const { statusCode, body } = await original.apps.strapi4.inject({ url, headers: { ...headers } })
    return { status: statusCode, body }
  }
  const readable = new Set<string>()
  for (const type of schema.types.values())
    if (type.userDefined && (await get(pathOf(type))).status !== 403) readable.add(type.uid)
  const model = { schema: seen, readable, stored: await readStored(seen, readable, get) }
  for (const site of [original, changed, redrafted]) site.statements.length = 0
  return { original, changed, redrafted, model, allowed: allowedColumns(model), headers }
}

async function openSite(database: DatabaseConfig, folder: string): Promise<Site> {
  const statements: string[] = []
  const open = (dialect: DialectName) =>
    buildApp(
      {
        folder,
        strapi: false,
        plugins: [],
        mayCreate: true,
        host: '127.0.0.1',
        port: 0,
        database: database.client === 'postgres' ? { ...database, pool: 2 } : database,
        api: { ...DEFAULT_API, dialect },
        cache: { ...DEFAULT_CACHE, responses: false, totals: false, announcedOnly: true },
        // How far `deep` goes depends on the sizes of tables, as its page says.
        limits: { ...DEFAULT_LIMITS, deepEntries: 1e9, deepLength: 1e12 },
        cors: { origin: '*' },
        server: { url: undefined, trustProxy: [], without: [], workers: 1, stopSeconds: 1, drainSeconds: 0 },
        outgoing: { allow: [] },
        changes: { keepDays: 30 },
        history: { keepDays: 90, keepVersions: 50, adopted: false },
        trash: { keepDays: 30 },
        users: DEFAULT_USERS,
        rateLimit: DEFAULT_RATE_LIMIT,
        email: { from: undefined, replyTo: undefined, smtp: null },
        media: DEFAULT_MEDIA,
        secrets: SECRETS,
        admin: DEFAULT_ADMIN,
        adopt: { ignore: [], transformer: null, slugify: null, configSync: null },
        mcp: { enabled: false, write: false },
        metrics: { enabled: false, token: undefined, public: false },
        log: 'silent',
        development: true,
      },
      { onStatement: ({ text }) => statements.push(text), runsTasks: false },
    )
  return { apps: { document: await open('document'), strapi4: await open('strapi4') }, statements }
}

/** The public may compute something from every list that it may read. */
async function grantAggregates(database: DatabaseConfig, schema: Schema): Promise<void> {
  const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => undefined })
  for (const { uid: type, userDefined, single } of schema.types.values())
    if (userDefined && !single)
      await grant(storage.database, storage.schema, { role: 'public', type, actions: ['aggregate'] })
  await storage.database.close()
}

async function grantFields(database: DatabaseConfig, schema: Schema, fields: readonly string[]): Promise<void> {
  const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => undefined })
  await grant(storage.database, storage.schema, { role: 'public', type: ARTICLE, fields })
  await storage.database.close()
}

/** The schema as a caller sees it who may read only some fields of articles. */
function withoutFields(schema: Schema, fields: readonly string[]): Schema {
  const article = schema.types.get(ARTICLE)!
  const attributes = [...article.attributes].map(
    ([name, attribute]) => [name, fields.includes(name) ? attribute : { ...attribute, private: true }] as const,
  )
  return { ...schema, types: new Map(schema.types).set(ARTICLE, { ...article, attributes: new Map(attributes) }) }
}

function questionOf(model: QueryModel, { token }: CallerCase): fc.Arbitrary<Question> {
  const names = draftNames(model.schema)
  const byType = readableTypes(model).map(type => {
    const right = queryOf(model, type)
    const query = fc.oneof(
      { weight: 4, arbitrary: right },
      { weight: 2, arbitrary: enriched(right) },
      { weight: 3, arbitrary: beyond(model, type, right) },
      { weight: 1, arbitrary: queryOf(model, type, { mistakes: true }) },
      { weight: 3, arbitrary: attackOf(model, type) },
      { weight: isSearched(type) ? 4 : 0, arbitrary: withSearch(model, right) },
      { weight: 3, arbitrary: deeplySorted(model, type) },
    )
    return fc.tuple(dialectAndId(type, token), query).map(([{ dialect, id }, plain]): Question => {
      const asked = suited(plain, dialect)
      const byId = id !== undefined && WIRE_DIALECTS[dialect].draftsById
      return {
        dialect,
        url: `${pathOf(type)}${id === undefined ? '' : `/${id}`}?${serialise(asked)}`,
        reachesDrafts: byId || reachesDrafts(asked, dialect, names),
      }
    })
  })
  const lists = readableTypes(model).filter(({ single }) => !single)
  const aggregates = lists.map(type =>
    fc.tuple(fc.constantFrom<DialectName>('document', 'strapi4'), computed(model, type)).map(
      ([dialect, query]): Question => ({
        dialect,
        url: `${pathOf(type)}/aggregate?${serialise(query)}`,
        reachesDrafts: reachesDrafts(query, dialect, names),
      }),
    ),
  )
  // The token may not compute anything.
  if (token !== undefined) return fc.oneof(...byType)
  return fc.oneof({ weight: 5, arbitrary: fc.oneof(...byType) }, { weight: 1, arbitrary: fc.oneof(...aggregates) })
}

/** What is shown of entries that a search finds. */
const SHOWN: readonly Query[] = [
  {},
  { fields: 'id', locale: 'all' },
  { fields: 'id', pagination: { pageSize: '2' } },
  { fields: 'id', pagination: { after: '', pageSize: '2' } },
  { fields: 'id', sort: 'id:desc', pagination: { page: '2', pageSize: '3' } },
]

function searchOf(model: QueryModel): fc.Arbitrary<Question> {
  const types = readableTypes(model).filter(isSearched)
  const query = withSearch(model, fc.constantFrom(...SHOWN))
  return fc
    .tuple(fc.constantFrom<DialectName>('document', 'strapi4'), fc.constantFrom(...types), query)
    .map(([dialect, type, asked]) => ({
      dialect,
      url: `${pathOf(type)}?${serialise(asked)}`,
      reachesDrafts: false,
    }))
}

const PLACED: Query = { fields: 'id', pagination: { after: '', pageSize: '4' } }

function deepSortOf(model: QueryModel, shown?: Query): fc.Arbitrary<Question> {
  const names = draftNames(model.schema)
  return fc
    .tuple(fc.constantFrom<DialectName>('document', 'document', 'strapi4'), fc.constantFrom(...readableTypes(model)))
    .chain(([dialect, type]) => {
      const query =
        shown === undefined ? deeplySorted(model, type) : deepSort(model, type).map(sort => ({ ...shown, sort }))
      return query.map((plain): Question => {
        const asked = suited(plain, dialect)
        return {
          dialect,
          url: `${pathOf(type)}?${serialise(asked)}`,
          reachesDrafts: reachesDrafts(asked, dialect, names),
        }
      })
    })
}

/** The page after the one that was answered. */
function nextPage(question: Question, { body }: Answer): Question | null {
  const { meta } = JSON.parse(body) as { readonly meta?: { readonly pagination?: { readonly after?: string | null } } }
  const next = meta?.pagination?.after
  if (typeof next !== 'string') return null
  const url = question.url.replace(
    /pagination(\[|%5B)after(\]|%5D)=[^&]*/,
    `pagination[after]=${encodeURIComponent(next)}`,
  )
  return { ...question, url }
}

/** At times from what a search finds. */
function computed(model: QueryModel, type: ContentType): fc.Arbitrary<Query> {
  const plain = aggregateOf(model, type)
  return isSearched(type) ? fc.oneof(plain, withSearch(model, plain)) : plain
}

/** Lists, and at times one entry; the token may only read lists. */
function dialectAndId(type: ContentType, token: string | undefined) {
  const dialect = fc.constantFrom<DialectName>('document', 'strapi4')
  const list = dialect.map(name => ({ dialect: name, id: undefined }))
  if (type.single || token !== undefined) return list
  const entry = fc.tuple(dialect, fc.integer({ min: 1, max: 120 })).map(([name, id]) => ({ dialect: name, id }))
  return fc.oneof({ weight: 7, arbitrary: list }, { weight: 1, arbitrary: entry })
}

/** The dialect of the document refuses pages beside populate; such queries would say nothing. */
function suited(query: Query, dialect: DialectName): Query {
  if (WIRE_DIALECTS[dialect].populateWithPagination || query.populate === undefined) return query
  const { pagination: _, ...rest } = query
  return rest
}

interface Answer {
  readonly status: number
  readonly headers: object
  readonly body: string
}

async function ask({ apps }: Site, { dialect, url }: Question, headers: World['headers']): Promise<Answer> {
  const response = await apps[dialect].inject({ url, headers: { ...headers } })
  const { date: _date, 'server-timing': _timing, ...rest } = response.headers
  return { status: response.statusCode, headers: rest, body: response.body }
}

/** The two answers from a little before the place where they part. */
function difference(one: Answer, other: Answer): string | undefined {
  const [a, b] = [one, other].map(({ status, headers, body }) => `${status} ${body} ${JSON.stringify(headers)}`)
  if (a === undefined || b === undefined || a === b) return undefined
  let index = 0
  while (a[index] === b[index]) index++
  const from = Math.max(0, index - 300)
  return `${a.slice(from, index + 200)}\n--- and ---\n${b.slice(from, index + 200)}`
}

/** Names of attributes that lead to entries with drafts. */
function draftNames(schema: Schema): ReadonlySet<string> {
  const models = [...schema.types.values(), ...schema.components.values()]
  const attributes = models.flatMap(({ attributes: own }) => [...own.values()])
  const drafted = attributes.filter(
    attribute => 'target' in attribute && schema.types.get(attribute.target)?.draftAndPublish,
  )
  return new Set(drafted.map(({ name }) => name))
}

function reachesDrafts(query: Query, dialect: DialectName, names: ReadonlySet<string>): boolean {
  if (WIRE_DIALECTS[dialect].draftsNeedRight) return false
  return JSON.stringify(query).includes('preview') || follows(query, false, names)
}

/** Whether a filter or a sort names one of the attributes; too many found are better than too few. */
function follows(part: QueryPart, within: boolean, names: ReadonlySet<string>): boolean {
  if (part === null) return false
  if (typeof part === 'string') return within && part.split(/[.,:]/).some(name => names.has(name))
  if (Array.isArray(part)) return part.some(item => follows(item, within, names))
  return Object.entries(part).some(
    ([name, inner]) =>
      (within && names.has(name)) || follows(inner, within || name === 'filters' || name === 'sort', names),
  )
}

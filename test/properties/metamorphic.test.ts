/** What must hold between the answers to two ways of asking, whatever the content is. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../src/app.ts'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import { type Attribute, type ContentType, isScalar, modelOf } from '../../src/schema/schema.ts'
import { openStorage } from '../../src/tables/open-storage.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, type Client } from '../support/databases.ts'
import { foreign } from '../support/foreign-rows.ts'
import { copyDatabase } from '../support/prepared-database.ts'
import { adoptedConformanceDatabase, CONFORMANCE_PROJECT } from '../support/worlds/conformance-data.ts'
import { assertProperty, FEWER, PROPERTY_TIMEOUT } from './assert-property.ts'
import {
  anyQuery,
  isVisibleTo,
  pathOf,
  type Query,
  type QueryModel,
  type QueryPart,
  queryOf,
  readableTypes,
  sampleQueries,
} from './query-generator.ts'
import { serialise } from './serialise.ts'
import { readStored } from './stored-values.ts'

interface Entry {
  readonly id: number
  readonly attributes: Readonly<Record<string, unknown>>
}

interface List {
  readonly data: readonly Entry[]
  readonly meta: { readonly pagination: { readonly total?: number; readonly [key: string]: number | undefined } }
}

/** More than any type of the recorded content has. */
const ALL = { pagination: { pageSize: '100' } }
const LOCALES = ['en', 'fr', 'de']
const RUNS: Readonly<Record<Client, number>> = { sqlite: 80, postgres: 40 }

describe.each(CLIENTS)('answers on %s', client => {
  let app: App
  let indexed: App
  let model: QueryModel
  const runs = RUNS[client] * FEWER

  beforeAll(async () => {
    const pristine = await adoptedConformanceDatabase(client)
    const [database, faster] = [await copyDatabase(pristine), await copyDatabase(pristine)]
    const { schema } = await loadSchema(CONFORMANCE_PROJECT)
    const storage = await openStorage({ database: faster, limits: DEFAULT_LIMITS }, schema, { log: () => undefined })
    await storage.database.close()
    expect(storage.advice).not.toEqual([])
    for (const command of [...storage.advice, 'analyze']) await foreign(faster, command)
    app = await buildTestApp({ folder: CONFORMANCE_PROJECT, database, dialect: 'strapi4' })
    indexed = await buildTestApp({ folder: CONFORMANCE_PROJECT, database: faster, dialect: 'strapi4' })
    const readable = new Set<string>()
    for (const type of schema.types.values())
      if (type.userDefined && (await get(pathOf(type))).status !== 403) readable.add(type.uid)
    model = { schema, readable, stored: await readStored(schema, readable, get) }
  })

  async function get(url: string, server = app) {
    const { statusCode, body } = await server.inject({ url })
    expect(statusCode, `${url} ${body.slice(0, 300)}`).toBeLessThan(500)
    return { status: statusCode, body }
  }

  /** The answer to a right query of a collection. */
  async function list(type: ContentType, query: Query): Promise<List> {
    const url = `${pathOf(type)}?${serialise(query)}`
    const { status, body } = await get(url)
    expect(status, `${url} ${body.slice(0, 300)}`).toBe(200)
    return JSON.parse(body) as List
  }

  async function idsOf(type: ContentType, query: Query): Promise<readonly number[]> {
    const { data, meta } = await list(type, { ...query, ...ALL })
    expect(meta.pagination.total).toBe(data.length)
    return data.map(({ id }) => id)
  }

  const collections = () => readableTypes(model).filter(type => !type.single)

  /** A collection with a query that has no pages. */
  function questions() {
    return fc.oneof(
      ...collections().map(type => queryOf(model, type, { depth: 3 }).map(query => ({ type, query: unpaged(query) }))),
    )
  }

  /** A collection with conditions. */
  function conditions(count: number) {
    return fc.oneof(
      ...collections().map(type => {
        const filters = queryOf(model, type, { depth: 0 }).filter(query => query.filters !== undefined)
        return fc
          .array(
            filters.map(query => query.filters!),
            { minLength: count, maxLength: count },
          )
          .map(parts => ({ type, parts }))
      }),
    )
  }

  /** A readable scalar of a collection with two of its values. */
  function values() {
    const sites = collections().flatMap(type =>
      [...type.attributes.values()]
        .filter(attribute => isVisibleTo(model, attribute) && isOrdered(attribute))
        .flatMap(attribute => {
          const stored = model.stored.get(`${type.uid}.${attribute.name}`) ?? []
          return stored.length === 0 ? [] : [{ type, name: attribute.name, stored }]
        }),
    )
    return fc.constantFrom(...sites).chain(({ type, name, stored }) => {
      const value = fc.constantFrom(...stored)
      return fc.record({ type: fc.constant(type), name: fc.constant(name), a: value, b: value })
    })
  }

  /** Whether two filters find the same entries, in every locale and state. */
  async function expectSame(type: ContentType, one: QueryPart, other: QueryPart): Promise<void> {
    const everything = { locale: 'all', publicationState: 'preview' }
    const [a, b] = [
      await idsOf(type, { ...everything, filters: one }),
      await idsOf(type, { ...everything, filters: other }),
    ]
    expect(a, `${serialise({ filters: one })}\n${serialise({ filters: other })}`).toEqual(b)
  }

  const property = (title: string, work: () => Promise<void>) => it(title, work, PROPERTY_TIMEOUT)

  property('pages, one after the other, are the whole list', async () => {
    const cases = fc.tuple(questions(), fc.integer({ min: 3, max: 40 }), fc.boolean())
    await assertProperty(
      fc.asyncProperty(cases, async ([{ type, query }, size, byPage]) => {
        const whole = await list(type, { ...query, ...ALL })
        const walked: Entry[] = []
        for (let page = 0; page * size <= whole.data.length; page++) {
          const pagination = byPage
            ? { page: String(page + 1), pageSize: String(size) }
            : { start: String(page * size), limit: String(size) }
          const { data, meta } = await list(type, { ...query, pagination: pagination as QueryPart })
          walked.push(...data)
          expect(meta.pagination.total).toBe(whole.data.length)
          if (byPage) expect(meta.pagination.pageCount).toBe(Math.ceil(whole.data.length / size))
        }
        expect(new Set(walked.map(({ id }) => id)).size).toBe(walked.length)
        expect(JSON.stringify(walked)).toBe(JSON.stringify(whole.data))
      }),
      runs,
    )
  })

  property('pages inside populate, one after the other, are the whole relation', async () => {
    const sites = collections().flatMap(type =>
      [...type.attributes.values()]
        .filter(attribute => attribute.kind === 'relation' && attribute.many && isVisibleTo(model, attribute))
        .map(({ name }) => ({ type, name })),
    )
    const cases = fc.tuple(
      fc.constantFrom(...sites),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom({}, { sort: 'id:desc' }),
    )
    await assertProperty(
      fc.asyncProperty(cases, async ([{ type, name }, size, options]) => {
        const related = async (more: Query) => {
          const { data } = await list(type, { populate: { [name]: { fields: ['id'], ...options, ...more } }, ...ALL })
          return data.map(({ attributes }) => attributes[name] as { data: Entry[] | null; meta?: List['meta'] })
        }
        const whole = await related({ sort: 'id', ...options })
        const walked = whole.map((): Entry[] => [])
        for (let start = 0; start <= Math.max(...whole.map(({ data }) => data?.length ?? 0)); start += size) {
          const pages = await related({
            sort: 'id',
            ...options,
            pagination: { start: String(start), limit: String(size) },
          })
          for (const [index, { data, meta }] of pages.entries()) {
            walked[index]?.push(...(data ?? []))
            expect(meta?.pagination.total).toBe(whole[index]?.data?.length ?? 0)
          }
        }
        expect(walked).toEqual(whole.map(({ data }) => data ?? []))
        const counts = (await related({ count: 'true' })) as unknown as { data: { attributes?: { count: number } } }[]
        if (counts.every(({ data }) => data?.attributes?.count !== undefined))
          expect(counts.map(({ data }) => data.attributes!.count)).toEqual(whole.map(({ data }) => data?.length ?? 0))
      }),
      runs / 2,
    )
  })

  property('a filter denied twice, or joined with itself, is the filter', async () => {
    await assertProperty(
      fc.asyncProperty(conditions(1), async ({ type, parts: [f] }) => {
        const filter = f!
        await expectSame(type, filter, { $not: { $not: filter } })
        await expectSame(type, filter, { $and: [filter, filter] })
        await expectSame(type, filter, { $or: [filter, filter] })
        await expectSame(type, filter, [filter])
      }),
      runs,
    )
  })

  property('groups obey the laws of logic', async () => {
    await assertProperty(
      fc.asyncProperty(conditions(3), async ({ type, parts: [a, b, c] }) => {
        const [f, g, h] = [a!, b!, c!]
        await expectSame(type, { $not: { $or: [f, g] } }, { $and: [{ $not: f }, { $not: g }] })
        await expectSame(type, { $not: { $and: [f, g] } }, { $or: [{ $not: f }, { $not: g }] })
        await expectSame(type, { $and: [f, { $or: [g, h] }] }, { $or: [{ $and: [f, g] }, { $and: [f, h] }] })
        await expectSame(type, { $and: [f, g] }, { $and: [g, f] })
        await expectSame(type, { $or: [f, { $and: [f, g] }] }, f)
      }),
      runs,
    )
  })

  property('conditions on related entries may stand outside or inside', async () => {
    const sites = collections().flatMap(type =>
      [...type.attributes.values()].flatMap(attribute => {
        if (!('target' in attribute) || !isVisibleTo(model, attribute)) return []
        const target = modelOf(model.schema, attribute.target)
        if (target.kind !== 'type') return []
        return [{ type, attribute, target }]
      }),
    )
    const cases = fc.oneof(
      ...sites.map(({ type, attribute, target }) => {
        const filters = queryOf(model, target, { depth: 0 })
          .filter(query => query.filters !== undefined)
          .map(query => query.filters!)
        return fc.tuple(fc.constant({ type, attribute }), filters, filters)
      }),
    )
    await assertProperty(
      fc.asyncProperty(cases, async ([{ type, attribute }, f, g]) => {
        const { name } = attribute
        const within = (part: QueryPart): QueryPart => ({ [name]: part })
        await expectSame(type, within({ $or: [f, g] }), { $or: [within(f), within(g)] })
        await expectSame(type, within({ $not: f }), { $not: within(f) })
        if (!attribute.many) await expectSame(type, within({ $and: [f, g] }), { $and: [within(f), within(g)] })
      }),
      runs,
    )
  })

  property('operators agree with what they abbreviate', async () => {
    await assertProperty(
      fc.asyncProperty(values(), async ({ type, name, a, b }) => {
        const on = (part: QueryPart): QueryPart => ({ [name]: part })
        await expectSame(type, on({ $in: [a, b] }), { $or: [on({ $eq: a }), on({ $eq: b })] })
        await expectSame(type, on({ $notIn: [a, b] }), { $and: [on({ $ne: a }), on({ $ne: b })] })
        await expectSame(type, on({ $between: [a, b] }), on({ $gte: a, $lte: b }))
        await expectSame(type, on({ $ne: a }), on({ $not: { $eq: a } }))
        await expectSame(type, on({ $lte: a }), { $or: [on({ $lt: a }), on(a)] })
        await expectSame(type, on({ $null: 'true' }), on({ $notNull: 'false' }))
        await expectSame(type, on({ $null: 'true' }), { $not: on({ $notNull: 'true' }) })
      }),
      runs,
    )
  })

  property('every entry is below, at, above a value, or has none', async () => {
    await assertProperty(
      fc.asyncProperty(values(), async ({ type, name, a }) => {
        const everything = { locale: 'all', publicationState: 'preview' }
        const found: number[] = []
        for (const condition of [{ $lt: a }, { $eq: a }, { $gt: a }, { $null: 'true' }])
          found.push(...(await idsOf(type, { ...everything, filters: { [name]: condition } })))
        expect(found.sort((x, y) => x - y)).toEqual(await idsOf(type, { ...everything, sort: 'id' }))
      }),
      runs,
    )
  })

  property('an ascending list is the descending one from its end', async () => {
    const cases = fc.oneof(
      ...collections().map(type => {
        const names = [...type.attributes.values()].filter(
          attribute => isVisibleTo(model, attribute) && isOrdered(attribute),
        )
        const toOne = [...type.attributes.values()].flatMap(attribute =>
          'target' in attribute && !attribute.many && isVisibleTo(model, attribute)
            ? [...modelOf(model.schema, attribute.target).attributes.values()]
                .filter(inner => isVisibleTo(model, inner) && isOrdered(inner))
                .map(inner => `${attribute.name}.${inner.name}`)
            : [],
        )
        const keys = fc.uniqueArray(fc.constantFrom('id', ...names.map(({ name }) => name), ...toOne), {
          minLength: 1,
          maxLength: 3,
        })
        return fc.tuple(queryOf(model, type, { depth: 0 }), keys).map(([query, sort]) => ({ type, query, sort }))
      }),
    )
    await assertProperty(
      fc.asyncProperty(cases, async ({ type, query, sort }) => {
        const ordered = (order: string) =>
          idsOf(type, { ...query, sort: [...sort, 'id'].map(key => `${key}:${order}`) })
        expect(await ordered('asc')).toEqual([...(await ordered('desc'))].reverse())
      }),
      runs,
    )
  })

  property('indexes change no answer', async () => {
    const asked = [
      ...sampleQueries(model, { seed: 20, count: Math.max(300, 3 * runs), depth: 3 }),
      ...sampleQueries(model, { seed: 21, count: 30, depth: 3, mistakes: true }),
    ]
    for (const { type, query } of asked) {
      const url = `${pathOf(type)}?${serialise(query)}`
      const [plain, other] = [await get(url), await get(url, indexed)]
      expect(plain === other || (plain.status === other.status && plain.body === other.body), url).toBe(true)
    }
  })

  property('populate changes neither which entries are listed nor what they are', async () => {
    await assertProperty(
      fc.asyncProperty(questions(), async ({ type, query }) => {
        const { populate: _, ...bare } = query
        const [populated, plain] = [await list(type, { ...query, ...ALL }), await list(type, { ...bare, ...ALL })]
        expect(populated.meta).toEqual(plain.meta)
        expect(populated.data.map(entry => onlyScalars(type, entry))).toEqual(plain.data)
      }),
      runs,
    )
  })

  property('fields change nothing that is populated', async () => {
    await assertProperty(
      fc.asyncProperty(questions(), async ({ type, query }) => {
        const { fields: _, ...whole }: Query = { populate: '*', ...query }
        const some = { ...whole, fields: query.fields ?? ['id'] }
        const [a, b] = [await list(type, { ...whole, ...ALL }), await list(type, { ...some, ...ALL })]
        expect(JSON.stringify(b.data.map(entry => onlyLinked(type, entry)))).toBe(
          JSON.stringify(a.data.map(entry => onlyLinked(type, entry))),
        )
      }),
      runs,
    )
  })

  property('live entries are those of the preview that are published', async () => {
    await assertProperty(
      fc.asyncProperty(questions(), async ({ type, query }) => {
        const { filters, populate: _, fields: __, ...rest } = query
        // A preview also counts related drafts.
        if (JSON.stringify([filters, rest.sort]).includes('count')) return
        const base = filters === undefined ? rest : { ...rest, filters }
        const live = await idsOf(type, { ...base, publicationState: 'live' })
        const preview = await idsOf(type, { ...base, publicationState: 'preview' })
        expect(preview).toEqual(expect.arrayContaining([...live]))
        const published = type.draftAndPublish ? { publishedAt: { $notNull: 'true' } } : { id: { $notNull: 'true' } }
        const wanted = filters === undefined ? published : { $and: [filters, published] }
        expect(await idsOf(type, { ...base, filters: wanted, publicationState: 'preview' })).toEqual(live)
      }),
      runs,
    )
  })

  property('all locales are the union of each', async () => {
    await assertProperty(
      fc.asyncProperty(questions(), async ({ type, query }) => {
        const { populate: _, fields: __, ...base } = query
        const all = await idsOf(type, { ...base, locale: 'all', sort: 'id' })
        const parts: number[] = []
        for (const locale of LOCALES) parts.push(...(await idsOf(type, { ...base, locale, sort: 'id' })))
        if (type.localized) expect(parts.sort((a, b) => a - b)).toEqual(all)
        else expect(new Set(parts)).toEqual(new Set(all))
        const listed = await idsOf(type, { ...base, locale: LOCALES, sort: 'id' })
        expect(listed).toEqual(all)
      }),
      runs,
    )
  })

  property('single entries are those of the list', async () => {
    await assertProperty(
      fc.asyncProperty(anyQuery(model, { depth: 2 }), async ({ type, query }) => {
        if (type.single || type.singularName === 'page') return
        const { fields, populate } = query
        const shown = { ...(fields === undefined ? {} : { fields }), ...(populate === undefined ? {} : { populate }) }
        const { data } = await list(type, {
          ...shown,
          locale: 'all',
          publicationState: 'preview',
          pagination: { limit: '5' },
        })
        for (const entry of data) {
          const { body } = await get(
            `${pathOf(type)}/${entry.id}?${serialise({ ...shown, publicationState: 'preview' })}`,
          )
          expect(body).toBe(JSON.stringify({ data: entry, meta: {} }))
        }
      }),
      runs / 2,
    )
  })
})

/** Values that can be compared and written in a query just as they are shown. */
function isOrdered(attribute: Attribute): boolean {
  return isScalar(attribute) && !['json', 'blocks', 'array'].includes(attribute.type)
}

function unpaged({ pagination: _, ...query }: Query): Query {
  return query
}

function onlyScalars(type: ContentType, { id, attributes }: Entry): Entry {
  return { id, attributes: chosen(attributes, name => isScalar(type.attributes.get(name))) }
}

function onlyLinked(type: ContentType, { id, attributes }: Entry): Entry {
  return { id, attributes: chosen(attributes, name => !isScalar(type.attributes.get(name))) }
}

function chosen(attributes: Entry['attributes'], isWanted: (name: string) => boolean): Entry['attributes'] {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => isWanted(name)))
}

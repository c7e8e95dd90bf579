/** Each form beyond Strapi v4 gives what a patient client would get from plain queries. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../src/app.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import {
  type Attribute,
  type ContentType,
  type Model,
  modelOf,
  type RelationAttribute,
} from '../../src/schema/schema.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, type Client } from '../support/databases.ts'
import { copyDatabase } from '../support/prepared-database.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../support/worlds/conformance-data.ts'
import { assertProperty, PROPERTY_TIMEOUT } from './assert-property.ts'
import {
  isVisibleTo,
  pathOf,
  type Query,
  type QueryModel,
  type QueryPart,
  queryOf,
  readableTypes,
} from './query-generator.ts'
import { serialise } from './serialise.ts'
import { readStored } from './stored-values.ts'

type Attributes = Record<string, unknown>
interface Entry {
  readonly id: number
  readonly attributes: Attributes
}
interface Stop {
  readonly at: string
  readonly why: string
}
interface Links {
  readonly prev: string | null
  readonly next: string | null
}
interface List {
  readonly data: readonly Entry[]
  readonly meta: {
    readonly pagination: { readonly total?: number; readonly after?: string | null; readonly links?: Links }
    readonly deep?: { readonly stopped: readonly Stop[] }
  }
}

const ALL = { pagination: { pageSize: '100' } }
const RUNS: Readonly<Record<Client, number>> = { sqlite: 60, postgres: 30 }
const TOKEN = { authorization: 'Bearer oracle-token-full-access', 'content-type': 'application/json' }

describe.each(CLIENTS)('forms beyond Strapi v4 on %s', client => {
  let app: App
  let model: QueryModel
  const runs = RUNS[client]

  beforeAll(async () => {
    const database = await copyDatabase(await conformanceDatabase(client))
    const { schema } = await loadSchema(CONFORMANCE_PROJECT)
    const secrets = { apiTokenSalt: 'oracle-api-token-salt' }
    // Naming each level takes a long query.
    const limits = { queryLength: 1_000_000, parameters: 100_000, populateNodes: 5000 }
    app = await buildTestApp({ folder: CONFORMANCE_PROJECT, database, dialect: 'strapi4', secrets, limits })
    const readable = new Set<string>()
    for (const type of schema.types.values())
      if (type.userDefined && (await get(pathOf(type))).status !== 403) readable.add(type.uid)
    model = { schema, readable, stored: await readStored(schema, readable, get) }
  })

  async function get(url: string) {
    const { statusCode, body } = await app.inject({ url })
    return { status: statusCode, body }
  }

  async function ask<Answer>(path: string, query: Query): Promise<Answer> {
    const url = `${path}?${serialise(query)}`
    const { status, body } = await get(url)
    expect(status, `${url} ${body.slice(0, 300)}`).toBe(200)
    return JSON.parse(body) as Answer
  }

  const list = (type: ContentType, query: Query) => ask<List>(pathOf(type), { ...ALL, ...query })
  const collections = () => readableTypes(model).filter(type => !type.single)
  const visible = (of: Model) => [...of.attributes.values()].filter(attribute => isVisibleTo(model, attribute))

  /** A collection with a query that has no pages. */
  const questions = (depth = 2) =>
    fc.oneof(
      ...collections().map(type =>
        queryOf(model, type, { depth }).map(({ pagination: _, ...query }) => ({ type, query: query as Query })),
      ),
    )

  /** A relation to many of a collection, and filters on what it leads to. */
  const relations = () => {
    const sites = collections().flatMap(type =>
      visible(type)
        .filter((attribute): attribute is RelationAttribute => attribute.kind === 'relation' && attribute.many)
        .map(({ name, target }) => ({ type, name, target: modelOf(model.schema, target) as ContentType })),
    )
    return fc
      .constantFrom(...sites)
      .chain(site =>
        queryOf(model, site.target, { depth: 0 }).map(({ filters = {}, sort = [] }) => ({ ...site, filters, sort })),
      )
  }

  const property = (title: string, work: () => Promise<void>) => it(title, work, PROPERTY_TIMEOUT)

  property('deep is what a client gets that names each level', async () => {
    const cases = fc.tuple(fc.constantFrom(...readableTypes(model)), fc.integer({ min: 1, max: 2 }))
    await assertProperty(
      fc.asyncProperty(cases, async ([type, levels]) => {
        const deep = await get(`${pathOf(type)}?populate=deep,${levels}`)
        // A single type may have no entry.
        if (deep.status === 404) return
        const { data, meta } = JSON.parse(deep.body) as { data: unknown; meta: List['meta'] }
        const stops = new Set(meta.deep!.stopped.filter(({ why }) => why !== 'depth').map(({ at }) => at))
        const named = await ask<{ data: unknown }>(pathOf(type), { populate: byHand(type, levels, '', stops) })
        expect(JSON.stringify(data)).toBe(JSON.stringify(named.data))
      }),
      runs / 2,
    )
  })

  /** Everything down to the level, but for the paths at which the answer says that it stopped. */
  function byHand(of: Model, levels: number, path: string, stops: ReadonlySet<string>): QueryPart {
    const branches = visible(of).flatMap((attribute): [string, QueryPart][] => {
      const at = path === '' ? attribute.name : `${path}.${attribute.name}`
      if (attribute.kind === 'scalar' || (stops.has(at) && attribute.kind !== 'morph')) return []
      if (of.uid === 'plugin::upload.file') return []
      return [[attribute.name, belowHand(attribute, levels - 1, at, stops)]]
    })
    return branches.length === 0 ? 'false' : Object.fromEntries(branches)
  }

  function belowHand(attribute: Attribute, levels: number, at: string, stops: ReadonlySet<string>): QueryPart {
    if (levels === 0 || attribute.kind === 'scalar' || attribute.kind === 'morph') return 'true'
    if (attribute.kind !== 'zone')
      return { populate: byHand(modelOf(model.schema, attribute.target), levels, at, stops) }
    const on = attribute.components.map(uid => {
      const populate = byHand(modelOf(model.schema, uid), levels, `${at}[${uid}]`, stops)
      return [uid, { fields: '*', populate }] as const
    })
    return { on: Object.fromEntries(on) }
  }

  property('count, exists and ids are those of the entries', async () => {
    await assertProperty(
      fc.asyncProperty(relations(), async ({ type, name, filters, sort }) => {
        const shown = async (more: Query) => {
          const { data } = await list(type, { populate: { [name]: { fields: ['id'], filters, sort, ...more } } })
          return data.map(({ attributes }) => attributes[name] as { data: unknown })
        }
        const entries = (await shown({})).map(({ data }) => (data as readonly Entry[] | null) ?? [])
        const counts = await shown({ count: 'true' })
        // Morph relations are not counted, as in Strapi.
        if (!counts.every(({ data }) => data === null || Array.isArray(data)))
          expect(counts).toEqual(entries.map(({ length: count }) => ({ data: { attributes: { count } } })))
        expect(await shown({ exists: 'true' })).toEqual(
          entries.map(({ length }) => ({ data: { attributes: { exists: length > 0 } } })),
        )
        const ids = (await shown({ ids: 'true' })).map(({ data }) => data ?? [])
        expect(ids).toEqual(entries.map(each => each.map(({ id }) => ({ id }))))
      }),
      runs,
    )
  })

  property('required leaves out the entries that have none', async () => {
    await assertProperty(
      fc.asyncProperty(relations(), async ({ type, name, filters }) => {
        const options = { fields: ['id'], filters }
        const { data } = await list(type, { populate: { [name]: options } })
        const having = data.filter(({ attributes }) => {
          const related = attributes[name] as { data: readonly Entry[] | null }
          return related.data !== null && related.data.length > 0
        })
        const required = await list(type, { populate: { [name]: { ...options, required: 'true' } } })
        expect(required.data).toEqual(having)
        expect(required.meta.pagination.total).toBe(having.length)
      }),
      runs,
    )
  })

  property('what is left out is all that is missing', async () => {
    await assertProperty(
      fc.asyncProperty(fc.tuple(questions(0), fc.nat(1000)), async ([{ type, query }, choice]) => {
        const { fields: _, populate: __, ...rest } = query
        const scalars = visible(type).filter(({ kind }) => kind === 'scalar')
        const linked = visible(type).filter(({ kind }) => kind !== 'scalar')
        const [scalar, link] = [scalars, linked].map(all => all[choice % Math.max(1, all.length)]?.name ?? '')
        const whole = await list(type, { ...rest, populate: '*' })
        const fields = scalar === '' ? {} : { fields: [`-${scalar}`] }
        const populate = link === '' ? '*' : [`-${link}`]
        const left = await list(type, { ...rest, ...fields, populate })
        const removed = whole.data.map(({ id, attributes }) => {
          const { [scalar!]: _scalar, [link!]: _link, ...kept } = attributes
          return { id, attributes: kept }
        })
        expect(left.data).toEqual(removed)
      }),
      runs,
    )
  })

  property('flat is the same, flattened', async () => {
    await assertProperty(
      fc.asyncProperty(questions(), async ({ type, query }) => {
        const [plain, flat] = [await list(type, query), await list(type, { ...query, format: 'flat' })]
        expect(flat).toEqual({ ...plain, data: flattened(plain.data) })
      }),
      runs,
    )
  })

  property('a query as JSON is answered like the same in the address', async () => {
    await assertProperty(
      fc.asyncProperty(questions(), async ({ type, query }) => {
        const answer = await app.inject({
          method: 'POST',
          url: `${pathOf(type)}/query`,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(query),
        })
        const { status, body } = await get(`${pathOf(type)}?${serialise(query)}`)
        expect([answer.statusCode, answer.body]).toEqual([status, body])
      }),
      runs,
    )
  })

  property('an entry by a unique field is the one that a filter finds', async () => {
    const slugs = collections()
      .filter(({ attributes }) => attributes.has('slug'))
      .flatMap(type => (model.stored.get(`${type.uid}.slug`) ?? ['nothing']).map(slug => ({ type, slug })))
    const cases = fc.tuple(fc.constantFrom(...slugs), fc.constantFrom<Query>({}, { locale: 'fr' }, { populate: '*' }))
    await assertProperty(
      fc.asyncProperty(cases, async ([{ type, slug }, query]) => {
        const preview = { publicationState: 'preview' }
        const { data } = await list(type, { ...preview, ...query, filters: { slug: { $eq: slug } } })
        const one = await get(`${pathOf(type)}/slug:${encodeURIComponent(slug)}?${serialise(query)}`)
        expect(one.status).toBe(data.length === 0 ? 404 : 200)
        if (one.status === 200) expect((JSON.parse(one.body) as { data: Entry }).data).toEqual(data[0])
      }),
      runs,
    )
  })

  property('fallback is the best translation of each entry, also of related ones', async () => {
    const localized = collections().filter(type => type.localized)
    const leading = collections().flatMap(type =>
      visible(type)
        .filter((attribute): attribute is RelationAttribute => attribute.kind === 'relation')
        .filter(({ name, target }) => name !== 'localizations' && localized.some(({ uid }) => uid === target))
        .map(attribute => ({ type, attribute })),
    )
    const codes = fc.shuffledSubarray(['en', 'fr', 'de'], { minLength: 2 })
    const known = new Map<string, ReadonlyMap<number, readonly Translation[]>>()
    for (const type of localized) known.set(type.uid, await translationsOf(type))
    const best = (uid: string, chain: readonly string[]) => (id: number) =>
      chain
        .map(code =>
          known
            .get(uid)!
            .get(id)
            ?.find(({ locale }) => locale === code),
        )
        .find(each => each !== undefined)?.id
    await assertProperty(
      fc.asyncProperty(fc.tuple(codes, fc.constantFrom(...leading)), async ([chain, { type, attribute }]) => {
        const [locale, ...fallback] = chain
        const asked = { locale: locale!, fallback }
        const { uid } = modelOf(model.schema, attribute.target)
        const target = localized.find(each => each.uid === uid)!
        const ids = new Set([...known.get(uid)!.keys()].map(best(uid, chain)).filter(id => id !== undefined))
        const all = await list(target, { ...asked, fields: ['id'], sort: 'id' })
        expect(all.data.map(({ id }) => id)).toEqual([...ids].sort((a, b) => a - b))
        const { name } = attribute
        const shown = await list(type, { ...asked, fields: ['id'], populate: { [name]: { fields: ['id'] } } })
        const linked = await list(type, { locale: 'all', fields: ['id'], populate: { [name]: { fields: ['id'] } } })
        for (const { id, attributes } of shown.data) {
          const plain = idsIn(linked.data.find(each => each.id === id)!.attributes[name])
          const served = plain.map(best(uid, chain)).filter(each => each !== undefined)
          expect(idsIn(attributes[name]), `${type.uid} ${id} ${name} ${chain}`).toEqual([...new Set(served)])
        }
      }),
      runs / 2,
    )
  })

  interface Translation {
    readonly id: number
    readonly locale: string
  }

  /** The published translations of each entry, itself among them. */
  async function translationsOf(type: ContentType): Promise<ReadonlyMap<number, readonly Translation[]>> {
    const { data } = await list(type, { locale: 'all', populate: { localizations: { fields: ['locale'] } } })
    const asTranslation = ({ id, attributes }: Entry) => ({ id, locale: attributes.locale as string })
    return new Map(
      data.map(entry => {
        const others = entry.attributes.localizations as { data: readonly Entry[] }
        return [entry.id, [entry, ...others.data].map(asTranslation)]
      }),
    )
  }

  property('links lead from any page to both ends of the list', async () => {
    const cases = fc.tuple(questions(0), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 9 }))
    const idsOf = ({ data }: List) => data.map(({ id }) => id)
    await assertProperty(
      fc.asyncProperty(cases, async ([{ type, query }, page, size]) => {
        const whole = idsOf(await list(type, query))
        const pagination = { page: String(page), pageSize: String(size), links: 'true' }
        const first = await list(type, { ...query, pagination })
        expect(idsOf(first)).toEqual(whole.slice((page - 1) * size, page * size))
        if (first.data.length === 0) return
        const walk = async (to: keyof Links) => {
          const pages: (readonly number[])[] = []
          for (let link = first.meta.pagination.links![to]; link !== null; ) {
            const { status, body } = await get(`${pathOf(type)}${link}`)
            expect(status, `${link} ${body}`).toBe(200)
            const next = JSON.parse(body) as List
            pages.push(idsOf(next))
            link = next.meta.pagination.links![to]
          }
          return pages
        }
        expect((await walk('next')).flat()).toEqual(whole.slice(page * size))
        expect((await walk('prev')).reverse().flat()).toEqual(whole.slice(0, (page - 1) * size))
      }),
      runs,
    )
  })

  property('a walk with cursors is the sorted list, while others insert', async () => {
    const tags = collections().find(({ singularName }) => singularName === 'tag')!
    let created = 0
    const create = async (name: string) => {
      created += 1
      const payload = JSON.stringify({ data: { name, slug: `walked-${created}` } })
      const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/tags', headers: TOKEN, payload })
      expect(statusCode, body).toBe(200)
    }
    const cases = fc.tuple(
      fc.constantFrom('name', 'name:desc', 'slug', 'createdAt:desc'),
      fc.integer({ min: 2, max: 7 }),
      fc.constantFrom('Aa', 'mm', 'zz'),
    )
    await assertProperty(
      fc.asyncProperty(cases, async ([sort, size, name]) => {
        const ids = async () => (await list(tags, { sort, fields: ['id'] })).data.map(({ id }) => id)
        const before = await ids()
        const walked: number[] = []
        for (let after: string | null = ''; after !== null; ) {
          const page: List = await list(tags, { sort, fields: ['id'], pagination: { after, pageSize: String(size) } })
          walked.push(...page.data.map(({ id }) => id))
          after = page.meta.pagination.after ?? null
          if (walked.length <= size) await create(name)
        }
        expect(new Set(walked).size).toBe(walked.length)
        expect(walked.filter(id => before.includes(id))).toEqual(before)
      }),
      Math.min(10, runs / 4),
    )
  })
})

function idsIn(relation: unknown): readonly number[] {
  const { data } = relation as { data: Entry | readonly Entry[] | null }
  if (data === null) return []
  return Array.isArray(data) ? (data as readonly Entry[]).map(({ id }) => id) : [(data as Entry).id]
}

/** Without `attributes`, and without `data` unless pages stand beside it. */
function flattened(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(flattened)
  if (typeof part !== 'object' || part === null) return part
  const { id, attributes, data, ...rest } = part as Attributes
  if (attributes !== undefined && id !== undefined && Object.keys(rest).length === 0)
    return { id, ...withFlatMembers(attributes as Attributes) }
  if (data !== undefined && Object.keys(rest).length === 0 && id === undefined) return flattened(data)
  return withFlatMembers(part as Attributes)
}

function withFlatMembers(members: Attributes): Attributes {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, flattened(value)]))
}

/** An aggregate says what a patient client would compute from all pages of the list that it may read. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../src/app.ts'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import { grant } from '../../src/management/roles/grants.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import type { ContentType } from '../../src/schema/schema.ts'
import { openStorage } from '../../src/tables/open-storage.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, type Client } from '../support/databases.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../support/worlds/conformance-data.ts'
import { aggregateOf, selecting, type ValueName, valueNames } from './aggregate-queries.ts'
import { assertProperty, PROPERTY_TIMEOUT } from './assert-property.ts'
import { type AskedAggregate, computeByHand, type Entry } from './computed-by-hand.ts'
import { GRANTED_FIELDS } from './hidden-changes.ts'
import { INJECTIONS, mutated } from './hostile-texts.ts'
import { pathOf, type Query, type QueryModel, readableTypes } from './query-generator.ts'
import { serialise } from './serialise.ts'
import { readStored } from './stored-values.ts'

const RUNS: Readonly<Record<Client, number>> = { sqlite: 70, postgres: 40 }
const ARTICLE = 'api::article.article'

interface Question {
  readonly type: ContentType
  readonly query: Query
}

/** Of characters that take two code units: an address cannot have them. */
const HALVES = /[\ud800-\udfff]/g

describe.each(CLIENTS)('on %s', client => {
  describe.each([
    { title: 'everything that is public', fields: undefined, drafts: 'open' as const },
    { title: 'some fields, without drafts', fields: GRANTED_FIELDS, drafts: 'granted' as const },
  ])('for a caller who may read $title', ({ fields, drafts }) => {
    let app: App
    let model: QueryModel

    const get = async (url: string) => {
      const { statusCode, body } = await app.inject({ url })
      return { status: statusCode, body }
    }

    beforeAll(async () => {
      const database = await conformanceDatabase(client)
      const { schema } = await loadSchema(CONFORMANCE_PROJECT)
      const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => undefined })
      for (const type of schema.types.values())
        if (type.userDefined && !type.single)
          await grant(storage.database, storage.schema, { role: 'public', type: type.uid, actions: ['aggregate'] })
      if (fields !== undefined)
        await grant(storage.database, storage.schema, { role: 'public', type: ARTICLE, actions: ['find'], fields })
      await storage.database.close()
      app = await buildTestApp({ folder: CONFORMANCE_PROJECT, database, dialect: 'strapi4', drafts })
      const readable = new Set<string>()
      for (const type of schema.types.values())
        if (type.userDefined && (await get(pathOf(type))).status !== 403) readable.add(type.uid)
      const seen = new Map(schema.types)
      if (fields !== undefined) seen.set(ARTICLE, hiding(schema.types.get(ARTICLE)!, fields))
      const shown = { ...schema, types: seen }
      model = { schema: shown, readable, stored: await readStored(shown, readable, get) }
    })

    it(
      'an aggregate equals what is computed from the list',
      async () => {
        const lists = readableTypes(model).filter(type => !type.single)
        const question = fc
          .constantFrom(...lists)
          .chain(type => aggregateOf(model, type).map((query): Question => ({ type, query })))
        const tally = { asked: 0, grouped: 0, refused: 0 }
        const property = fc.asyncProperty(question, async ({ type, query }) => {
          const names = new Map(valueNames(model, type).map(each => [each.name, each]))
          const asked = askedOf(query)
          const list = await allPages(pathOf(type), { ...selecting(query), populate: populated(query, names) })
          // Without groups there is one row, and no page of it.
          const groups = await allPages(`${pathOf(type)}/aggregate`, query, asked.groupBy.length > 0)
          expect(groups.status, JSON.stringify(groups.data)).toBe(list.status)
          tally.asked += 1
          if (list.status !== 200) {
            tally.refused += 1
            return
          }
          if (asked.groupBy.length > 0) tally.grouped += 1
          expect(byText(groups.data)).toEqual(byText(computeByHand(list.data as Entry[], asked, names)))
          if (asked.groupBy.length > 0) expect(groups.total).toBe(groups.data.length)
        })
        await assertProperty(property, RUNS[client])
        expect(tally.grouped).toBeGreaterThan(tally.asked * 0.3)
        expect(tally.refused).toBeLessThan(tally.asked * 0.4)
      },
      PROPERTY_TIMEOUT,
    )

    it(
      'no aggregate breaks the server, whatever it names',
      async () => {
        const places: readonly ((text: string) => Query)[] = [
          text => ({ groupBy: [text], sum: [text] }),
          text => ({ groupBy: [`author.${text}`, `createdAt:${text}`] }),
          text => ({ groupBy: ['title'], sort: text }),
          text => ({ groupBy: { [text]: text } }),
          text => ({ count: text, min: [`${text}.id`] }),
          text => ({ groupBy: ['kind'], having: { [text]: { [text]: text } } }),
          text => ({ groupBy: ['kind'], having: { count: { $gt: text } }, pagination: { page: text } }),
          text => ({
            groupBy: ['kind'],
            max: ['rank'],
            having: { max: { rank: { $lte: text, $between: [text, text] } } },
          }),
        ]
        const question = fc.oneof(
          fc.tuple(fc.constantFrom(...places), fc.constantFrom(...INJECTIONS)).map(([at, text]) => serialise(at(text))),
          aggregateOf(model, model.schema.types.get(ARTICLE)!).chain(query => mutated(serialise(query))),
        )
        const property = fc.asyncProperty(question, async search => {
          const { status, body } = await get(`/api/articles/aggregate?${encodeURI(search.replace(HALVES, '?'))}`)
          expect([200, 400, 403, 414], body).toContain(status)
        })
        await assertProperty(property, 2 * RUNS[client])
      },
      PROPERTY_TIMEOUT,
    )

    interface Pages {
      readonly status: number
      readonly data: readonly unknown[]
      readonly total: number | undefined
    }

    async function allPages(path: string, query: Query, hasPages = true): Promise<Pages> {
      const data: unknown[] = []
      for (let page = 1; ; page += 1) {
        const pages = hasPages ? { pagination: { page: String(page), pageSize: '100' } } : {}
        const search = serialise({ ...query, ...pages })
        const { status, body } = await get(`${path}?${search}`)
        if (status !== 200) return { status, data: [body], total: undefined }
        const answer = JSON.parse(body) as {
          data: unknown
          meta: { pagination?: { total: number; pageCount: number } }
        }
        data.push(...[answer.data].flat())
        const { pagination } = answer.meta
        if (pagination === undefined || page >= pagination.pageCount) return { status, data, total: pagination?.total }
      }
    }
  })
})

function hiding(type: ContentType, fields: readonly string[]): ContentType {
  const attributes = [...type.attributes].map(
    ([name, attribute]) => [name, fields.includes(name) ? attribute : { ...attribute, private: true }] as const,
  )
  return { ...type, attributes: new Map(attributes) }
}

function askedOf({ groupBy = [], ...query }: Query): AskedAggregate {
  const measures = ['sum', 'avg', 'min', 'max', 'countDistinct'].flatMap(name =>
    query[name] === undefined ? [] : [[name, query[name]]],
  )
  return { groupBy: groupBy as readonly string[], measures: Object.fromEntries(measures) }
}

/** Everything that the names lead through. */
function populated(query: Query, names: ReadonlyMap<string, ValueName>): readonly string[] {
  const { groupBy, measures } = askedOf(query)
  const used = [...groupBy.map(key => key.split(':')[0]!), ...Object.values(measures).flat()]
  const paths = used.map(name => {
    const linked = names.get(name)!.path.filter(({ kind }) => kind !== 'scalar')
    return linked.map(each => each.name).join('.')
  })
  return [...new Set(paths.filter(path => path !== ''))]
}

function byText(values: readonly unknown[]): readonly unknown[] {
  return values.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

/** Asking for a part gives the same bytes as asking for everything and taking that part. */
import fc from 'fast-check'
import '../support/fixed-seed.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Attribute, type Model, modelOf } from '../../src/schema/schema.ts'
import { CLIENTS } from '../support/databases.ts'
import { adoptedConformanceDatabase } from '../support/worlds/conformance-data.ts'
import { PROPERTY_TIME, type PropertyServer, runs, startPropertyServer } from './property-server.ts'
import { isVisibleTo, pathOf, type Query, type QueryModel, type QueryPart, readableTypes } from './query-generator.ts'
import { serialise } from './serialise.ts'

/** A part of an entry: scalars in the order asked (`null`: all of them), and parts of what is populated. */
interface Projection {
  readonly of: Model
  readonly fields: readonly string[] | null
  readonly children: readonly Child[]
}

type Child =
  | { readonly kind: 'one-model'; readonly attribute: Attribute; readonly projection: Projection }
  /** Blocks of a zone, or entries of any type: only those named, each with its part. `null`: all of them, scalars only. */
  | { readonly kind: 'many-models'; readonly attribute: Attribute; readonly on: ReadonlyMap<string, Projection> | null }

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type JsonObject = { readonly [key: string]: Json }

const PAGE = { pageSize: '100' }

describe.each(CLIENTS)('projections on %s', client => {
  let server: PropertyServer

  beforeAll(async () => {
    server = await startPropertyServer(await adoptedConformanceDatabase(client))
  })

  it(
    'are parts of everything',
    async () => {
      const types = readableTypes(server.model)
      const whole = new Map<string, Promise<Json>>()
      const property = fc.asyncProperty(
        fc
          .constantFrom(...types)
          .chain(type => projectionOf(server.model, type, 2).map(projection => ({ type, projection }))),
        async ({ type, projection }) => {
          const everything =
            whole.get(type.uid) ?? ask(`${pathOf(type)}?${serialise(everythingOf(server.model, type))}`)
          whole.set(type.uid, everything)
          const query = { ...queryOfProjection(projection), pagination: PAGE, publicationState: 'preview' }
          const given = await ask(`${pathOf(type)}?${serialise(query)}`)
          const expected = projectAnswer((await everything) as JsonObject, projection, server.model)
          expect(JSON.stringify(given)).toBe(JSON.stringify(expected))
        },
      )
      await fc.assert(property, { numRuns: runs(250) })
    },
    PROPERTY_TIME,
  )

  async function ask(path: string): Promise<Json> {
    const { body } = await server.get(path)
    return JSON.parse(body) as Json
  }
})

/** Everything, two levels deep. */
function everythingOf(model: QueryModel, type: Model): Query {
  const names = populatable(model, type).map(({ name }) => name)
  return {
    ...(names.length === 0 ? {} : { populate: Object.fromEntries(names.map(name => [name, { populate: '*' }])) }),
    pagination: PAGE,
    publicationState: 'preview',
  }
}

function projectionOf(model: QueryModel, target: Model, depth: number): fc.Arbitrary<Projection> {
  const scalars = ['id', ...scalarsOf(model, target)]
  const fields = fc.option(fc.uniqueArray(fc.constantFrom(...scalars), { minLength: 1, maxLength: 5 }), { freq: 3 })
  const linked = depth === 0 ? [] : populatable(model, target)
  if (linked.length === 0) return fields.map(names => ({ of: target, fields: names, children: [] }))
  const children = fc
    .uniqueArray(fc.constantFrom(...linked), { maxLength: 4, selector: ({ name }) => name })
    .chain(attributes => fc.tuple(...attributes.map(attribute => childOf(model, attribute, depth))))
  return fc.record({ of: fc.constant(target), fields, children })
}

function childOf(model: QueryModel, attribute: Attribute, depth: number): fc.Arbitrary<Child> {
  if ('target' in attribute) {
    const target = modelOf(model.schema, attribute.target)
    return projectionOf(model, target, depth - 1).map(projection => ({ kind: 'one-model', attribute, projection }))
  }
  const uids = attribute.kind === 'zone' ? attribute.components : [...model.readable]
  const on = fc
    .uniqueArray(fc.constantFrom(...uids), { minLength: 1, maxLength: 4 })
    .chain(chosen =>
      fc.tuple(
        ...chosen.map(uid =>
          projectionOf(model, modelOf(model.schema, uid), depth - 1).map((part): [string, Projection] => [uid, part]),
        ),
      ),
    )
    .map(parts => new Map(parts))
  return fc.option(on, { freq: 4 }).map(chosen => ({ kind: 'many-models', attribute, on: chosen }))
}

function scalarsOf(model: QueryModel, target: Model): readonly string[] {
  return visibleOf(model, target)
    .filter(({ kind }) => kind === 'scalar')
    .map(({ name }) => name)
}

/** But for relations to one entry of any type: their answer does not tell the type. */
function populatable(model: QueryModel, target: Model): readonly Attribute[] {
  return visibleOf(model, target).filter(
    attribute => attribute.kind !== 'scalar' && (attribute.kind !== 'morph' || attribute.many),
  )
}

function visibleOf(model: QueryModel, target: Model): readonly Attribute[] {
  return [...target.attributes.values()].filter(attribute => isVisibleTo(model, attribute))
}

function queryOfProjection({ fields, children }: Projection): Query {
  const populate = Object.fromEntries(children.map(child => [child.attribute.name, optionsOf(child)]))
  return { ...(fields === null ? {} : { fields }), ...(children.length === 0 ? {} : { populate }) }
}

function optionsOf(child: Child): QueryPart {
  if (child.kind === 'one-model') return flagOr(queryOfProjection(child.projection))
  if (child.on === null) return 'true'
  return { on: Object.fromEntries([...child.on].map(([uid, part]) => [uid, flagOr(queryOfProjection(part))])) }
}

function flagOr(options: Query): QueryPart {
  return Object.keys(options).length === 0 ? 'true' : options
}

function projectAnswer(answer: JsonObject, projection: Projection, model: QueryModel): Json {
  return { ...answer, data: projectValue(answer.data!, projection, model) }
}

/** An entry, a component, a list of them, or one of these in an envelope. */
function projectValue(value: Json, projection: Projection, model: QueryModel): Json {
  if (value === null || typeof value !== 'object') return value
  if (isList(value)) return value.map(item => projectValue(item, projection, model))
  if ('data' in value && !('id' in value)) return { ...value, data: projectValue(value.data!, projection, model) }
  const { id, attributes, ...plain } = value
  if (attributes !== undefined)
    return { id: id!, attributes: projectFields(attributes as JsonObject, projection, model) }
  // A block tells its component behind its id, below a morph relation before it, as in Strapi.
  const marks = Object.entries(value).filter(([key]) => MARKS.includes(key))
  return { ...Object.fromEntries(marks), ...projectFields(plain, projection, model) }
}

const MARKS: readonly string[] = ['__type', 'id', '__component']

function projectFields(shown: JsonObject, { of, fields, children }: Projection, model: QueryModel): JsonObject {
  const own = fields ?? scalarsOf(model, of)
  const scalars = own.filter(name => name in shown).map(name => [name, shown[name]!] as const)
  const populated = children
    .filter(({ attribute }) => attribute.name in shown)
    .map(child => [child.attribute.name, projectChild(shown[child.attribute.name]!, child, model)] as const)
  return Object.fromEntries([...scalars, ...populated].filter(([, value]) => value !== ABSENT)) as JsonObject
}

/** Marks the empty list of a morph relation, which is left out. */
const ABSENT = Symbol('absent')

function projectChild(value: Json, child: Child, model: QueryModel): Json | typeof ABSENT {
  if (child.kind === 'one-model') return projectValue(value, child.projection, model)
  const projected = (value as readonly Json[]).flatMap((block): readonly Json[] => {
    const { __component, __type } = block as JsonObject
    const uid = String(__component ?? __type)
    const whole = { of: modelOf(model.schema, uid), fields: null, children: [] }
    const part = child.on === null ? whole : child.on.get(uid)
    return part === undefined ? [] : [projectValue(block, part, model)]
  })
  return projected.length === 0 && child.attribute.kind === 'morph' ? ABSENT : projected
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

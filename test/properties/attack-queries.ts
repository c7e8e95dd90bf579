/** Queries that ask for what the caller may not read, in the ways that were tried against Strapi and its like. */
import fc from 'fast-check'
import { type Attribute, type ContentType, type Model, modelOf } from '../../src/schema/schema.ts'
import { isVisibleTo, type Query, type QueryModel, type QueryPart, queryOf } from './query-generator.ts'

/** Values of hidden columns, and starts of them. */
const SECRET_TEXTS = ['note 1', 'note', 'changed', 'changed 1', '$2a$10$', 'S1', 'A new secret', 'ada1', 'alice', '/1']
const SECRET_VALUES = [...SECRET_TEXTS, '1', '5', '999', '1000']
/** Names that attacks on Strapi used, known to no model of the project. */
const FOREIGN_NAMES = ['createdBy', 'updatedBy', 'created_by_id', 'password', 'resetPasswordToken', 'roles']
const INNER_NAMES = ['id', 'code', 'email', 'password', 'username', 'resetPasswordToken', 'owner', 'firstname']
const ROOT_NAMES = ['where', 'lookup', 'select', 'orderBy', 'join', '_where', 'having']
const FOREIGN_UIDS = ['api::secret.secret', 'admin::user', 'plugin::users-permissions.user', 'plugin::upload.folder']
const OPERATORS = ['$eq', '$ne', '$startsWith', '$startsWithi', '$contains', '$gt', '$lt', '$null', '$notNull', '$in']

/** A right query with something forbidden in it. */
export function attackOf(model: QueryModel, type: ContentType): fc.Arbitrary<Query> {
  const base = queryOf(model, type, { depth: 3 })
  return fc.oneof(
    fc.tuple(base, badCondition(model, type)).map(([query, bad]) => withCondition(query, bad)),
    fc.tuple(base, badSort(model, type)).map(([query, sort]) => ({ ...query, sort })),
    fc.tuple(base, badField(model, type)).map(([query, name]) => ({ ...query, fields: [name, 'id'] })),
    fc.tuple(base, badBranch(model, type)).map(([query, populate]) => ({ ...query, populate })),
    fc.tuple(base, badBranch(model, type)).map(([query, populate]) => ({ ...query, populate })),
    fc.tuple(base, badPath(model, type)).map(([query, path]) => ({ ...query, populate: ['*', path] })),
    fc.tuple(base, fc.constantFrom(...SECRET_VALUES)).map(([query, _q]) => ({ ...query, _q })),
    fc
      .tuple(base, fc.constantFrom(...ROOT_NAMES), badCondition(model, type))
      .map(([query, name, bad]) => ({ ...query, [name]: bad })),
  )
}

/** What makes a query say more or less than usual: counts, ids, slices, states; other locales, places in the list. */
export function enriched(query: fc.Arbitrary<Query>): fc.Arbitrary<Query> {
  const option = fc.constantFrom<Readonly<Record<string, QueryPart>>>(
    { count: 'true' },
    { ids: 'true' },
    { exists: 'true' },
    { required: 'true' },
    { limit: '2' },
    { start: '1', limit: '1' },
    { pagination: { pageSize: '2' } },
    { pagination: { start: '1', limit: '3' } },
    { publicationState: 'live' },
    { ordering: 'desc' },
  )
  const root = fc.constantFrom<Query>(
    {},
    { locale: 'fr', fallback: 'en' },
    { pagination: { after: '', pageSize: '3' } },
    { pagination: { before: '', pageSize: '2', withCount: 'true' } },
    { format: 'flat' },
  )
  return fc.tuple(query, option, fc.nat(9), root).map(([given, more, which, shape]) => {
    const plain = { ...given, ...shape }
    const { populate } = plain
    if (typeof populate !== 'object' || populate === null || Array.isArray(populate)) return plain
    const entries = Object.entries(populate)
    const chosen = which % entries.length
    const changed = entries.map(([name, options], index): [string, QueryPart] => [
      name,
      index === chosen ? { ...asObject(options), ...more } : options,
    ])
    return { ...plain, populate: Object.fromEntries(changed) }
  })
}

function asObject(options: QueryPart): Readonly<Record<string, QueryPart>> {
  return typeof options === 'object' && options !== null && !Array.isArray(options)
    ? (options as Readonly<Record<string, QueryPart>>)
    : {}
}

interface Place {
  readonly path: readonly string[]
  readonly model: Model
}

/** A model that is reached through relations that the caller may follow. */
function placeOf(model: QueryModel, type: ContentType): fc.Arbitrary<Place> {
  return fc.array(fc.nat(50), { maxLength: 3 }).map(choices => {
    let place: Place = { path: [], model: type }
    for (const choice of choices) {
      const linked = [...place.model.attributes.values()].filter(
        attribute => 'target' in attribute && isVisibleTo(model, attribute),
      )
      const next = linked[choice % Math.max(1, linked.length)]
      if (next === undefined || !('target' in next)) break
      place = { path: [...place.path, next.name], model: modelOf(model.schema, next.target) }
    }
    return place
  })
}

function hidden(model: QueryModel, place: Place): readonly Attribute[] {
  return [...place.model.attributes.values()].filter(attribute => !isVisibleTo(model, attribute))
}

function badName(model: QueryModel, place: Place): fc.Arbitrary<string> {
  const names = hidden(model, place).flatMap(attribute => {
    const column = attribute.kind === 'scalar' ? (attribute.column ?? attribute.name) : attribute.name
    return [attribute.name, attribute.name, attribute.name, column, `t0.${column}`, `t.${column}`, `c.${column}`]
  })
  return fc.constantFrom(...names, ...FOREIGN_NAMES)
}

function badCondition(model: QueryModel, type: ContentType): fc.Arbitrary<QueryPart> {
  const operand = fc
    .tuple(fc.constantFrom(...OPERATORS), fc.constantFrom(...SECRET_VALUES))
    .map(([operator, value]): QueryPart => (operator === '$in' ? { $in: [value, 'x'] } : { [operator]: value }))
  const inner = fc.oneof(
    operand,
    fc.constantFrom(...SECRET_VALUES),
    fc.tuple(fc.constantFrom(...INNER_NAMES), operand).map(([name, value]) => ({ [name]: value })),
  )
  const wrap = fc.constantFrom<(part: QueryPart) => QueryPart>(
    part => part,
    part => ({ $not: part }),
    part => ({ $or: [part, { id: { $null: 'true' } }] }),
    part => ({ $and: [{ id: { $notNull: 'true' } }, part] }),
  )
  return placeOf(model, type).chain(place =>
    fc
      .tuple(badName(model, place), inner, wrap)
      .map(([name, value, wrapped]) => wrapped(nest([...place.path, name], value))),
  )
}

function badSort(model: QueryModel, type: ContentType): fc.Arbitrary<QueryPart> {
  return placeOf(model, type).chain(place =>
    fc
      .tuple(badName(model, place), fc.constantFrom('', '.id', '.code', '.password', '.email'), fc.boolean())
      .map(([name, inner, down]) => `${[...place.path, name].join('.')}${inner}${down ? ':desc' : ''}`),
  )
}

function badField(model: QueryModel, type: ContentType): fc.Arbitrary<string> {
  return badName(model, { path: [], model: type })
}

function badPath(model: QueryModel, type: ContentType): fc.Arbitrary<string> {
  return placeOf(model, type).chain(place => badName(model, place).map(name => [...place.path, name].join('.')))
}

/** Options of populate that name something hidden, below relations that are not; or a model that must not show. */
function badBranch(model: QueryModel, type: ContentType): fc.Arbitrary<QueryPart> {
  return placeOf(model, type).chain(place => {
    const target = place.model.kind === 'type' ? place.model : type
    const options = fc.oneof(
      badName(model, place).map((name): QueryPart => ({ [name]: { populate: '*' } })),
      badName(model, place).map((name): QueryPart => ({ [name]: { count: 'true' } })),
      badName(model, place).map((name): QueryPart => [name]),
      fc.constant<QueryPart>('*'),
      variants(place.model),
    )
    if (place.path.length === 0) return options
    return fc
      .oneof(
        options.map((populate): QueryPart => ({ populate })),
        badCondition(model, target).map((filters): QueryPart => ({ filters })),
        badName(model, place).map((name): QueryPart => ({ fields: [name] })),
        badName(model, place).map((name): QueryPart => ({ sort: `${name}:desc` })),
        badName(model, place).map((name): QueryPart => ({ where: { [name]: '1' }, lookup: name })),
      )
      .map(inner =>
        place.path.reduceRight((below: QueryPart, name, index): QueryPart => {
          return index === 0 ? { [name]: below } : { populate: { [name]: below } }
        }, inner),
      )
  })
}

/** `on` with models that do not belong there. */
function variants(model: Model): fc.Arbitrary<QueryPart> {
  const names = [...model.attributes.values()].filter(({ kind }) => kind === 'zone' || kind === 'morph')
  if (names.length === 0) return fc.constant('*')
  return fc
    .tuple(fc.constantFrom(...names), fc.uniqueArray(fc.constantFrom(...FOREIGN_UIDS), { minLength: 1 }))
    .map(([{ name }, uids]) => ({
      [name]: { on: Object.fromEntries(uids.map(uid => [uid, { populate: '*', filters: { id: { $gt: '0' } } }])) },
    }))
}

function nest(path: readonly string[], value: QueryPart): QueryPart {
  return path.reduceRight((inner: QueryPart, name): QueryPart => ({ [name]: inner }), value)
}

function withCondition(query: Query, bad: QueryPart): Query {
  const { filters } = query
  return { ...query, filters: filters === undefined ? bad : { $and: [filters, bad] } }
}

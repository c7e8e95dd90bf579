/**
 * Random queries over a content model, for tests that compare answers: between serialisations, between databases, or
 * with a real Strapi. A query is a nested value; `serialise` writes it in bracket notation.
 *
 * `sampleQueries(model, { seed: 7, count: 100 })` gives the same queries for the same seed;
 * `queryOf(model, type)` is the arbitrary itself, for `fc.assert`.
 */
import fc from 'fast-check'
import {
  type Attribute,
  type ContentType,
  FILE_UID,
  type Model,
  modelOf,
  type ScalarAttribute,
  type Schema,
} from '../../src/schema/schema.ts'

/** Texts, lists and objects, as `filters[a][0]=x` nests them; `null` is a parameter without `=`. */
export type QueryPart = string | null | readonly QueryPart[] | { readonly [key: string]: QueryPart }
export type Query = Readonly<Record<string, QueryPart>>

/** What queries are made of: the schema, what the caller may see of it, and values that are stored. */
export interface QueryModel {
  readonly schema: Schema
  /** Uids of the types whose entries the caller may read. */
  readonly readable: ReadonlySet<string>
  /** Stored values as texts, by uid and attribute: `author.name`. */
  readonly stored: StoredValues
}

export type StoredValues = ReadonlyMap<string, readonly string[]>

export interface QueryOptions {
  /** Names that do not exist or are hidden, values of a wrong type, operators that do not exist. Default: none. */
  readonly mistakes?: boolean
  /** Levels of populate. Default: 5. */
  readonly depth?: number
  /** Filters and sorts by the number of related entries, which Strapi does not know. Default: some. */
  readonly counts?: boolean
}

export interface SampleOptions extends QueryOptions {
  readonly seed: number
  readonly count: number
}

export interface TypedQuery {
  readonly type: ContentType
  readonly query: Query
}

/** Queries of random types, always the same ones for a seed. */
export function sampleQueries(model: QueryModel, { seed, count, ...options }: SampleOptions): readonly TypedQuery[] {
  return fc.sample(anyQuery(model, options), { seed, numRuns: count })
}

/** A type that the caller may read, and a query for it. */
export function anyQuery(model: QueryModel, options: QueryOptions = {}): fc.Arbitrary<TypedQuery> {
  const types = readableTypes(model)
  return fc.constantFrom(...types).chain(type => queryOf(model, type, options).map(query => ({ type, query })))
}

export function readableTypes({ schema, readable }: QueryModel): readonly ContentType[] {
  return [...schema.types.values()].filter(type => type.userDefined && readable.has(type.uid))
}

/** `/api/articles`, or `/api/homepage` for a single type. */
export function pathOf(type: ContentType): string {
  return `/api/${type.single ? type.singularName : type.pluralName}`
}

const few = fc.constantFrom('0', '1', '2', '3')
const numberOfRelated: fc.Arbitrary<QueryPart> = fc
  .oneof<fc.Arbitrary<QueryPart>[]>(
    few,
    fc.tuple(fc.constantFrom('$gte', '$lt', '$ne', '$eq'), few).map(([operator, number]) => ({ [operator]: number })),
    fc.array(few, { minLength: 1, maxLength: 3 }).map($notIn => ({ $notIn })),
  )
  .map(count => ({ count }))

export function queryOf(model: QueryModel, type: ContentType, options: QueryOptions = {}): fc.Arbitrary<Query> {
  const maker = new QueryMaker(model, options)
  return compact({
    fields: often(maker.fields(type), 0.4),
    populate: often(maker.populate(type, options.depth ?? 5), 0.6),
    filters: often(maker.filters(type, 3), 0.5),
    sort: often(maker.sort(type), 0.4),
    pagination: often(pagination(options), 0.4),
    locale: often(locale(), 0.2),
    publicationState: often(fc.constantFrom('live', 'preview'), 0.2),
    _q: often(maker.search(type), 0.1),
  })
}

const HIDDEN_KINDS: readonly Attribute['kind'][] = ['zone', 'morph']
const NO_SUCH = ['nope', 'toString', '__proto__', 'constructor', 'createdBy', 'ID', 'a b', 't0.password', '*', '0', '']
const BAD_VALUES = [
  'abc',
  '',
  'NaN',
  '1e309',
  '-1',
  '9007199254740993',
  '\\',
  '%',
  '\u0000',
  '2020-13-45',
  '🙂',
  'null',
]

const ONE_VALUE = ['$eq', '$ne', '$eqi', '$nei', '$lt', '$lte', '$gt', '$gte'] as const
const TEXT_ONLY = [
  '$contains',
  '$notContains',
  '$containsi',
  '$notContainsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
] as const
const TEXT_TYPES: readonly ScalarAttribute['type'][] = ['string', 'text', 'richtext', 'email', 'uid', 'enumeration']

class QueryMaker {
  readonly #model: QueryModel
  readonly #mistakes: boolean
  readonly #counts: boolean

  constructor(model: QueryModel, options: QueryOptions) {
    this.#model = model
    this.#mistakes = options.mistakes ?? false
    this.#counts = options.counts ?? true
  }

  /** Names of scalars, with `id` and `*` among them. */
  fields(model: Model): fc.Arbitrary<QueryPart> {
    const names = ['id', ...this.#scalars(model).map(({ name }) => name)]
    const list = fc.uniqueArray(this.#name(model, names), { minLength: 1, maxLength: 4 })
    return fc.oneof({ weight: 6, arbitrary: list }, { weight: 1, arbitrary: fc.constant('*') })
  }

  /** `*`, names, dot paths, or options by name. */
  populate(model: Model, depth: number): fc.Arbitrary<QueryPart> {
    const linked = this.#populatable(model)
    if (linked.length === 0 || depth === 0) return fc.constant('*')
    const path = this.#dotPath(model, depth)
    return fc.oneof(
      { weight: 2, arbitrary: fc.constant('*') },
      { weight: 3, arbitrary: fc.uniqueArray(path, { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: fc.uniqueArray(path, { minLength: 1, maxLength: 3 }).map(paths => paths.join(',')) },
      { weight: 5, arbitrary: this.#branches(linked, depth) },
    )
  }

  #branches(linked: readonly Attribute[], depth: number): fc.Arbitrary<QueryPart> {
    const chosen = fc.uniqueArray(fc.constantFrom(...linked), {
      minLength: 1,
      maxLength: 3,
      selector: ({ name }) => name,
    })
    return chosen.chain(attributes =>
      fc.record(Object.fromEntries(attributes.map(attribute => [attribute.name, this.#branch(attribute, depth)]))),
    )
  }

  #branch(attribute: Attribute, depth: number): fc.Arbitrary<QueryPart> {
    const flag = fc.constantFrom('true', '*', 'false')
    return fc.oneof({ weight: 1, arbitrary: flag }, { weight: 4, arbitrary: this.#options(attribute, depth) })
  }

  #options(attribute: Attribute, depth: number): fc.Arbitrary<QueryPart> {
    if ('target' in attribute) return this.#linkOptions(modelOf(this.#model.schema, attribute.target), depth, true)
    const uids = attribute.kind === 'zone' ? attribute.components : [...this.#model.readable]
    const models = uids.map(uid => modelOf(this.#model.schema, uid))
    const on = fc
      .uniqueArray(fc.constantFrom(...models), { minLength: 1, maxLength: 3, selector: ({ uid }) => uid })
      .chain(chosen =>
        fc.record(
          Object.fromEntries(
            chosen.map(model => [model.uid, fc.oneof(fc.constant('true'), this.#linkOptions(model, depth - 1, false))]),
          ),
        ),
      )
    const shared = fc.oneof(fc.constant('*'), this.#mistakes ? this.populate(models[0]!, depth - 1) : fc.constant('*'))
    return fc.oneof(
      on.map(branches => ({ on: branches })),
      shared.map(populate => ({ populate })),
    )
  }

  #linkOptions(target: Model, depth: number, sortable: boolean): fc.Arbitrary<QueryPart> {
    const nested = depth <= 1 ? fc.constant(undefined) : often(this.populate(target, depth - 1), 0.5)
    return compact({
      fields: often(this.fields(target), 0.4),
      populate: nested,
      filters: often(this.filters(target, 1), 0.3),
      sort: sortable ? often(this.sort(target), 0.3) : fc.constant(undefined),
    }).map(options => (Object.keys(options).length === 0 ? 'true' : options))
  }

  #dotPath(model: Model, depth: number): fc.Arbitrary<string> {
    const linked = this.#populatable(model)
    if (linked.length === 0) return fc.constant('*')
    return this.#attribute(linked).chain(attribute => {
      if (!('target' in attribute) || depth <= 1) return this.#name(model, [attribute.name])
      const target = modelOf(this.#model.schema, attribute.target)
      if (this.#populatable(target).length === 0) return fc.constant(attribute.name)
      return fc.oneof(
        fc.constant(attribute.name),
        this.#dotPath(target, depth - 1).map(rest => `${attribute.name}.${rest}`),
      )
    })
  }

  /** Conditions on scalars and through relations, groups and negations; `depth` bounds the nesting. */
  filters(model: Model, depth: number): fc.Arbitrary<QueryPart> {
    const scalar = this.#scalarFilter(model)
    if (depth === 0) return scalar
    const linked = this.#linked(model)
    const inner = fc.array(this.filters(model, depth - 1), { minLength: 1, maxLength: 3 })
    const through = linked.length === 0 ? scalar : this.#linkFilter(linked, depth)
    return fc.oneof(
      { weight: 5, arbitrary: scalar },
      { weight: 3, arbitrary: through },
      { weight: 1, arbitrary: inner.map(items => ({ $and: items })) },
      { weight: 1, arbitrary: inner.map(items => ({ $or: items })) },
      { weight: 1, arbitrary: this.filters(model, depth - 1).map(item => ({ $not: item })) },
    )
  }

  #linkFilter(linked: readonly Attribute[], depth: number): fc.Arbitrary<QueryPart> {
    return this.#attribute(linked).chain(attribute => {
      const target = modelOf(this.#model.schema, (attribute as { target: string }).target)
      const byId = fc.oneof(
        ids(),
        ids().map(id => ({ $ne: id })),
        fc.array(ids(), { minLength: 1, maxLength: 3 }).map($in => ({ $in })),
        fc.constantFrom('true', 'false').map($null => ({ $null })),
      )
      const counted = this.#isCounted(attribute, target) ? [numberOfRelated] : []
      return fc.oneof(byId, this.filters(target, depth - 1), ...counted).map(inner => ({ [attribute.name]: inner }))
    })
  }

  #isCounted(attribute: Attribute, target: Model): boolean {
    return this.#counts && 'many' in attribute && attribute.many && !target.attributes.has('count')
  }

  #scalarFilter(model: Model): fc.Arbitrary<QueryPart> {
    const scalars = this.#scalars(model)
    const onId = fc.oneof(ids(), this.#operators(undefined, ids())).map(condition => ({ id: condition }))
    if (scalars.length === 0) return onId
    const onScalar = fc.constantFrom(...scalars).chain(attribute => {
      const value = this.#value(model, attribute)
      const condition = fc.oneof(value, this.#operators(attribute, value))
      return fc
        .tuple(this.#name(model, [attribute.name]), condition)
        .map(([name, operand]): QueryPart => ({ [name]: operand }))
    })
    return fc.oneof({ weight: 1, arbitrary: onId }, { weight: 5, arbitrary: onScalar })
  }

  #operators(attribute: ScalarAttribute | undefined, value: fc.Arbitrary<string>): fc.Arbitrary<QueryPart> {
    const textual = attribute !== undefined && TEXT_TYPES.includes(attribute.type)
    const single = [...ONE_VALUE, ...(textual || this.#mistakes ? TEXT_ONLY : [])]
    const one = fc.tuple(fc.constantFrom(...single), value).map(([operator, operand]) => ({ [operator]: operand }))
    const many = fc
      .tuple(fc.constantFrom('$in', '$notIn'), fc.array(value, { minLength: 1, maxLength: 4 }))
      .map(([operator, operands]) => ({ [operator]: operands }))
    const between = fc.tuple(value, value).map(operands => ({ $between: operands }))
    const nulls = fc
      .tuple(fc.constantFrom('$null', '$notNull'), fc.constantFrom('true', 'false'))
      .map(([operator, flag]) => ({ [operator]: flag }))
    const plain: fc.Arbitrary<QueryPart>[] = [one, one, many, between, nulls]
    if (this.#mistakes)
      plain.push(fc.constantFrom<QueryPart>({ $nope: '1' }, { $jsonSupersetOf: '{}' }, { $between: '1' }))
    return fc.oneof(
      ...plain,
      fc.oneof(one, many).map(condition => ({ $not: condition })),
    )
  }

  /** Paths through relations, in each of the notations. */
  sort(model: Model): fc.Arbitrary<QueryPart> {
    const term = fc
      .tuple(this.#sortPath(model, 2), fc.constantFrom('', ':asc', ':desc', ':DESC'))
      .map(([path, order]) => path.join('.') + order)
    const nested = fc
      .tuple(this.#sortPath(model, 2), fc.constantFrom('asc', 'desc'))
      .map(([path, order]): QueryPart => {
        return path.reduceRight<QueryPart>((inner, name) => ({ [name]: inner }), order)
      })
    return fc.oneof(
      { weight: 3, arbitrary: fc.array(term, { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: fc.array(term, { minLength: 1, maxLength: 2 }).map(terms => terms.join(',')) },
      { weight: 1, arbitrary: nested },
    )
  }

  #sortPath(model: Model, depth: number, mayCount = true): fc.Arbitrary<readonly string[]> {
    const names = ['id', ...this.#scalars(model).map(({ name }) => name)]
    const own = this.#name(model, names).map(name => [name])
    const linked = this.#linked(model)
    if (depth === 0 || linked.length === 0) return own
    const through = this.#attribute(linked).chain(attribute => {
      const target = modelOf(this.#model.schema, (attribute as { target: string }).target)
      const isMany = 'many' in attribute && attribute.many
      const further = this.#sortPath(target, depth - 1, mayCount && !isMany)
      const counted = mayCount && this.#isCounted(attribute, target) ? [fc.constant(['count'])] : []
      return fc.oneof(further, ...counted).map(rest => [attribute.name, ...rest])
    })
    return fc.oneof({ weight: 3, arbitrary: own }, { weight: 1, arbitrary: through })
  }

  search(type: ContentType): fc.Arbitrary<string> {
    const texts = this.#scalars(type).filter(({ type: scalar }) => TEXT_TYPES.includes(scalar))
    const stored = texts.flatMap(({ name }) => this.#model.stored.get(`${type.uid}.${name}`) ?? [])
    const known = stored.length === 0 ? fc.constant('a') : fc.constantFrom(...stored).chain(nearText)
    return fc.oneof(known, fc.constantFrom('1', 'e', '%', '_', '\\', 'é', "o'clock"))
  }

  /** A stored value, or something near it. */
  #value(model: Model, attribute: ScalarAttribute): fc.Arbitrary<string> {
    const stored = this.#model.stored.get(`${model.uid}.${attribute.name}`) ?? []
    const known = stored.length === 0 ? fallback(attribute) : fc.constantFrom(...stored)
    const value = known.chain(text => near(text, attribute))
    if (!this.#mistakes) return value
    return fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(...BAD_VALUES) })
  }

  /** One of the names; with mistakes, at times one that the caller must not use. */
  #name(model: Model, names: readonly string[]): fc.Arbitrary<string> {
    const good = fc.constantFrom(...names)
    if (!this.#mistakes) return good
    const bad = fc.constantFrom(...NO_SUCH, ...[...model.attributes.keys()])
    return fc.oneof({ weight: 20, arbitrary: good }, { weight: 1, arbitrary: bad })
  }

  #attribute(attributes: readonly Attribute[]): fc.Arbitrary<Attribute> {
    return fc.constantFrom(...attributes)
  }

  #scalars(model: Model): readonly ScalarAttribute[] {
    return [...model.attributes.values()].filter(
      (attribute): attribute is ScalarAttribute => attribute.kind === 'scalar' && this.#isVisible(attribute),
    )
  }

  #populatable(model: Model): readonly Attribute[] {
    return [...model.attributes.values()].filter(
      attribute => attribute.kind !== 'scalar' && (this.#mistakes || this.#isVisible(attribute)),
    )
  }

  /** Attributes that can be filtered and sorted through. */
  #linked(model: Model): readonly Attribute[] {
    return [...model.attributes.values()].filter(
      attribute => attribute.kind !== 'scalar' && !HIDDEN_KINDS.includes(attribute.kind) && this.#isVisible(attribute),
    )
  }

  #isVisible(attribute: Attribute): boolean {
    return isVisibleTo(this.#model, attribute)
  }
}

/** Whether an attribute exists for the caller. */
export function isVisibleTo({ readable }: Pick<QueryModel, 'readable'>, attribute: Attribute): boolean {
  if (attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password')) return false
  return attribute.kind !== 'relation' || attribute.target === FILE_UID || readable.has(attribute.target)
}

function pagination({ mistakes = false }: QueryOptions): fc.Arbitrary<QueryPart> {
  const number = (most: number) => {
    const good = fc.integer({ min: 1, max: most }).map(String)
    return mistakes
      ? fc.oneof(good, fc.constantFrom('0', '-1', '1e3', '1.5', 'NaN', '١', '99999999999999999999'))
      : good
  }
  const withCount = often(fc.constantFrom('true', 'false', '1', '0', 't', 'f'), 0.3)
  return fc.oneof(
    compact({ page: often(number(4), 0.8), pageSize: often(number(120), 0.8), withCount }),
    compact({ start: often(number(20), 0.8), limit: often(number(120), 0.8), withCount }),
  )
}

function locale(): fc.Arbitrary<QueryPart> {
  return fc.constantFrom<QueryPart>('all', 'en', 'fr', 'de', 'xx', ['en', 'fr'], { $in: ['fr', 'en'] }, { $ne: 'en' })
}

function ids(): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: 45 }).map(String)
}

/** The value itself, part of it, in another case, or its neighbour; always of the attribute's type. */
function near(text: string, { type }: ScalarAttribute): fc.Arbitrary<string> {
  switch (type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return fc.constantFrom(text, String(Number(text) + 1), String(Number(text) - 1), '0')
    case 'biginteger':
      return fc.constantFrom(text, String(BigInt(text) + 1n), '0')
    case 'boolean':
      return fc.constantFrom('true', 'false', '1', '0')
    case 'date':
    case 'time':
    case 'datetime':
      return fc.constant(text)
    case 'timestamp':
      return fc.constantFrom(text, String(Number(text) + 1))
    case 'json':
    case 'blocks':
    case 'array':
      return fc.constantFrom(text, 'x')
    default:
      return nearText(text)
  }
}

function nearText(text: string): fc.Arbitrary<string> {
  const letters = [...text]
  const part = fc.tuple(fc.nat(Math.max(0, letters.length - 1)), fc.integer({ min: 1, max: 6 })).map(([from, length]) =>
    letters
      .slice(from, from + length)
      .join('')
      .replace(/\\$/, ''),
  )
  return fc.oneof(
    fc.constant(text),
    fc.constantFrom(text.toUpperCase(), text.toLowerCase(), `${text}x`),
    text === '' ? fc.constant('x') : part,
  )
}

function fallback({ type }: ScalarAttribute): fc.Arbitrary<string> {
  switch (type) {
    case 'date':
      return fc.constant('2022-02-15')
    case 'time':
      return fc.constant('04:28:30.250')
    case 'datetime':
      return fc.constant('2022-02-15T10:00:00.000Z')
    case 'integer':
    case 'biginteger':
    case 'float':
    case 'decimal':
    case 'timestamp':
      return fc.constantFrom('0', '1', '7')
    case 'boolean':
      return fc.constantFrom('true', 'false')
    default:
      return fc.constantFrom('a', 'Title', 'x y')
  }
}

/** The value with a probability, else absent. */
function often<T>(arbitrary: fc.Arbitrary<T>, probability: number): fc.Arbitrary<T | undefined> {
  const present = Math.round(probability * 100)
  return fc.oneof({ weight: 100 - present, arbitrary: fc.constant(undefined) }, { weight: present, arbitrary })
}

/** An object of the parts that are present. */
function compact(parts: Record<string, fc.Arbitrary<QueryPart | undefined>>): fc.Arbitrary<Record<string, QueryPart>> {
  return fc.record(parts).map(record => {
    const present = Object.entries(record).filter(([, part]) => part !== undefined && !isEmpty(part))
    return Object.fromEntries(present) as Record<string, QueryPart>
  })
}

function isEmpty(part: QueryPart): boolean {
  return typeof part === 'object' && part !== null && Object.keys(part).length === 0
}

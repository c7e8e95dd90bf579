/** Questions about a content type, made from its schema and from some of its entries. */
import type { Attribute, ContentType, ScalarAttribute, Schema } from '../../../schema/schema.ts'
import type { Question } from './question.ts'

/** An entry as the API answers it. */
export interface SampleEntry {
  readonly id: number
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface TypeInput {
  readonly type: ContentType
  readonly schema: Schema
  readonly prefix: string
  /** Codes of locales. */
  readonly locales: readonly string[]
}

/** The first question: its answer has the sample. */
export function firstQuestion({ type, prefix }: TypeInput): Question {
  return get(type.single ? `${prefix}/${type.singularName}` : `${prefix}/${type.pluralName}`)
}

export function typeQuestions(input: TypeInput, sample: readonly SampleEntry[]): readonly Question[] {
  const { type } = input
  const queries = [...selections(type), ...populates(input), ...states(input)]
  const root = firstQuestion(input).path
  if (type.single) return queries.map(query => get(`${root}?${query}`))
  const [first] = sample
  const entries = sample.slice(0, 2).flatMap(({ id }) => [get(`${root}/${id}`), get(`${root}/${id}?populate=*`)])
  const ofOne = first === undefined ? [] : populates(input).map(query => get(`${root}/${first.id}?${query}`))
  const lists = [...queries, ...pages(), ...sorts(type), ...filters(type, sample), ...throughRelations(input)]
  return [
    ...lists.map(query => get(`${root}?${query}`)),
    ...entries,
    ...ofOne,
    get(`${root}/999999999`),
    get(`${root}/not-a-number`),
    ...mistakes().map(query => get(`${root}?${query}`)),
  ]
}

/** Questions that belong to no type. */
export function generalQuestions(prefix: string): readonly Question[] {
  return [get(`${prefix}/there-is-no-such-type`), get(`${prefix}/upload/files`), get(`${prefix}/users/me`)]
}

const get = (path: string): Question => ({ method: 'GET', path: encoded(path), from: 'schema' })

/** Brackets and spaces as browsers send them. */
function encoded(path: string): string {
  return path.replace(/[[\]" ]/g, character => encodeURIComponent(character))
}

const SHOWN = 3

function visible(type: ContentType): readonly Attribute[] {
  return [...type.attributes.values()].filter(({ private: hidden, definition }) => {
    return !hidden && definition.type !== 'password'
  })
}

function scalars(type: ContentType): readonly ScalarAttribute[] {
  return visible(type).filter(attribute => attribute.kind === 'scalar')
}

function selections(type: ContentType): readonly string[] {
  const names = scalars(type).map(({ name }) => name)
  const [first, second] = names
  return [
    ...(first === undefined ? [] : [`fields[0]=${first}`]),
    ...(second === undefined ? [] : [`fields=${first},${second}`, `fields[0]=${second}&fields[1]=${first}`]),
  ]
}

/** Everything at one, two and three levels, and each populated attribute by itself. */
function populates({ type, schema }: TypeInput): readonly string[] {
  const nested = visible(type).filter(({ kind }) => kind !== 'scalar')
  if (nested.length === 0) return ['populate=*']
  const names = nested.map(({ name }) => name)
  return [
    'populate=*',
    ...names.map(name => `populate=${name}`),
    ...names.map(name => `populate[${name}][populate]=*`),
    `populate=${names.slice(0, SHOWN).join(',')}`,
    ...nested.flatMap(attribute => deeper(attribute, schema)),
  ]
}

function deeper(attribute: Attribute, schema: Schema): readonly string[] {
  if (attribute.kind === 'zone') {
    const [first] = attribute.components
    return first === undefined ? [] : [`populate[${attribute.name}][on][${first}][populate]=*`]
  }
  if (!('target' in attribute)) return []
  const target = schema.types.get(attribute.target) ?? schema.components.get(attribute.target)
  const inner = [...(target?.attributes.values() ?? [])].find(
    ({ kind, private: hidden }) => kind !== 'scalar' && !hidden,
  )
  const field = [...(target?.attributes.values() ?? [])].find(
    ({ kind, private: hidden }) => kind === 'scalar' && !hidden,
  )
  return [
    ...(inner === undefined ? [] : [`populate[${attribute.name}][populate][${inner.name}][populate]=*`]),
    ...(inner === undefined ? [] : [`populate=${attribute.name}.${inner.name}`]),
    ...(field === undefined ? [] : [`populate[${attribute.name}][fields][0]=${field.name}`]),
  ]
}

function states({ type, locales }: TypeInput): readonly string[] {
  return [
    ...(type.draftAndPublish ? ['publicationState=preview', 'publicationState=preview&populate=*'] : []),
    ...(type.localized
      ? ['locale=all', ...locales.flatMap(code => [`locale=${code}`, `locale=${code}&populate=*`])]
      : []),
  ]
}

function pages(): readonly string[] {
  return [
    'sort=id&pagination[page]=1&pagination[pageSize]=2',
    'sort=id&pagination[page]=2&pagination[pageSize]=2',
    'sort=id&pagination[start]=1&pagination[limit]=3',
    'sort=id&pagination[pageSize]=5&pagination[withCount]=false',
    'sort=id&pagination[page]=100000',
  ]
}

function sorts(type: ContentType): readonly string[] {
  const names = scalars(type)
    .filter(({ type: kind }) => kind !== 'json' && kind !== 'blocks')
    .map(({ name }) => name)
  return [
    ...names.slice(0, SHOWN).flatMap(name => [`sort=${name},id`, `sort[0]=${name}:desc&sort[1]=id`]),
    'sort=id:desc',
  ]
}

/** For each attribute, conditions that fit its type, with values that exist. */
function filters(type: ContentType, sample: readonly SampleEntry[]): readonly string[] {
  return scalars(type).flatMap(attribute => {
    const value = sample.map(({ attributes }) => attributes[attribute.name]).find(isPlain)
    const given = value === undefined ? FALLBACKS[attribute.type] : String(value)
    const operators = OPERATORS[attribute.type] ?? ['$null', '$notNull']
    return operators.flatMap(operator => {
      const used = /ull$/.test(operator) ? 'true' : given
      if (used === undefined || used === '') return []
      const words = TEXT_OPERATORS.includes(operator) ? used.slice(0, 5) : used
      return [`filters[${attribute.name}][${operator}]=${encodeURIComponent(words)}&sort=id`]
    })
  })
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length < 200)

const TEXT_OPERATORS: readonly string[] = ['$contains', '$containsi', '$notContains', '$startsWith', '$endsWith']
const TEXT = ['$eq', '$eqi', '$ne', '$contains', '$containsi', '$startsWith', '$null']
const NUMBER = ['$eq', '$gt', '$lte', '$notNull']
const MOMENT = ['$eq', '$gte', '$lt']

const OPERATORS: Readonly<Partial<Record<ScalarAttribute['type'], readonly string[]>>> = {
  string: TEXT,
  text: ['$contains', '$notNull'],
  richtext: ['$containsi', '$null'],
  email: ['$eq', '$endsWith'],
  uid: ['$eq', '$ne'],
  enumeration: ['$eq', '$ne', '$null'],
  integer: NUMBER,
  biginteger: NUMBER,
  float: NUMBER,
  decimal: NUMBER,
  boolean: ['$eq', '$ne', '$null'],
  date: MOMENT,
  time: MOMENT,
  datetime: MOMENT,
}

const FALLBACKS: Readonly<Partial<Record<ScalarAttribute['type'], string>>> = {
  string: 'a',
  text: 'a',
  richtext: 'a',
  integer: '1',
  biginteger: '1',
  float: '1',
  decimal: '1',
  boolean: 'true',
  date: '2024-01-01',
  datetime: '2024-01-01T00:00:00.000Z',
}

function throughRelations({ type, schema }: TypeInput): readonly string[] {
  const relations = visible(type).filter(attribute => attribute.kind === 'relation' || attribute.kind === 'component')
  return [
    ...relations.flatMap(attribute => {
      const { name } = attribute
      const target = schema.types.get((attribute as { readonly target: string }).target)
      const field = target === undefined ? undefined : scalars(target)[0]
      return [
        `filters[${name}][id][$notNull]=true&sort=id`,
        ...(field === undefined ? [] : [`filters[${name}][${field.name}][$notNull]=true&sort=id`]),
      ]
    }),
    '_q=a&sort=id',
  ]
}

/** What clients get wrong. */
function mistakes(): readonly string[] {
  return [
    'filters[thereIsNoSuchField][$eq]=1',
    'sort=thereIsNoSuchField',
    'fields[0]=thereIsNoSuchField',
    'populate=thereIsNoSuchField',
    'pagination[page]=-1',
    'locale=xx',
  ]
}

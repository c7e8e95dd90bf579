/**
 * The parameters of `strapi.db.query(uid)`, as a query of the content API: `where` are filters, `select` fields, `orderBy`
 * sort, `offset` start.
 */
import { isOperator } from '../../../plan/read/conditions/filter-operators.ts'
import type { QueryObject, QueryValue } from '../../../query/query-value.ts'
import { type Attribute, type Model, modelOf, type Schema } from '../../../schema/schema.ts'
import { NotSupportedError } from './not-supported.ts'
import { isRecord, toQueryValue } from './query-values.ts'

export interface DatabaseParams {
  where?: unknown
  select?: unknown
  orderBy?: unknown
  populate?: unknown
  limit?: unknown
  offset?: unknown
  _q?: unknown
  data?: unknown
  /** Of a populated relation: its number of entries instead of the entries. */
  count?: unknown
  /** Only published entries, in this list and in everything that is populated. */
  [LIVE]?: boolean
  [key: string]: unknown
}

/** What `publicationState: 'live'` becomes. Strapi has a function at this place. */
export const LIVE: unique symbol = Symbol('live')

export interface QuerySite {
  readonly schema: Schema
  /** The call, for messages: `strapi.db.query('api::note.note').findMany`. */
  readonly call: string
}

export function databaseQuery(model: Model, params: DatabaseParams, site: QuerySite): QueryObject {
  const { where, select, orderBy, populate, limit, offset, _q } = params
  refuseKnown(params, site)
  return {
    ...(isNil(where) ? {} : { filters: whereOf(model, where, 'where', site) }),
    ...(isNil(select) ? {} : { fields: fieldsOf(select, site) }),
    ...(isNil(orderBy) ? {} : { sort: orderOf(orderBy, site) }),
    ...(isNil(populate) ? {} : { populate: populateOf(model, populate, site) }),
    ...(isNil(limit) || Number(limit) < 0 ? {} : { limit: toQueryValue(limit, `${site.call}: limit`) }),
    ...(isNil(offset) ? {} : { start: toQueryValue(offset, `${site.call}: offset`) }),
    ...(isNil(_q) ? {} : { _q: toQueryValue(_q, `${site.call}: _q`) }),
    ...(params[LIVE] === true ? { publicationState: 'live' } : {}),
  }
}

/** Strapi passes over other names; these it knows. */
function refuseKnown(params: DatabaseParams, { call }: QuerySite): void {
  for (const key of ['groupBy', 'filters'])
    if (!isNil(params[key])) throw new NotSupportedError(`the parameter ${key} of ${call}`)
}

function isNil(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

/** The names of columns are accepted in place of the names of attributes. */
function whereOf(model: Model, where: unknown, at: string, site: QuerySite): QueryValue {
  if (Array.isArray(where)) return where.map((item, index) => whereOf(model, item, `${at}[${index}]`, site))
  if (!isRecord(where)) throw new TypeError(`${site.call}: ${at} must be an object or a list of objects`)
  return Object.fromEntries(
    Object.entries(where).map(([key, value]): [string, QueryValue] => {
      const place = `${at}.${key}`
      if (key === '$and' || key === '$or' || key === '$not') return [key, groupOf(model, value, place, site)]
      if (key === 'id') return [key, testsOf(value, place, site)]
      const attribute = attributeOf(model, key)
      if (attribute === undefined) throw new TypeError(`${site.call}: ${place}: ${model.uid} has no attribute ${key}`)
      if (!('target' in attribute)) return [attribute.name, isAbsent(value) ? NOTHING : testsOf(value, place, site)]
      return [attribute.name, relatedWhere(modelOf(site.schema, attribute.target), value, place, site)]
    }),
  )
}

/** SQL compares with null, which nothing equals. */
const NOTHING: QueryObject = { $in: [] }

/** `where: { slug: undefined }`, as code writes it that looks at a query or a body without one. */
function isAbsent(value: unknown): boolean {
  return value === undefined || (isRecord(value) && COMPARED.some(key => key in value && value[key] === undefined))
}

const COMPARED = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte']

/** A value, a list of values, or operators. An operator that is passed over would select too much. */
function testsOf(value: unknown, at: string, { call }: QuerySite): QueryValue {
  const given = [value].flat()
  const unknown = given.filter(isRecord).flatMap(tests => Object.keys(tests).filter(key => !isOperator(key)))
  if (unknown.length > 0) throw new Error(`Undefined attribute level operator ${unknown[0]} (${call}: ${at})`)
  return toQueryValue(value, `${call}: ${at}`)
}

function groupOf(model: Model, value: unknown, at: string, site: QuerySite): QueryValue {
  if (!Array.isArray(value)) return whereOf(model, value, at, site)
  return value.map((item, index) => whereOf(model, item, `${at}[${index}]`, site))
}

/** `{ author: 1 }`, `{ author: { $in: [1, 2] } }`, `{ author: { name: 'Ann' } }` */
function relatedWhere(target: Model, value: unknown, at: string, site: QuerySite): QueryValue {
  if (!isRecord(value)) return toQueryValue(value, `${site.call}: ${at}`)
  const isGroup = (key: string) => key === '$and' || key === '$or' || (key === '$not' && isRecord(value[key]))
  const isTest = (key: string) => key.startsWith('$') && !isGroup(key)
  const tests = Object.entries(value).filter(([key]) => isTest(key))
  const others = Object.fromEntries(Object.entries(value).filter(([key]) => !isTest(key)))
  return {
    ...(testsOf(Object.fromEntries(tests), at, site) as QueryObject),
    ...(whereOf(target, others, at, site) as QueryObject),
  }
}

function attributeOf({ attributes }: Model, name: string): Attribute | undefined {
  const named = attributes.get(name)
  if (named !== undefined) return named
  return [...attributes.values()].find(attribute => attribute.kind === 'scalar' && attribute.column === name)
}

function fieldsOf(select: unknown, { call }: QuerySite): QueryValue {
  const names = Array.isArray(select) ? select : [select]
  return toQueryValue(names, `${call}: select`)
}

function orderOf(orderBy: unknown, { call }: QuerySite): QueryValue {
  return toQueryValue(orderBy, `${call}: orderBy`)
}

/** `true`, `['author', 'author.image']`, `{ author: true, image: { select: ['url'] } }` */
function populateOf(model: Model, populate: unknown, site: QuerySite): QueryValue {
  if (populate === true) return '*'
  if (populate === false) return []
  if (Array.isArray(populate)) return populate.filter(path => path !== '*').map(path => String(path))
  if (!isRecord(populate)) throw new TypeError(`${site.call}: populate must be true, a list of names or an object`)
  const branches = Object.entries(populate).flatMap(([name, options]): [string, QueryValue][] => {
    const attribute = model.attributes.get(name)
    if (attribute === undefined || attribute.kind === 'scalar' || options === false || isNil(options)) return []
    return [[name, branchOf(attribute, options, site)]]
  })
  return Object.fromEntries(branches)
}

function branchOf(attribute: Exclude<Attribute, { kind: 'scalar' }>, options: unknown, site: QuerySite): QueryValue {
  if (!isRecord(options)) return 'true'
  if ('target' in attribute) return optionsOf([modelOf(site.schema, attribute.target)], options, site)
  const on = options.on
  if (isRecord(on)) {
    const parts = Object.entries(on).flatMap(([uid, part]): [string, QueryValue][] => {
      const target = site.schema.components.get(uid) ?? site.schema.types.get(uid)
      if (target === undefined || part === false) return []
      return [[uid, isRecord(part) ? optionsOf([target], part, site) : 'true']]
    })
    return { on: Object.fromEntries(parts) }
  }
  const uids = attribute.kind === 'zone' ? attribute.components : []
  return optionsOf(
    uids.map(uid => modelOf(site.schema, uid)),
    options,
    site,
  )
}

/** Several models for the components of a zone: names are looked up in each of them. */
function optionsOf(models: readonly Model[], options: DatabaseParams, site: QuerySite): QueryObject {
  const [first] = models
  const merged: Model | undefined =
    first === undefined
      ? undefined
      : { ...first, attributes: new Map(models.flatMap(({ attributes }) => [...attributes])) }
  const { count, ordering, offset, limit, ...rest } = options
  if (merged === undefined) return { fields: '*' }
  const { start: _, ...query } = databaseQuery(merged, rest, site)
  return {
    ...query,
    ...(count === true ? { count: 'true' } : {}),
    ...(isNil(ordering) ? {} : { ordering: toQueryValue(ordering, `${site.call}: ordering`) }),
    ...(isNil(offset) ? {} : { start: toQueryValue(offset, `${site.call}: offset`) }),
    ...(isNil(limit) || Number(limit) < 0 ? {} : { limit: toQueryValue(limit, `${site.call}: limit`) }),
  }
}

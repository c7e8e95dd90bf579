/** The parameters of `strapi.entityService`, as those of `strapi.db.query`: what Strapi calls transformParamsToQuery. */
import { isOperator } from '../../../plan/read/conditions/filter-operators.ts'
import { type Attribute, FILE_UID, type Model, modelOf, type Schema } from '../../../schema/schema.ts'
import { PaginationError } from '../errors/strapi-errors.ts'
import { type DatabaseParams, LIVE } from './database-query.ts'
import { isRecord } from './query-values.ts'

export interface ServiceParams {
  readonly fields?: unknown
  readonly filters?: unknown
  readonly populate?: unknown
  readonly sort?: unknown
  readonly start?: unknown
  readonly limit?: unknown
  readonly page?: unknown
  readonly pageSize?: unknown
  readonly publicationState?: unknown
  readonly _q?: unknown
  readonly [key: string]: unknown
}

/** The options of a list and of a populated relation are the same but for `count` and `ordering`. */
export function databaseParams(schema: Schema, model: Model | undefined, params: ServiceParams): DatabaseParams {
  const { _q, sort, filters, fields, populate, page, pageSize, start, limit } = params
  const isPaged = !isNil(page) || !isNil(pageSize)
  if (isPaged && (!isNil(start) || !isNil(limit)))
    throw new PaginationError(
      'Invalid pagination attributes. You cannot use page and offset pagination in the same query',
    )
  return {
    ...(isNil(_q) ? {} : { _q }),
    ...(isNil(sort) ? {} : { orderBy: orderBy(sort) }),
    ...(isNil(filters) ? {} : { where: where(schema, model, filters) }),
    ...(isNil(fields) || fields === '*' ? {} : { select: select(fields) }),
    ...(isNil(populate) ? {} : { populate: populates(schema, model, populate) }),
    ...(isNil(page) ? {} : { page: positive(page, 'page') }),
    ...(isNil(pageSize) ? {} : { pageSize: positive(pageSize, 'pageSize') }),
    ...(isNil(start) ? {} : { offset: whole(start, 'convertStartQueryParams', 0) }),
    ...(isNil(limit) || Number(limit) === -1 ? {} : { limit: whole(limit, 'convertLimitQueryParams', -1) }),
    ...publication(params.publicationState),
  }
}

function isNil(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

function whole(value: unknown, name: string, least: number): number {
  const number = Number(value)
  if (Number.isInteger(number) && number >= least) return number
  throw new Error(`${name} expected a positive integer got ${number}`)
}

function positive(value: unknown, name: string): number {
  const number = Number(value)
  if (Number.isInteger(number) && number > 0) return number
  throw new PaginationError(`Invalid '${name}' parameter. Expected an integer > 0, received: ${String(value)}`)
}

function publication(state: unknown): Pick<DatabaseParams, typeof LIVE> {
  if (isNil(state) || state === 'preview') return {}
  if (state === 'live') return { [LIVE]: true }
  throw new Error(`Invalid publicationState. Expected one of 'preview','live' received: ${String(state)}.`)
}

/** `'title:desc,author.name'` gives `[{ title: 'desc' }, { author: { name: 'asc' } }]`; objects stay as they are. */
function orderBy(sort: unknown): unknown {
  if (typeof sort === 'string') return sort.split(',').map(orderTerm)
  if (Array.isArray(sort))
    return sort.flatMap(item => (typeof item === 'string' ? item.split(',').map(orderTerm) : item))
  if (isRecord(sort)) return sort
  throw new Error(
    'Invalid sort parameter. Expected a string, an array of strings, a sort object or an array of sort objects',
  )
}

function orderTerm(text: string): Record<string, unknown> {
  const [field = '', order = 'asc'] = text.trim().split(':')
  if (text.trim() === '') return {}
  if (field === '') throw new Error('Field cannot be empty')
  if (!['asc', 'desc'].includes(order.toLowerCase()))
    throw new Error('Invalid order. order can only be one of asc|desc|ASC|DESC')
  const [last = '', ...above] = field.split('.').reverse()
  return above.reduce<Record<string, unknown>>((inner, name) => ({ [name]: inner }), { [last]: order })
}

function select(fields: unknown): readonly string[] {
  const given = typeof fields === 'string' ? [fields] : fields
  if (!Array.isArray(given) || !given.every(name => typeof name === 'string'))
    throw new Error('Invalid fields parameter. Expected a string or an array of strings')
  return [...new Set(['id', ...given.flatMap(names => names.split(',').map(name => name.trim()))])]
}

/** Without the names that the model does not have, unknown operators, passwords and zones, as in Strapi. */
function where(schema: Schema, model: Model | undefined, filters: unknown): unknown {
  if (typeof filters !== 'object') throw new Error('The filters parameter must be an object or an array')
  return cleaned(schema, model, filters)
}

function cleaned(schema: Schema, model: Model | undefined, filters: unknown): unknown {
  if (Array.isArray(filters)) return filters.map(item => cleaned(schema, model, item)).filter(item => !isEmpty(item))
  if (!isRecord(filters)) return filters
  const kept = Object.entries(filters).flatMap(([key, value]): [string, unknown][] => {
    const attribute = model?.attributes.get(key)
    if (isOperator(key)) {
      if (key === '$null' || key === '$notNull') return [[key, asFlag(value)]]
      return [[key, typeof value === 'object' ? cleaned(schema, model, value) : value]]
    }
    if (key === 'id') return [[key, cleaned(schema, undefined, value)]]
    if (attribute === undefined || attribute.kind === 'zone') return []
    if (attribute.kind === 'scalar')
      return attribute.type === 'password' ? [] : [[key, cleaned(schema, undefined, value)]]
    return [[key, cleaned(schema, targetOf(schema, attribute), value)]]
  })
  return Object.fromEntries(kept.filter(([, value]) => !isEmpty(value)))
}

function isEmpty(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0
}

function asFlag(value: unknown): boolean {
  return value !== 'false' && value !== 'f' && value !== '0' && Boolean(value)
}

function targetOf(schema: Schema, attribute: Attribute): Model | undefined {
  if (attribute.kind === 'media') return modelOf(schema, FILE_UID)
  return 'target' in attribute ? modelOf(schema, attribute.target) : undefined
}

function populates(schema: Schema, model: Model | undefined, populate: unknown): unknown {
  if (populate === '*') return true
  if (typeof populate === 'string') return names(populate)
  if (Array.isArray(populate)) return [...new Set(populate.flatMap(item => names(checkedName(item))))]
  if (!isRecord(populate)) throw badPopulate()
  const branches = Object.entries(populate).flatMap(([name, options]): [string, unknown][] => {
    const attribute = model?.attributes.get(name)
    if (attribute === undefined || attribute.kind === 'scalar') return []
    const branch = branchOf(schema, attribute, options)
    return branch === false ? [] : [[name, branch]]
  })
  return Object.fromEntries(branches)
}

function names(text: string): readonly string[] {
  return text.split(',').map(name => name.trim())
}

function checkedName(name: unknown): string {
  if (typeof name === 'string') return name
  throw badPopulate()
}

function badPopulate(): Error {
  return new Error('Invalid populate parameter. Expected a string, an array of strings, a populate object')
}

function branchOf(schema: Schema, attribute: Attribute, options: unknown): unknown {
  if (typeof options === 'boolean') return options
  if (typeof options === 'string') return asFlag(options)
  if (!isRecord(options)) throw new Error(`Invalid nested populate. Expected '*' or an object`)
  const isMixed = attribute.kind === 'zone' || attribute.kind === 'morph'
  if (isMixed && isRecord(options.on)) {
    const parts = Object.entries(options.on).map(([uid, part]) => {
      const model = schema.components.get(uid) ?? schema.types.get(uid)
      return [uid, isRecord(part) ? optionsOf(schema, model, part) : part]
    })
    return { on: Object.fromEntries(parts) }
  }
  return optionsOf(
    schema,
    attribute.kind === 'zone' ? mergedModel(schema, attribute) : targetOf(schema, attribute),
    options,
  )
}

function optionsOf(schema: Schema, model: Model | undefined, options: ServiceParams): DatabaseParams {
  const { count, ordering } = options
  return {
    ...databaseParams(schema, model, options),
    ...(isNil(count) ? {} : { count: asFlag(count) }),
    ...(isNil(ordering) ? {} : { ordering }),
  }
}

/** The attributes of all components of a zone. */
function mergedModel(schema: Schema, { components }: Attribute & { kind: 'zone' }): Model | undefined {
  const models = components.map(uid => modelOf(schema, uid))
  return models[0] && { ...models[0], attributes: new Map(models.flatMap(({ attributes }) => [...attributes])) }
}

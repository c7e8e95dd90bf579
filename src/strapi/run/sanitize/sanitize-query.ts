/** Queries without names that do not exist for the caller. */
import { isOperator } from '../../../plan/read/conditions/filter-operators.ts'
import { visibleAttribute } from '../../../plan/visibility.ts'
import type { Model } from '../../../schema/schema.ts'
import { isRecord } from '../entities/query-values.ts'
import { namedModel, type SeenBy, targetOf } from './seen-by.ts'

type Values = Readonly<Record<string, unknown>>

/** Other parameters stay as they are. */
export function sanitizeQuery(model: Model, query: Values, by: SeenBy): Values {
  const { filters, sort, fields, populate } = query
  return {
    ...query,
    ...(filters ? { filters: sanitizeFilters(model, filters, by) } : {}),
    ...(sort ? { sort: sanitizeSort(model, sort, by) } : {}),
    ...(fields ? { fields: sanitizeFields(model, fields, by) } : {}),
    ...(populate ? { populate: sanitizePopulate(model, populate, by) } : {}),
  }
}

export function sanitizeFilters(model: Model, filters: unknown, by: SeenBy): unknown {
  if (Array.isArray(filters))
    return filters.map(item => sanitizeFilters(model, item, by)).filter(item => !isEmpty(item))
  if (!isRecord(filters)) return filters
  const kept = Object.entries(filters).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'id') return [[key, value]]
    if (isOperator(key)) return [[key, sanitizeFilters(model, value, by)]]
    const attribute = visibleAttribute(model, key, by, 'filter')
    if (attribute === undefined || attribute.kind === 'zone' || attribute.kind === 'morph') return refused(by, key)
    const target = targetOf(by, attribute)
    return [[key, target === undefined ? value : sanitizeFilters(target, value, by)]]
  })
  return Object.fromEntries(kept.filter(([, value]) => !isEmpty(value)))
}

function refused(by: SeenBy, name: string): [] {
  by.refuse(name)
  return []
}

function isEmpty(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0
}

/** In the form in which it is given: a text, a list, or an object. */
export function sanitizeSort(model: Model, sort: unknown, by: SeenBy): unknown {
  if (typeof sort === 'string')
    return sort
      .split(',')
      .filter(part => isSortable(model, part.trim().split(':')[0]!.split('.'), by))
      .join(',')
  if (Array.isArray(sort)) return sort.map(item => sanitizeSort(model, item, by)).filter(item => !isNothing(item))
  if (!isRecord(sort)) return sort
  const kept = Object.entries(sort).flatMap(([key, value]): [string, unknown][] => {
    const attribute = visibleAttribute(model, key, by, 'sort')
    const target = attribute === undefined ? undefined : targetOf(by, attribute)
    if (target !== undefined && isRecord(value)) return [[key, sanitizeSort(target, value, by)]]
    return key === 'id' || attribute?.kind === 'scalar' ? [[key, value]] : refused(by, key)
  })
  return Object.fromEntries(kept.filter(([, value]) => !isEmpty(value)))
}

function isNothing(value: unknown): boolean {
  return value === '' || isEmpty(value)
}

function isSortable(model: Model, [name = '', ...below]: readonly string[], by: SeenBy): boolean {
  if (name === '' || (name === 'id' && below.length === 0)) return true
  const attribute = visibleAttribute(model, name, by, 'sort')
  const target = attribute === undefined ? undefined : targetOf(by, attribute)
  if (below.length > 0 && target !== undefined) return isSortable(target, below, by)
  if (below.length === 0 && attribute?.kind === 'scalar') return true
  by.refuse(name)
  return false
}

export function sanitizeFields(model: Model, fields: unknown, by: SeenBy): unknown {
  if (fields === '*') return fields
  const isShown = (name: string) => {
    if (name === 'id' || name === '*') return true
    const isScalar = visibleAttribute(model, name, by)?.kind === 'scalar'
    if (!isScalar) by.refuse(name)
    return isScalar
  }
  if (Array.isArray(fields)) return fields.map(name => String(name).trim()).filter(isShown)
  if (typeof fields !== 'string') return fields
  return isShown(fields.trim()) ? fields.trim() : undefined
}

/** `*` becomes the list of what there is for the caller. Names that cannot be populated are passed over. */
export function sanitizePopulate(model: Model, populate: unknown, by: SeenBy): unknown {
  if (populate === '*') return everything(model, by)
  if (typeof populate === 'string')
    return populate
      .split(',')
      .map(path => path.trim())
      .filter(path => isPopulated(model, path.split('.'), by))
      .join(',')
  if (Array.isArray(populate))
    return populate.filter(path => typeof path !== 'string' || isPopulated(model, path.split('.'), by))
  if (!isRecord(populate)) return populate
  const kept = Object.entries(populate).flatMap(([name, options]): [string, unknown][] => {
    const attribute = visibleAttribute(model, name, by)
    if (attribute === undefined || attribute.kind === 'scalar') return []
    return [[name, isRecord(options) ? sanitizeBranch(targetOf(by, attribute), options, by) : options]]
  })
  return Object.fromEntries(kept)
}

function everything(model: Model, by: SeenBy): Values {
  const names = [...model.attributes.keys()].filter(name => isPopulated(model, [name], by))
  return Object.fromEntries(names.map(name => [name, true]))
}

function isPopulated(model: Model, [name = '', ...below]: readonly string[], by: SeenBy): boolean {
  const attribute = visibleAttribute(model, name, by)
  if (attribute === undefined || attribute.kind === 'scalar') return false
  const target = targetOf(by, attribute)
  return below.length === 0 || target === undefined || isPopulated(target, below, by)
}

/** Below a zone or a morph relation only `on` says which models are meant. */
function sanitizeBranch(target: Model | undefined, options: Values, by: SeenBy): Values {
  if (target !== undefined) return sanitizeQuery(target, options, by)
  if (!isRecord(options.on)) return options
  const parts = Object.entries(options.on).flatMap(([uid, part]): [string, unknown][] => {
    const model = namedModel(by, uid.includes('::') ? { __type: uid } : { __component: uid })
    if (model === undefined) return []
    return [[uid, isRecord(part) ? sanitizeQuery(model, part, by) : part]]
  })
  return { ...options, on: Object.fromEntries(parts) }
}

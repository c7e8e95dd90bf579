/**
 * Filters in a form that Strapi understands fully: `$not` stands at the leaves, and an object has one key, so that
 * group operators neither meet fields (an error in Strapi) nor overwrite each other.
 */
import type { QueryPart } from '../properties/query-generator.ts'

type PartObject = { readonly [key: string]: QueryPart }

/** Whether a name leads to other rows. */
export interface FilterModel {
  /** The model behind an attribute; `undefined` for scalars and `id`. */
  readonly follow: (name: string) => FilterModel | undefined
}

export function normalFilters(filters: QueryPart, model: FilterModel): QueryPart {
  return normal(filters, model, false)
}

/** Objects and lists of conditions: all of them hold, or, negated, not all of them. */
function normal(filters: QueryPart, model: FilterModel, negated: boolean): QueryPart {
  if (isList(filters))
    return joined(
      filters.map(item => normal(item, model, negated)),
      negated,
    )
  if (!isObject(filters)) return filters
  return joined(
    Object.entries(filters).map(([key, value]) => normalEntry(key, value, model, negated)),
    negated,
  )
}

function joined(items: readonly QueryPart[], negated: boolean): QueryPart {
  return items.length === 1 ? items[0]! : { [negated ? '$or' : '$and']: items }
}

function normalEntry(key: string, value: QueryPart, model: FilterModel, negated: boolean): QueryPart {
  if (key === '$not') return normal(value, model, !negated)
  if (key === '$and' || key === '$or') {
    const items = isList(value) ? value.map(item => normal(item, model, negated)) : []
    return { [(key === '$and') === negated ? '$or' : '$and']: items }
  }
  const target = model.follow(key)
  if (target === undefined) return { [key]: negated ? { $not: value } : value }
  return { [key]: normalRelated(value, target, negated) }
}

/** A condition on a related row: on its id, or on its attributes. */
function normalRelated(value: QueryPart, target: FilterModel, negated: boolean): QueryPart {
  if (!isObject(value)) return { id: negated ? { $not: value } : value }
  const items = Object.entries(value).map(([key, item]) => {
    const isGroup = key === '$and' || key === '$or' || (key === '$not' && isObject(item))
    if (!key.startsWith('$') || isGroup) return normalEntry(key, item, target, negated)
    return { id: negated ? { $not: { [key]: item } } : { [key]: item } }
  })
  return joined(items, negated)
}

/** Group operators under two relations of one object: Strapi keeps the last of them only. */
export function hasCollision(filters: QueryPart, model: FilterModel): boolean {
  if (isList(filters)) return filters.some(item => hasCollision(item, model))
  if (!isObject(filters)) return false
  const entries = Object.entries(filters)
  const related = entries.filter(([key]) => model.follow(key) !== undefined)
  if (related.filter(([, value]) => holdsGroup(value)).length > 1) return true
  if (related.some(([, value]) => holdsGroup(value)) && entries.some(([key]) => GROUPS.includes(key))) return true
  return entries.some(([key, value]) => hasCollision(value, model.follow(key) ?? model))
}

const GROUPS: readonly string[] = ['$and', '$or', '$not']

function holdsGroup(value: QueryPart): boolean {
  if (isList(value)) return value.some(holdsGroup)
  return isObject(value) && Object.entries(value).some(([key, item]) => GROUPS.includes(key) || holdsGroup(item))
}

function isList(part: QueryPart | undefined): part is readonly QueryPart[] {
  return Array.isArray(part)
}

function isObject(part: QueryPart | undefined): part is PartObject {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}

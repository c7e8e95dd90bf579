/** Filters as a tree of conditions that are joined by AND or OR: what the dialog edits, and what addresses hold as an object. */
import type { Json, JsonObject } from '../../../../../src/admin-api/route-types.ts'

export type Join = '$and' | '$or'

export interface FilterGroup {
  readonly kind: 'group'
  readonly id: number
  readonly join: Join
  readonly items: readonly FilterNode[]
}

export interface FilterCondition {
  readonly kind: 'condition'
  readonly id: number
  /** `['author', 'name']` */
  readonly path: readonly string[]
  readonly operator: string
  readonly value: string | readonly string[]
}

/** What the dialog cannot show, such as `$not`. It is kept as it is. */
export interface FilterOther {
  readonly kind: 'other'
  readonly id: number
  readonly filters: JsonObject
}

export type FilterNode = FilterGroup | FilterCondition | FilterOther

let lastId = 0
const nextId = () => {
  lastId += 1
  return lastId
}

export function newGroup(join: Join, items: readonly FilterNode[] = []): FilterGroup {
  return { kind: 'group', id: nextId(), join, items }
}

export function newCondition(path: readonly string[], operator: string, value: string | readonly string[] = '') {
  return { kind: 'condition', id: nextId(), path, operator, value } as const satisfies FilterCondition
}

/**
 * - `{ title: { $contains: 'tea' } }` gives AND of one condition
 * - `{ $or: [{ id: { $gt: '3' } }, { author: { name: 'Ana' } }] }` gives OR of two
 */
export function parseFilters(filters: JsonObject | undefined): FilterGroup {
  if (filters === undefined) return newGroup('$and')
  const nodes = nodesOf(filters, [])
  const [only] = nodes
  return nodes.length === 1 && only?.kind === 'group' ? only : newGroup('$and', nodes)
}

function nodesOf(value: Json, path: readonly string[]): readonly FilterNode[] {
  if (!isObject(value)) return [newCondition(path, '$eq', textOf(value))]
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === '$and' || name === '$or') return [groupOf(name, inner, path)]
    if (name === '$not') return [otherOf(path, { $not: inner })]
    if (!name.startsWith('$')) return nodesOf(inner, [...path, name])
    if (path.length === 0 || isObject(inner)) return [otherOf(path, { [name]: inner })]
    return [newCondition(path, name, Array.isArray(inner) ? inner.map(textOf) : textOf(inner as Json))]
  })
}

function groupOf(join: Join, value: Json, path: readonly string[]): FilterNode {
  if (!Array.isArray(value)) return otherOf(path, { [join]: value })
  const items = value.map((item: Json) => nodesOf(item, path))
  return newGroup(
    join,
    // `{ a: 1, b: 2 }` inside of OR means both together.
    items.flatMap(nodes => (join === '$or' && nodes.length > 1 ? [newGroup('$and', nodes)] : nodes)),
  )
}

function otherOf(path: readonly string[], filters: JsonObject): FilterOther {
  return { kind: 'other', id: nextId(), filters: nest(path, filters) as JsonObject }
}

/** The object of an address or a request; `undefined` if there is no condition. */
export function filtersOf(group: FilterGroup): JsonObject | undefined {
  const items = group.items.flatMap(node => objectOf(node) ?? [])
  return items.length === 0 ? undefined : { [group.join]: items }
}

function objectOf(node: FilterNode): JsonObject | undefined {
  switch (node.kind) {
    case 'group':
      return filtersOf(node)
    case 'other':
      return node.filters
    case 'condition':
      return nest(node.path, { [node.operator]: node.value }) as JsonObject
  }
}

function nest(path: readonly string[], value: Json): Json {
  return path.reduceRight<Json>((inner, name) => ({ [name]: inner }), value)
}

/** How many conditions there are, at any depth. */
export function countConditions(node: FilterNode): number {
  return node.kind === 'group' ? node.items.reduce((sum, item) => sum + countConditions(item), 0) : 1
}

/** The tree with one node replaced, or removed if `change` gives nothing. */
export function changeNode(
  group: FilterGroup,
  id: number,
  change: (node: FilterNode) => FilterNode | undefined,
): FilterGroup {
  const items = group.items.flatMap(node => {
    if (node.id === id) return change(node) ?? []
    return node.kind === 'group' ? changeNode(node, id, change) : node
  })
  return { ...group, items }
}

function textOf(value: Json): string {
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

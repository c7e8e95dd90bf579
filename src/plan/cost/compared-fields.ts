/** The fields of a type by which a list is sorted or searched: those that an index would be of use for. */
import type { ScalarAttribute } from '../../schema/schema.ts'
import type { Condition } from '../read/conditions/condition.ts'
import type { OrderTerm, ReadPlan } from '../read/read-plan.ts'

export interface ComparedAttribute {
  readonly attribute: ScalarAttribute
  readonly use: 'sort' | 'filter'
}

/** What decides first: the first key of the order, and comparisons that every entry of the list must pass. */
export function comparedFields({ where, order }: Pick<ReadPlan, 'where' | 'order'>): readonly ComparedAttribute[] {
  return [...sortedBy(order), ...testedBy(where)]
}

function sortedBy([first]: readonly OrderTerm[]): readonly ComparedAttribute[] {
  if (first === undefined || first.hops.length > 0 || first.column.kind !== 'scalar') return []
  return [{ attribute: first.column.attribute, use: 'sort' }]
}

function testedBy(where: Condition | null): readonly ComparedAttribute[] {
  if (where?.kind === 'all') return where.items.flatMap(testedBy)
  if (where?.kind !== 'test' || where.negated || where.column.kind !== 'scalar') return []
  const { kind } = where.test
  const isFound = kind === 'compare' || kind === 'in' || kind === 'between'
  return isFound && !ALWAYS.includes(where.column.attribute.name)
    ? [{ attribute: where.column.attribute, use: 'filter' }]
    : []
}

/** Every list is limited by these, and its indexes have them. */
const ALWAYS = ['locale', 'publishedAt']

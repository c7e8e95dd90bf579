/**
 * Conditions on the rows of one model, with names resolved and values cast. Negation occurs only at the leaves. This
 * way "some related row" always means what it means in Strapi's joins: a joined row exists (a row of nulls if nothing
 * is related) for which the inner condition holds.
 */
import type { LinkedAttribute, Model, ScalarAttribute } from '../../../schema/schema.ts'

export type ColumnRef = { readonly kind: 'id' } | { readonly kind: 'scalar'; readonly attribute: ScalarAttribute }

export type FilterValue = string | number | boolean | Date

/** The time at which the statement runs. Only rules of rows compare with it. */
export const NOW: unique symbol = Symbol('now')

export type TestValue = FilterValue | typeof NOW

export type Test =
  | { readonly kind: 'compare'; readonly operator: '=' | '<>' | '<' | '<=' | '>' | '>='; readonly value: TestValue }
  | { readonly kind: 'in'; readonly values: readonly TestValue[] }
  | { readonly kind: 'between'; readonly low: TestValue; readonly high: TestValue }
  | { readonly kind: 'null' }
  | { readonly kind: 'like'; readonly pattern: string; readonly ignoreCase: boolean; readonly hasParts: boolean }
  /** `_q`: the pattern is already escaped. */
  | { readonly kind: 'search'; readonly pattern: string; readonly hasParts: boolean }

export type Condition =
  | { readonly kind: 'all' | 'any'; readonly items: readonly Condition[] }
  | { readonly kind: 'test'; readonly column: ColumnRef; readonly test: Test; readonly negated: boolean }
  | ({
      readonly kind: 'some'
      readonly condition: Condition
      /** Whether the related rows that pass are read once for the whole statement, instead of for each row. */
      readonly readOnce?: boolean
    } & RelatedRows)
  /** The opposite: no related row passes. */
  | ({ readonly kind: 'none'; readonly condition: Condition } & RelatedRows & { readonly visible: null })
  /** How many related rows there are: `condition` is about a row that has only their number. */
  | ({ readonly kind: 'count'; readonly condition: Condition } & RelatedRows)
  | RecordedCondition
  /** The rows whose ids the request names. They are bound when the statement runs, so one plan serves every id. */
  | { readonly kind: 'entry-id' }
  /** Neither true nor false (a comparison with null): no row passes, whether negated or not. */
  | { readonly kind: 'unknown' }

/** The rows that a relation leads to. */
export interface RelatedRows {
  readonly attribute: LinkedAttribute
  readonly target: Model
  /** Those that exist for the caller; `null`: all of them. */
  readonly visible: Condition | null
}

/** One of Populus' own tables has a row about the entry; with `having`, one with certain values. */
export interface RecordedCondition {
  readonly kind: 'recorded'
  readonly table: string
  /** The type of the entry. */
  readonly uid: string
  readonly having: { readonly column: string; readonly values: readonly string[] } | null
  /** Ids of entries of which a row does not count. */
  readonly except?: readonly number[]
  readonly negated: boolean
}

/** A comparison with a pattern that is long enough for the index of its column. */
export type IndexedTest = Extract<Condition, { kind: 'test' }> & {
  readonly column: { readonly kind: 'scalar'; readonly attribute: { readonly partsIndex: string } }
  readonly test: Extract<Test, { kind: 'like' | 'search' }>
}

export function hasPartsIndex(condition: Condition): condition is IndexedTest {
  if (condition.kind !== 'test' || condition.negated || condition.column.kind === 'id') return false
  const { column, test } = condition
  return (test.kind === 'like' || test.kind === 'search') && test.hasParts && column.attribute.partsIndex !== undefined
}

/** Whether an index of parts of texts finds all rows that can pass. */
export function isFoundByParts(condition: Condition | null): boolean {
  switch (condition?.kind) {
    case 'all':
      return condition.items.some(isFoundByParts)
    case 'any':
      return condition.items.every(isFoundByParts)
    case 'test':
      return hasPartsIndex(condition)
    default:
      return false
  }
}

export const UNKNOWN: Condition = Object.freeze({ kind: 'unknown' })

/** True for a row that exists, never for a row of nulls. */
export function exists(condition: Condition | null): Condition {
  return combine('all', [{ kind: 'test', column: { kind: 'id' }, test: { kind: 'null' }, negated: true }, condition])!
}

/** Joins conditions; `null` means "no condition" and is skipped. */
export function combine(kind: 'all' | 'any', items: readonly (Condition | null)[]): Condition | null {
  const present = items.filter(item => item !== null)
  return present.length <= 1 ? (present[0] ?? null) : { kind, items: present }
}

export function negate(condition: Condition): Condition {
  switch (condition.kind) {
    case 'all':
      return { kind: 'any', items: condition.items.map(negate) }
    case 'any':
      return { kind: 'all', items: condition.items.map(negate) }
    case 'test':
    case 'recorded':
      return { ...condition, negated: !condition.negated }
    case 'some':
    case 'count':
      return { ...condition, condition: negate(condition.condition) }
    case 'none':
      return { ...condition, kind: 'some', condition: exists(condition.condition) }
    case 'unknown':
    case 'entry-id':
      return condition
    default:
      return condition satisfies never
  }
}

/** The result of a condition for a row in which every column is null: true, false, or unknown (`null`). */
export function onNullRow(condition: Condition): boolean | null {
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const decisive = condition.kind === 'any'
      const answers = condition.items.map(onNullRow)
      if (answers.includes(decisive)) return decisive
      return answers.includes(null) ? null : !decisive
    }
    case 'test':
      return condition.test.kind === 'null' ? !condition.negated : null
    case 'some':
      return onNullRow(condition.condition)
    case 'none':
      return true
    case 'count':
    case 'recorded':
    case 'unknown':
    case 'entry-id':
      return null
    default:
      return condition satisfies never
  }
}

/** Whether only rows that the request names can be found. */
export function namesEntry(where: Condition | null): boolean {
  if (where === null) return false
  return where.kind === 'entry-id' || (where.kind === 'all' && where.items.some(namesEntry))
}

/** Whether a condition follows a relation. */
export function comparesRelated(condition: Condition | null): boolean {
  if (condition === null) return false
  if (condition.kind === 'all' || condition.kind === 'any') return condition.items.some(comparesRelated)
  return condition.kind === 'some' || condition.kind === 'none' || condition.kind === 'count'
}

/** Whether what related rows decide is read once, and leaves only the rows that it finds. */
export function readsOnce(condition: Condition | null): boolean {
  if (condition?.kind === 'all') return condition.items.some(readsOnce)
  return condition?.kind === 'some' && condition.readOnce === true
}

/** The same condition, tested row by row: for a list of which many rows are known to pass. */
export function readEach(condition: Condition): Condition {
  if (condition.kind === 'all' || condition.kind === 'any')
    return { ...condition, items: condition.items.map(readEach) }
  return condition.kind === 'some' ? { ...condition, readOnce: false } : condition
}

const MOST_CORRELATED = 3

/**
 * Whether SQLite reads the rows of a nested relation once for the whole statement instead of again for each row.
 * Otherwise, the cost of to-many relations would multiply, and the cost of other relations would multiply with every
 * level. PostgreSQL decides this itself, except for the deepest relations.
 */
export function isReadOnceOnSqlite({ many }: LinkedAttribute, depth: number): boolean {
  return (depth > 0 && many) || isTooDeepToRepeat(depth)
}

/** Whether the relation is nested so deeply that every database reads it once. */
export function isTooDeepToRepeat(depth: number): boolean {
  return depth >= MOST_CORRELATED
}

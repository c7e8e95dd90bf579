/** The operators of `filters`, and what each one does with the value of a column. */
import { PopulusError } from '../../../errors.ts'
import { castBoolean } from '../../../schema/attributes/boolean.ts'
import { checkPatternLimits, type PatternLimits } from '../../cost/check-pattern.ts'
import {
  type ColumnRef,
  type Condition,
  combine,
  NOW,
  negate,
  type Test,
  type TestValue,
  UNKNOWN,
} from './condition.ts'
import { castFilterValue, checkPattern } from './filter-value.ts'
import { hasParts } from './pattern-parts.ts'

/** The context of a test: its column, its path in the query, how strict the database is, and the limits on patterns. */
export interface TestSite {
  readonly column: ColumnRef
  readonly path: string
  readonly strictTypes: boolean
  readonly patterns: PatternLimits
}

/** A leaf value of the query string: a string, or null for `a` without `=`. */
export type Leaf = string | null

/** What a column is compared with: a leaf, or a value that a rule of rows stands for. */
export type Operand = Leaf | typeof NOW

type Operator = (value: Leaf, site: TestSite) => Condition

/** Operators that take one value; a list of values means "any of them". */
const SINGLE: Readonly<Record<string, Operator>> = {
  $eq: (value, site) => (value === null ? test(site, { kind: 'null' }) : compare('=', value, site)),
  $ne: (value, site) => (value === null ? negate(test(site, { kind: 'null' })) : compare('<>', value, site)),
  $lt: (value, site) => compare('<', value, site),
  $lte: (value, site) => compare('<=', value, site),
  $gt: (value, site) => compare('>', value, site),
  $gte: (value, site) => compare('>=', value, site),
  $null: (value, site) => isNull(castFlag(value), site),
  $notNull: (value, site) => isNull(!castFlag(value), site),
  $eqi: (value, site) => (value === null ? test(site, { kind: 'null' }) : like(value, site, true)),
  $nei: (value, site) => negate(value === null ? test(site, { kind: 'null' }) : like(value, site, true)),
  $contains: (value, site) => like(`%${value}%`, site, false),
  $notContains: (value, site) => negate(like(`%${value}%`, site, false)),
  $containsi: (value, site) => like(`%${value}%`, site, true),
  $notContainsi: (value, site) => negate(like(`%${value}%`, site, true)),
  $startsWith: (value, site) => like(`${value}%`, site, false),
  $startsWithi: (value, site) => like(`${value}%`, site, true),
  $endsWith: (value, site) => like(`%${value}`, site, false),
  $endsWithi: (value, site) => like(`%${value}`, site, true),
}

const LISTS = ['$in', '$notIn', '$between']
const GROUPS = ['$and', '$or', '$not']

/** Known everywhere, but reserved for Strapi's internal use: never accepted from clients. */
export const INTERNAL_OPERATORS = ['$jsonSupersetOf']

export function isOperator(key: string): boolean {
  return Object.hasOwn(SINGLE, key) || LISTS.includes(key) || GROUPS.includes(key) || INTERNAL_OPERATORS.includes(key)
}

/** Names that other query languages use for our operators. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  equals: '$eq',
  equal: '$eq',
  is: '$eq',
  neq: '$ne',
  notequals: '$ne',
  notequal: '$ne',
  not: '$ne',
  like: '$contains',
  ilike: '$containsi',
  greaterthan: '$gt',
  lessthan: '$lt',
  nin: '$notIn',
  isnull: '$null',
  exists: '$notNull',
}

/**
 * What an unknown operator may mean: `$equals` and `eq` mean `$eq`; for other words, a similar one among all operators.
 */
export function operatorsLike(key: string): { readonly known: readonly string[]; readonly meant: string | undefined } {
  const word = key.replace(/[$_-]/g, '').toLowerCase()
  const known = [...Object.keys(SINGLE), ...LISTS, ...GROUPS]
  const meant = Object.hasOwn(OTHER_WORDS, word)
    ? OTHER_WORDS[word]
    : known.find(operator => operator.slice(1).toLowerCase() === word)
  return { known, meant }
}

export function isGroup(key: string): boolean {
  return GROUPS.includes(key)
}

/** The condition of one operator on one column. The caller handles `$not` and groups. */
export function applyOperator(operator: string, values: readonly Operand[], site: TestSite): Condition {
  if (operator === '$in') return isIn(values, site)
  if (operator === '$notIn') return values.includes(null) ? UNKNOWN : negate(isIn(values, site))
  if (operator === '$between') return isBetween(values, site)
  const single = SINGLE[operator]
  if (single === undefined) throw badOperator(operator, site)
  return (
    combine(
      'any',
      values.map(value => (value === NOW ? compareWithNow(operator, site) : single(value, site))),
    ) ?? UNKNOWN
  )
}

/** A list without an operator: `filters[id][0]=1&filters[id][1]=2`. */
function isIn(values: readonly Operand[], site: TestSite): Condition {
  const present = values.filter(value => value !== null).map(value => cast(value, site))
  return test(site, { kind: 'in', values: present })
}

function isBetween(values: readonly Operand[], site: TestSite): Condition {
  const [low, high] = values.flatMap((value): TestValue[] => (value === null ? [] : [cast(value, site)]))
  if (values.length !== 2 || low === undefined || high === undefined) {
    const problem = `expected two values, ${site.path}[0]=... and ${site.path}[1]=...`
    throw new PopulusError('badValue', { parameter: site.path, problem })
  }
  return test(site, { kind: 'between', low, high })
}

function compare(operator: (Test & { kind: 'compare' })['operator'], value: Leaf, site: TestSite): Condition {
  return value === null ? UNKNOWN : test(site, { kind: 'compare', operator, value: cast(value, site) })
}

const COMPARISONS = { $eq: '=', $ne: '<>', $lt: '<', $lte: '<=', $gt: '>', $gte: '>=' } as const

function compareWithNow(operator: string, site: TestSite): Condition {
  if (!Object.hasOwn(COMPARISONS, operator)) throw badOperator(operator, site)
  const compared = COMPARISONS[operator as keyof typeof COMPARISONS]
  return test(site, { kind: 'compare', operator: compared, value: cast(NOW, site) })
}

function like(pattern: string, site: TestSite, ignoreCase: boolean): Condition {
  checkPattern(pattern, site, ignoreCase)
  checkPatternLimits(pattern, site.path, site.patterns)
  return test(site, { kind: 'like', pattern, ignoreCase, hasParts: hasParts(pattern, false) })
}

function isNull(wanted: boolean, site: TestSite): Condition {
  const condition = test(site, { kind: 'null' })
  return wanted ? condition : negate(condition)
}

function test(site: TestSite, kind: Test): Condition {
  return { kind: 'test', column: site.column, test: kind, negated: false }
}

function castFlag(value: Leaf): boolean {
  return value !== null && castBoolean(value)
}

const MOMENTS: readonly string[] = ['datetime', 'timestamp', 'date']

function cast(value: string | typeof NOW, site: TestSite): TestValue {
  if (value !== NOW) return castFilterValue(value, site)
  const { column, path } = site
  if (column.kind === 'scalar' && MOMENTS.includes(column.attribute.type)) return NOW
  throw new PopulusError('badValue', { parameter: path, problem: '$now can only be compared with dates' })
}

export function badOperator(operator: string, site: { readonly path: string }): PopulusError {
  return new PopulusError('badValue', { parameter: site.path, problem: `${operator} cannot be used here` })
}

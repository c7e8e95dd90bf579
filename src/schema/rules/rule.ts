/**
 * What a value must be: a small language of rules, with the casts, the words and the order of messages of the
 * validator (yup 0.32) whose messages the wire format has.
 */

import { cleanJson } from '../../util/clean-json.ts'

export type RuleType = 'mixed' | 'string' | 'number' | 'boolean' | 'object' | 'array'

export interface Rule {
  readonly type: RuleType
  readonly nullable: boolean
  /** What a given value becomes before it is tested. */
  readonly coerce: (value: unknown, nullable: boolean) => unknown
  /** Taken when no value is given. */
  readonly fallback: unknown
  /** The only values that are accepted; `null`: any. */
  readonly oneOf: readonly unknown[] | null
  readonly tests: readonly RuleTest[]
  /** The members of an object. */
  readonly fields: (() => ReadonlyMap<string, Rule>) | null
  /** The rule for an item of a list; it may depend on the item. */
  readonly item: ((item: unknown) => Rule) | null
}

export interface RuleTest {
  passes(value: unknown, site: TestSite): boolean
  message(path: string): string
  /** The test asks the database, so that its problem is found after those of other items. */
  readonly asks?: (value: unknown) => boolean
  /** A test that the original does not have. */
  readonly isOwn?: boolean
}

/** What a test may know besides the value. */
export interface TestSite {
  readonly path: string
  readonly surroundings: Surroundings
}

/** What rules depend on besides the schema. */
export interface Surroundings {
  /** The database stores in a column only what fits its type. */
  readonly strictTypes: boolean
  /** Paths of values that other entries have already. */
  readonly taken: ReadonlySet<string>
}

const asIs = (value: unknown): unknown => value

export function makeRule(type: RuleType, parts: Partial<Rule> = {}): Rule {
  return {
    type,
    nullable: false,
    coerce: COERCIONS[type],
    fallback: undefined,
    oneOf: null,
    tests: [],
    fields: null,
    item: null,
    ...parts,
  }
}

/** The same rule with one more test at the end. */
export function withTests(rule: Rule, ...tests: readonly RuleTest[]): Rule {
  return { ...rule, tests: [...rule.tests, ...tests] }
}

export function fitsType(rule: Rule, value: unknown): boolean {
  return (rule.nullable && value === null) || TYPE_CHECKS[rule.type](value)
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

const TYPE_CHECKS: Readonly<Record<RuleType, (value: unknown) => boolean>> = {
  mixed: () => true,
  string: value => typeof value === 'string',
  number: value => typeof value === 'number' && !Number.isNaN(value),
  boolean: value => typeof value === 'boolean',
  object: isPlainObject,
  array: Array.isArray,
}

const COERCIONS: Readonly<Record<RuleType, Rule['coerce']>> = {
  mixed: asIs,
  string: value => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  number: toNumber,
  boolean: toBoolean,
  object: value => (isPlainObject(value) ? value : null),
  array: toList,
}

/** Text without its blanks; other values by their leading digits, as `parseFloat` reads them. */
function toNumber(value: unknown, nullable: boolean): unknown {
  if (typeof value === 'number' || (nullable && value === null)) return value
  if (typeof value !== 'string') return Number.parseFloat(String(value))
  const text = value.replace(/\s/g, '')
  return text === '' ? Number.NaN : Number(text)
}

function toBoolean(value: unknown): unknown {
  if (typeof value === 'boolean') return value
  const text = String(value).toLowerCase()
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : value
}

/** A text may hold the list as JSON; whatever else is no list becomes `null`. */
function toList(value: unknown): unknown {
  const list = typeof value === 'string' ? parsedJson(value) : value
  return Array.isArray(list) ? list : null
}

/** Lists and objects inside one another in such a text. */
const MOST_LEVELS = 100

function parsedJson(text: string): unknown {
  try {
    return cleanJson(JSON.parse(text), MOST_LEVELS)
  } catch {
    return null
  }
}

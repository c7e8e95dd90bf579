/**
 * What a value must be: a small language of rules. Casts, messages and their order are those of the validator that
 * defines the wire format's messages (yup 0.32).
 */

import { isRecord } from '../../util/is-record.ts'
import { cleanJson } from '../../util/json/clean-json.ts'

export type RuleType = 'mixed' | 'string' | 'number' | 'boolean' | 'object' | 'array'

export interface Rule {
  readonly type: RuleType
  readonly nullable: boolean
  /** What a given value becomes before it is tested. */
  readonly coerce: (value: unknown, nullable: boolean) => unknown
  /** Used if no value is given. */
  readonly fallback: unknown
  /** The only accepted values; `null` for any. */
  readonly oneOf: readonly unknown[] | null
  readonly tests: readonly RuleTest[]
  /** The members of an object. */
  readonly fields: (() => ReadonlyMap<string, Rule>) | null
  /** The rule for an item of a list. It may depend on the item. */
  readonly item: ((item: unknown) => Rule) | null
}

export interface RuleTest {
  passes(value: unknown, site: TestSite): boolean
  message(path: string): string
  /** Whether the test queries the database. Its problem is then found after those of other items. */
  readonly asks?: (value: unknown) => boolean
  /** The original validator does not have this test. */
  readonly isOwn?: boolean
}

/** What a test may know in addition to the value. */
export interface TestSite {
  readonly path: string
  readonly surroundings: Surroundings
}

/** What rules depend on in addition to the schema. */
export interface Surroundings {
  /** The database accepts only values that fit the column's type. */
  readonly strictTypes: boolean
  /** Paths of values that other entries already have. */
  readonly taken: ReadonlySet<string>
  /** An empty text is no value. */
  readonly emptyIsMissing?: boolean
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

/** The same rule with more tests at the end. */
export function withTests(rule: Rule, ...tests: readonly RuleTest[]): Rule {
  return { ...rule, tests: [...rule.tests, ...tests] }
}

export function fitsType(rule: Rule, value: unknown): boolean {
  return (rule.nullable && value === null) || TYPE_CHECKS[rule.type](value)
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !(value instanceof Date)
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

/** Reads a string without its blanks, and other values by their leading digits, as `parseFloat` does. */
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

/** A string may hold the list as JSON. Anything else that is not a list becomes `null`. */
function toList(value: unknown): unknown {
  const list = typeof value === 'string' ? parsedJson(value) : value
  return Array.isArray(list) ? list : null
}

/** How deep lists and objects may be nested in such a string. */
const MOST_LEVELS = 100

function parsedJson(text: string): unknown {
  try {
    return cleanJson(JSON.parse(text), MOST_LEVELS)
  } catch {
    return null
  }
}

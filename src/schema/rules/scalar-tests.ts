/** Tests that several types share: whether a value must be given and unique, can be stored, and how many parts a list may have. */

import type { ScalarAttribute } from '../schema.ts'
import { isPlainObject, type Rule, type RuleTest, withTests } from './rule.ts'

const NOT_UNIQUE = 'This attribute must be unique'

/** Only the database knows whether another entry has the value; its answer is part of the surroundings. */
const unique: RuleTest = {
  passes: (_value, { path, surroundings }) => !surroundings.taken.has(path),
  message: () => NOT_UNIQUE,
  asks: value => value !== null && value !== undefined,
}

/** The test of a unique attribute; none for others. */
export function uniqueTest(attribute: ScalarAttribute): readonly RuleTest[] {
  return attribute.unique ? [unique] : []
}

/** Refuses what no database can store unchanged in a text or JSON column, or only one without strict types. */
export function storable(form: 'text' | 'json'): readonly RuleTest[] {
  return [
    {
      passes: (value, { surroundings }) => !surroundings.strictTypes || !someText(value, text => text.includes('\0')),
      message: path => `${path} must not contain the NUL character`,
      isOwn: true,
    },
    {
      // JSON has a notation for lone surrogates, and databases without strict types keep them.
      passes: (value, { surroundings }) =>
        (form === 'json' && !surroundings.strictTypes) || !someText(value, text => HALF_CHARACTER.test(text)),
      message: path => `${path} must not contain half of a character (a lone surrogate)`,
      isOwn: true,
    },
  ]
}

const HALF_CHARACTER = /\p{Surrogate}/u

/** Whether the test is true of a string, or of any string in a list or object. */
function someText(value: unknown, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value)
  if (Array.isArray(value)) return value.some(item => someText(item, test))
  return isPlainObject(value) && Object.entries(value).some(([key, item]) => test(key) || someText(item, test))
}

/** A required value must be present when an entry is created, and may not become null when it is changed. */
export function demanded(rule: Rule, isRequired: boolean, mode: 'create' | 'update'): Rule {
  if (!isRequired) return { ...rule, nullable: true }
  return withTests(rule, mode === 'create' ? defined : notNull)
}

/** For texts that must be given; `"minLength": 0` says that they may be empty. */
export function notEmpty({ minLength }: { readonly minLength?: unknown }): readonly RuleTest[] {
  return minLength === 0 ? [] : [NOT_EMPTY]
}

const NOT_EMPTY: RuleTest = {
  passes: (value, { surroundings }) => value !== '' || surroundings.emptyIsMissing !== true,
  message: path => `${path} must not be empty.`,
  isOwn: true,
}

export const defined: RuleTest = {
  passes: value => value !== null && value !== undefined,
  message: path => `${path} must be defined.`,
}

export const notNull: RuleTest = { passes: value => value !== null, message: path => `${path} cannot be null.` }

/** The limits of a list of components. An optional list may also be empty. */
export function lengthTests(
  limits: { readonly min?: unknown; readonly max?: unknown },
  isRequired: boolean,
): readonly RuleTest[] {
  const { min, max } = limits
  return [...(isInteger(min) ? [atLeast(min, isRequired)] : []), ...(isInteger(max) ? [atMost(max)] : [])]
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value)
}

function atLeast(min: number, isRequired: boolean): RuleTest {
  return {
    passes: value => !Array.isArray(value) || value.length >= min || (!isRequired && value.length === 0),
    message: path => `${path} field must have at least ${min} items`,
  }
}

function atMost(max: number): RuleTest {
  return {
    passes: value => !Array.isArray(value) || value.length <= max,
    message: path => `${path} field must have less than or equal to ${max} items`,
  }
}

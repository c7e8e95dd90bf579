/** Whether a value must be given, and how many parts a list may have. */
import { type Rule, type RuleTest, withTests } from './rule.ts'

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

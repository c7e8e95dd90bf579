/** The tests of types whose value is a string. Numbers do not count as strings. */
import type { ScalarAttribute } from '../schema.ts'
import { isEmail } from './is-email.ts'
import { makeRule, type Rule, type RuleTest, withTests } from './rule.ts'
import { storable, uniqueTest } from './scalar-tests.ts'

/** The longest string that a `varchar` column accepts. */
const VARCHAR_LENGTH = 255

/** The rule for a string. In a `varchar` column of a strict database its length is limited. */
export function textRule(attribute: ScalarAttribute, isDraft: boolean, column: 'varchar' | 'text' | 'unbounded'): Rule {
  const rule = makeRule('string', { coerce: value => value })
  return withTests(rule, ...textTests(attribute, isDraft), ...bounded(attribute, column), ...storable('text'))
}

function textTests(attribute: ScalarAttribute, isDraft: boolean): readonly RuleTest[] {
  const { minLength, maxLength, regex } = attribute.definition
  const tests: RuleTest[] = []
  if (isCount(minLength) && !isDraft) tests.push(atLeast(minLength))
  if (isCount(maxLength)) tests.push(atMost(maxLength))
  if (regex !== undefined) tests.push(matches(new RegExp(String(regex)), !attribute.required))
  return [...tests, ...uniqueTest(attribute)]
}

function bounded({ definition: { maxLength } }: ScalarAttribute, column: string): readonly RuleTest[] {
  const isShort = isCount(maxLength) && maxLength <= VARCHAR_LENGTH
  return column === 'varchar' && !isShort ? [fitsColumn] : []
}

export const fitsColumn: RuleTest = {
  passes: (value, { surroundings }) =>
    !surroundings.strictTypes || typeof value !== 'string' || [...value].length <= VARCHAR_LENGTH,
  message: path => `${path} must be at most ${VARCHAR_LENGTH} characters`,
  isOwn: true,
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && value !== 0
}

export function atLeast(length: number): RuleTest {
  return textTest(
    value => value.length >= length,
    path => `${path} must be at least ${length} characters`,
  )
}

function atMost(length: number): RuleTest {
  return textTest(
    value => value.length <= length,
    path => `${path} must be at most ${length} characters`,
  )
}

export function matches(pattern: RegExp, skipsEmpty = false): RuleTest {
  return textTest(
    value => (skipsEmpty && value === '') || value.search(pattern) !== -1,
    path => `${path} must match the following: "${pattern}"`,
  )
}

/** A test for strings only; the type is tested separately. */
export function textTest(passes: (value: string) => boolean, message: RuleTest['message']): RuleTest {
  return { passes: value => typeof value !== 'string' || passes(value), message }
}

/** An empty string is no address, but other tests refuse it. */
export const isAddress = textTest(
  value => value === '' || isEmail(value),
  path => `${path} must be a valid email`,
)

/** For values that must be given. */
export const filled: RuleTest = {
  passes: value => typeof value === 'string' && value !== '',
  message: path => `${path} is a required field`,
}

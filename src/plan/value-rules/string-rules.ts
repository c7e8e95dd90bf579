/** The rules of the types whose value is a text. Numbers are not taken for texts. */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { ScalarAttribute } from '../../schema/schema.ts'
import { isEmail } from './is-email.ts'
import { makeRule, type Rule, type RuleTest, withTests } from './rule.ts'
import { storable, unique } from './scalar-tests.ts'

const UID = /^[A-Za-z0-9-_.~]*$/
/** The longest text that a `varchar` column takes. */
const VARCHAR_LENGTH = 255
/** What bcrypt looks at; the rest of a longer password would not count. */
const PASSWORD_BYTES = 72

export function stringRule(attribute: ScalarAttribute, isDraft: boolean): Rule {
  return withTests(
    makeRule('string', { coerce: value => value }),
    ...textTests(attribute, isDraft),
    ...storable(attribute),
  )
}

export function emailRule(attribute: ScalarAttribute, isDraft: boolean): Rule {
  const email = textTest(
    value => value === '' || isEmail(value),
    path => `${path} must be a valid email`,
  )
  const filled = textTest(
    value => value.length > 0,
    path => `${path} cannot be empty`,
  )
  const { minLength: _, ...definition } = attribute.definition
  return withTests(stringRule({ ...attribute, definition }, isDraft), email, filled)
}

export function uidRule(attribute: ScalarAttribute, isDraft: boolean): Rule {
  return withTests(stringRule(attribute, isDraft), matches(UID))
}

export function passwordRule(attribute: ScalarAttribute, isDraft: boolean): Rule {
  const short = textTest(
    value => Buffer.byteLength(value) <= PASSWORD_BYTES,
    path => `${path} must be at most ${PASSWORD_BYTES} bytes`,
  )
  return withTests(stringRule(attribute, isDraft), { ...short, isOwn: true })
}

/** Here a number or a boolean is taken for its text, as everywhere in lists of values. */
export function enumerationRule({ definition }: ScalarAttribute): Rule {
  const values = Array.isArray(definition.enum) ? definition.enum : [definition.enum]
  return makeRule('string', { oneOf: [...values, null] })
}

function textTests(attribute: ScalarAttribute, isDraft: boolean): readonly RuleTest[] {
  const { minLength, maxLength, regex } = attribute.definition
  const tests: RuleTest[] = []
  if (isCount(minLength) && !isDraft) tests.push(atLeast(minLength))
  if (isCount(maxLength)) tests.push(atMost(maxLength))
  if (regex !== undefined) tests.push(matches(new RegExp(String(regex)), !attribute.required))
  if (attribute.unique) tests.push(unique)
  const isBounded = ATTRIBUTE_TYPES[attribute.type].column === 'varchar' && attribute.type !== 'password'
  if (isBounded && !(isCount(maxLength) && maxLength <= VARCHAR_LENGTH)) tests.push(fitsColumn)
  return tests
}

const fitsColumn: RuleTest = {
  passes: (value, { surroundings }) =>
    !surroundings.strictTypes || typeof value !== 'string' || [...value].length <= VARCHAR_LENGTH,
  message: path => `${path} must be at most ${VARCHAR_LENGTH} characters`,
  isOwn: true,
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && value !== 0
}

function atLeast(length: number): RuleTest {
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

function matches(pattern: RegExp, skipsEmpty = false): RuleTest {
  return textTest(
    value => (skipsEmpty && value === '') || value.search(pattern) !== -1,
    path => `${path} must match the following: "${pattern}"`,
  )
}

/** A test that concerns texts only; the type is tested apart. */
function textTest(passes: (value: string) => boolean, message: RuleTest['message']): RuleTest {
  return { passes: value => typeof value !== 'string' || passes(value), message }
}

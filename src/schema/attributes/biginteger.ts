/** A whole number of 64 bits, too large for a JavaScript number: digits in a string, on the wire as well as in a filter. */
import { digitsOf, INT8 } from '../rules/number-tests.ts'
import { makeRule, type RuleTest, withTests } from '../rules/rule.ts'
import { uniqueTest } from '../rules/scalar-tests.ts'
import type { AttributeType } from './attribute-type.ts'
import { isText } from './seed-form.ts'

/** Strapi takes any text, and then fails or not with the database. */
const digits: RuleTest = {
  passes: value => value === null || value === undefined || digitsOf(value) !== undefined,
  message: path => `${path} must be a whole number from ${INT8.low} to ${INT8.high}`,
  isOwn: true,
}

export const biginteger: AttributeType = {
  type: 'biginteger',
  column: 'bigint',
  output: 'digits',
  search: 'number',
  cast: given => given,
  rule: attribute => withTests(makeRule('mixed'), ...uniqueTest(attribute), digits),
  store: digitsOf,
  seed: {
    accepts: value => isText(value) || Number.isSafeInteger(value),
    expected: 'a whole number, as a text if it is large',
  },
  example: { body: '9007199254740993', answer: '9007199254740993' },
}

/** A 64-bit whole number, too large for a JavaScript number: a string of digits in bodies, answers and filters. */
import { digitsOf, INT8 } from '../../rules/number-tests.ts'
import { makeRule, type RuleTest, withTests } from '../../rules/rule.ts'
import { uniqueTest } from '../../rules/scalar-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { isText } from '../seed-form.ts'

/** Strapi accepts any string; whether that fails depends on the database. */
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
    expected: 'a whole number, as a string if it is large',
  },
  example: { body: '9007199254740993', answer: '9007199254740993' },
}

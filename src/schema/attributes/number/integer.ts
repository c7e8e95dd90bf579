/** A 32-bit whole number. */

import { boundTests, fitsInteger, numberTest } from '../../rules/number-tests.ts'
import { makeRule, withTests } from '../../rules/rule.ts'
import { uniqueTest } from '../../rules/scalar-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { castNumber, storeNumber } from './cast-number.ts'

const whole = numberTest(Number.isInteger, path => `${path} must be an integer`)

export const integer: AttributeType = {
  type: 'integer',
  column: 'integer',
  output: 'number',
  search: 'number',
  cast: castNumber,
  rule: attribute =>
    withTests(makeRule('number'), whole, ...boundTests(attribute, Math.trunc), ...uniqueTest(attribute), fitsInteger),
  store: storeNumber,
  seed: { accepts: Number.isSafeInteger, expected: 'a whole number' },
  example: { body: 42, answer: 42 },
}

/** A number with ten digits, two of them after the decimal point. */

import { boundTests, finite, fitsDecimal } from '../../rules/number-tests.ts'
import { makeRule, withTests } from '../../rules/rule.ts'
import { uniqueTest } from '../../rules/scalar-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { NUMBER } from '../seed-form.ts'
import { castNumber, storeNumber } from './cast-number.ts'
import { roundToHundredths } from './round-to-hundredths.ts'

export const decimal: AttributeType = {
  type: 'decimal',
  column: 'decimal',
  output: 'number',
  search: 'number',
  cast: castNumber,
  rule: attribute =>
    withTests(makeRule('number'), ...boundTests(attribute), ...uniqueTest(attribute), finite, fitsDecimal),
  store: value => roundToHundredths(storeNumber(value)),
  seed: NUMBER,
  example: { body: 12.25, answer: 12.25 },
}

/** A floating-point number. */

import { boundTests, finite } from '../../rules/number-tests.ts'
import { makeRule, withTests } from '../../rules/rule.ts'
import { uniqueTest } from '../../rules/scalar-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { NUMBER } from '../seed-form.ts'
import { castNumber, storeNumber } from './cast-number.ts'

export const float: AttributeType = {
  type: 'float',
  column: 'double',
  output: 'number',
  search: 'number',
  cast: castNumber,
  rule: attribute => withTests(makeRule('number'), ...boundTests(attribute), ...uniqueTest(attribute), finite),
  store: storeNumber,
  seed: NUMBER,
  example: { body: 1.5, answer: 1.5 },
}

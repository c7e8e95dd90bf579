/** Any JSON value. */
import { makeRule } from '../../rules/rule.ts'
import { storable } from '../../rules/scalar-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { STRUCTURED } from './structured.ts'

export const json: AttributeType = {
  ...STRUCTURED,
  type: 'json',
  rule: () => makeRule('mixed', { tests: storable('json') }),
  example: { body: { a: [1, null] }, answer: { a: [1, null] } },
}

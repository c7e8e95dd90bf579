/** JSON that must be a list. Strapi has no such type, although its documentation lists it. */
import { makeRule } from '../../rules/rule.ts'
import { storable } from '../../rules/scalar-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { STRUCTURED } from './structured.ts'

export const array: AttributeType = {
  ...STRUCTURED,
  type: 'array',
  rule: () => makeRule('array', { coerce: value => value, tests: storable('json') }),
  example: { body: ['a', 1], answer: ['a', 1] },
}

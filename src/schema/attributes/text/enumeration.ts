/** One of the strings that the attribute lists. */

import { makeRule, type Rule } from '../../rules/rule.ts'
import type { ScalarAttribute } from '../../schema.ts'
import type { AttributeType } from '../attribute-type.ts'
import { TEXTUAL } from './textual.ts'

/** Numbers and booleans are accepted as strings here, as in every list of allowed values. */
function enumerationRule({ definition }: ScalarAttribute): Rule {
  const values = Array.isArray(definition.enum) ? definition.enum : [definition.enum]
  return makeRule('string', { oneOf: [...values, null] })
}

export const enumeration: AttributeType = {
  ...TEXTUAL,
  type: 'enumeration',
  rule: enumerationRule,
  example: { body: 'draft', answer: 'draft' },
}

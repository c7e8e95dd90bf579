/** An e-mail address. */

import { type Rule, withTests } from '../../rules/rule.ts'
import { isAddress, textRule, textTest } from '../../rules/text-tests.ts'
import type { ScalarAttribute } from '../../schema.ts'
import type { AttributeType } from '../attribute-type.ts'
import { TEXTUAL } from './textual.ts'

function emailRule(attribute: ScalarAttribute, isDraft: boolean): Rule {
  const notEmpty = textTest(
    value => value.length > 0,
    path => `${path} cannot be empty`,
  )
  const { minLength: _, ...definition } = attribute.definition
  return withTests(textRule({ ...attribute, definition }, isDraft, 'varchar'), isAddress, notEmpty)
}

export const email: AttributeType = {
  ...TEXTUAL,
  type: 'email',
  rule: emailRule,
  example: { body: 'ada@example.org', answer: 'ada@example.org' },
}

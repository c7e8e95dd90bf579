/** A short text for URLs: letters, digits and `-_.~`. */

import { withTests } from '../../rules/rule.ts'
import { matches, textRule } from '../../rules/text-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { TEXTUAL } from './textual.ts'

const UID = /^[A-Za-z0-9-_.~]*$/

export const uid: AttributeType = {
  ...TEXTUAL,
  type: 'uid',
  rule: (attribute, isDraft) => withTests(textRule(attribute, isDraft, 'varchar'), matches(UID)),
  example: { body: 'first-bread', answer: 'first-bread' },
}

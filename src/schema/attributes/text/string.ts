/** A short text. */

import { textRule } from '../../rules/text-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { TEXTUAL } from './textual.ts'

export const string: AttributeType = {
  ...TEXTUAL,
  type: 'string',
  rule: (attribute, isDraft) => textRule(attribute, isDraft, 'varchar'),
  example: { body: 'Bread', answer: 'Bread' },
}

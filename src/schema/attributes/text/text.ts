/** A long text. */

import { textRule } from '../../rules/text-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { LONG_TEXT } from '../seed-form.ts'
import { TEXTUAL } from './textual.ts'

export const text: AttributeType = {
  ...TEXTUAL,
  type: 'text',
  column: 'text',
  rule: (attribute, isDraft) => textRule(attribute, isDraft, 'text'),
  seed: LONG_TEXT,
  example: { body: 'One.\n\nTwo.', answer: 'One.\n\nTwo.' },
}

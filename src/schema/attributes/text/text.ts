/** A long text. */

import { textRule } from '../../rules/text-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { LONG_TEXT } from '../seed-form.ts'
import { storeText } from './textual.ts'

export const text: AttributeType = {
  type: 'text',
  column: 'text',
  output: 'string',
  search: 'text',
  cast: given => given,
  rule: (attribute, isDraft) => textRule(attribute, isDraft, 'text'),
  store: storeText,
  seed: LONG_TEXT,
  example: { body: 'One.\n\nTwo.', answer: 'One.\n\nTwo.' },
}

/** A short text. */

import { textRule } from '../../rules/text-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { TEXT } from '../seed-form.ts'
import { storeText } from './textual.ts'

export const string: AttributeType = {
  type: 'string',
  column: 'varchar',
  output: 'string',
  search: 'text',
  cast: given => given,
  rule: (attribute, isDraft) => textRule(attribute, isDraft, 'varchar'),
  store: storeText,
  seed: TEXT,
  example: { body: 'Bread', answer: 'Bread' },
}

/** A long text in Markdown. */

import { textRule } from '../../rules/text-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { LONG_TEXT } from '../seed-form.ts'
import { storeText } from './textual.ts'

export const richtext: AttributeType = {
  type: 'richtext',
  column: 'text',
  output: 'string',
  search: 'text',
  cast: given => given,
  rule: (attribute, isDraft) => textRule(attribute, isDraft, 'text'),
  store: storeText,
  seed: LONG_TEXT,
  example: { body: '# Bread', answer: '# Bread' },
}

/** A short text for URLs: letters, digits and `-_.~`. */

import { withTests } from '../../rules/rule.ts'
import { matches, textRule } from '../../rules/text-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { TEXT } from '../seed-form.ts'
import { storeText } from './textual.ts'

const UID = /^[A-Za-z0-9-_.~]*$/

export const uid: AttributeType = {
  type: 'uid',
  column: 'varchar',
  output: 'string',
  search: 'text',
  cast: given => given,
  rule: (attribute, isDraft) => withTests(textRule(attribute, isDraft, 'varchar'), matches(UID)),
  store: storeText,
  seed: TEXT,
  example: { body: 'first-bread', answer: 'first-bread' },
}

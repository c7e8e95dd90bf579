/** A secret. It is stored as a hash, never leaves the server, and is never searched. */

import { isPasswordTooLong, MAX_PASSWORD_BYTES } from '../../util/password-length.ts'
import { withTests } from '../rules/rule.ts'
import { textRule, textTest } from '../rules/text-tests.ts'
import type { AttributeType } from './attribute-type.ts'
import { storeText } from './store-text.ts'

const short = textTest(
  value => !isPasswordTooLong(value),
  path => `${path} must be at most ${MAX_PASSWORD_BYTES} bytes`,
)

export const password: AttributeType = {
  type: 'password',
  column: 'varchar',
  output: 'string',
  search: 'never',
  cast: given => given,
  rule: (attribute, isDraft) => withTests(textRule(attribute, isDraft, 'unbounded'), { ...short, isOwn: true }),
  store: storeText,
  seed: { accepts: () => false, expected: 'left out; passwords cannot be set in content files' },
  example: { body: 'correct horse battery', answer: undefined },
}

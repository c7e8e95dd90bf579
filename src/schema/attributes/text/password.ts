/** A secret. It is stored as a hash, never leaves the server, and is never searched. */

import { isPasswordTooLong, MAX_PASSWORD_BYTES } from '../../../util/password-length.ts'
import { withTests } from '../../rules/rule.ts'
import { textRule, textTest } from '../../rules/text-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { TEXTUAL } from './textual.ts'

/** In the words of Strapi, which tests only the passwords of users. */
const short = textTest(
  value => !isPasswordTooLong(value),
  () => `Password must be less than ${MAX_PASSWORD_BYTES + 1} bytes`,
)

export const password: AttributeType = {
  ...TEXTUAL,
  type: 'password',
  search: 'never',
  rule: (attribute, isDraft) => withTests(textRule(attribute, isDraft, 'unbounded'), { ...short, isOwn: true }),
  seed: { accepts: () => false, expected: 'left out; passwords cannot be set in content files' },
  example: { body: 'correct horse battery', answer: undefined },
}

/** A secret. It is stored as a hash, never leaves the server, and is never searched. */

import { withTests } from '../../rules/rule.ts'
import { textRule, textTest } from '../../rules/text-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { storeText } from './textual.ts'

/** bcrypt ignores everything after this many bytes. */
const PASSWORD_BYTES = 72

const short = textTest(
  value => Buffer.byteLength(value) <= PASSWORD_BYTES,
  path => `${path} must be at most ${PASSWORD_BYTES} bytes`,
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

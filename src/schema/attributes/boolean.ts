/** True or false. A filter reads `true`, `t`, `1` and `false`, `f`, `0`; any other string is true, an empty one false. */
import { makeRule } from '../rules/rule.ts'
import type { AttributeType } from './attribute-type.ts'

/** `castBoolean('f')` is false, `castBoolean('banana')` is true. */
export function castBoolean(text: string): boolean {
  return !['', 'false', 'f', '0'].includes(text)
}

export const boolean: AttributeType = {
  type: 'boolean',
  column: 'boolean',
  output: 'boolean',
  search: 'never',
  cast: castBoolean,
  rule: () => makeRule('boolean'),
  store: value => (typeof value === 'boolean' ? value : undefined),
  seed: { accepts: value => typeof value === 'boolean', expected: 'true or false' },
  example: { body: true, answer: true },
}

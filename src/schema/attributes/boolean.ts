/** True or false. In a filter `true`, `t`, `1` and `false`, `f`, `0`; any other text is true, an empty one false. */
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
}

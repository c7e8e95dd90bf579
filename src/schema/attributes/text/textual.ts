/** Shared by the types that hold strings, which store strings and nothing else. */
import type { AttributeType } from '../attribute-type.ts'
import { TEXT } from '../seed-form.ts'

export const TEXTUAL: Omit<AttributeType, 'type' | 'rule' | 'example'> = {
  column: 'varchar',
  output: 'string',
  search: 'text',
  cast: given => given,
  store: given => (typeof given === 'string' ? given : undefined),
  seed: TEXT,
}

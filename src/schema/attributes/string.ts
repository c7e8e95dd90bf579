/** The types whose value is a text: short, long, formatted, chosen from a list, an address, a slug, a secret. */
import type { ColumnKind } from '../column-kind.ts'
import type { ScalarType } from '../schema.ts'
import type { AttributeType } from './attribute-type.ts'

const textual = (type: ScalarType, column: ColumnKind): AttributeType => ({
  type,
  column,
  output: 'string',
  search: 'text',
  cast: text => text,
})

export const string = textual('string', 'varchar')
export const text = textual('text', 'text')
export const richtext = textual('richtext', 'text')
export const email = textual('email', 'varchar')
export const enumeration = textual('enumeration', 'varchar')
export const uid = textual('uid', 'varchar')
/** Never leaves the server (ruling 2), so it is never searched either. */
export const password: AttributeType = { ...textual('password', 'varchar'), search: 'never' }

/** The types that hold any JSON value. A filter value is compared as JSON text. */
import type { ScalarType } from '../schema.ts'
import type { AttributeType } from './attribute-type.ts'

const structured = (type: ScalarType): AttributeType => ({
  type,
  column: 'json',
  output: 'json',
  search: 'never',
  cast: text => JSON.stringify(text),
})

export const json = structured('json')
/** The document of a block editor. */
export const blocks = structured('blocks')
/** JSON that must be an array (ruling 3). */
export const array = structured('array')

/** The numeric types. A filter value is read as JavaScript reads a number: `''` is 0, `1e3` is 1000. */
import { type AttributeType, CastError } from './attribute-type.ts'

function castNumber(text: string): number {
  const number = Number(text)
  if (Number.isNaN(number)) throw new CastError(`expected a number, got "${text}"`)
  return number
}

export const integer: AttributeType = {
  type: 'integer',
  column: 'integer',
  output: 'number',
  search: 'number',
  cast: castNumber,
}
export const float: AttributeType = {
  type: 'float',
  column: 'double',
  output: 'number',
  search: 'number',
  cast: castNumber,
}
export const decimal: AttributeType = {
  type: 'decimal',
  column: 'decimal',
  output: 'number',
  search: 'number',
  cast: castNumber,
}
/** Too large for a JavaScript number: digits in a string, on the wire as well as in a filter. */
export const biginteger: AttributeType = {
  type: 'biginteger',
  column: 'bigint',
  output: 'digits',
  search: 'number',
  cast: text => text,
}

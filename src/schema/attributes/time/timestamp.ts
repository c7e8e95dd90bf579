/** A date and time; on the wire a string with the milliseconds since 1970. */
import type { AttributeType } from '../attribute-type.ts'
import { datetime } from './datetime.ts'

export const timestamp: AttributeType = {
  ...datetime,
  type: 'timestamp',
  output: 'epoch',
  example: { body: '2022-02-15T01:30:00.000Z', answer: '1644888600000' },
}

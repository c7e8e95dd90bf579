/** A date and time; on the wire a string with the milliseconds since 1970. */
import type { AttributeType } from '../attribute-type.ts'
import { MOMENT } from '../seed-form.ts'
import { castMoment } from './cast-moment.ts'
import { momentRule, storeMoment } from './store-moment.ts'

export const timestamp: AttributeType = {
  type: 'timestamp',
  column: 'datetime',
  output: 'epoch',
  search: 'never',
  cast: castMoment,
  rule: momentRule,
  store: (value, strictTypes) => storeMoment(value, strictTypes, castMoment),
  seed: MOMENT,
  example: { body: '2022-02-15T01:30:00.000Z', answer: '1644888600000' },
}

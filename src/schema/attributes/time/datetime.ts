/** A date and time, in ISO 8601 on the wire. */
import type { AttributeType } from '../attribute-type.ts'
import { MOMENT } from '../seed-form.ts'
import { castMoment } from './cast-moment.ts'
import { momentRule, storeMoment } from './store-moment.ts'

export const datetime: AttributeType = {
  type: 'datetime',
  column: 'datetime',
  output: 'datetime',
  search: 'never',
  cast: castMoment,
  rule: momentRule,
  store: (value, strictTypes) => storeMoment(value, strictTypes, castMoment),
  seed: MOMENT,
  example: { body: '2022-02-15T01:30:00.000Z', answer: '2022-02-15T01:30:00.000Z' },
}

/** A day, `2022-02-15`. A longer ISO string is cut to its day. */
import { parseIsoDate } from '../../rules/parse-iso-date.ts'
import { type AttributeType, CastError } from '../attribute-type.ts'
import { DAY } from '../seed-form.ts'
import { momentRule, storeMoment } from './store-moment.ts'

const PATTERN = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/
const EXPECTED = 'Invalid format, expected yyyy-MM-dd'

function castDate(text: string): string {
  const day = PATTERN.exec(text)?.[0]
  if (day === undefined) throw new CastError(EXPECTED)
  if (parseIsoDate(day) === undefined) throw new CastError('Invalid date')
  return day
}

export const date: AttributeType = {
  type: 'date',
  column: 'date',
  output: 'date',
  search: 'never',
  cast: castDate,
  rule: momentRule,
  store: (value, strictTypes) => {
    if (typeof value !== 'string' && !(value instanceof Date)) throw new CastError(EXPECTED)
    return storeMoment(value, strictTypes, castDate)
  },
  seed: DAY,
  example: { body: '2022-02-15', answer: '2022-02-15' },
}

/** A time of day, `04:28:30.250`. */
import { type AttributeType, CastError } from '../attribute-type.ts'
import { TEXT } from '../seed-form.ts'
import { momentRule, storeMoment } from './store-moment.ts'

const TIME = /^(2[0-3]|[01][0-9]):([0-5][0-9]):([0-5][0-9])(?:.([0-9]{1,3}))?$/

function castTime(text: string): string {
  const found = TIME.exec(text)
  if (found === null) throw new CastError('Invalid time format, expected HH:mm:ss.SSS')
  const [, hours, minutes, seconds, fraction = ''] = found
  return `${hours}:${minutes}:${seconds}.${fraction.padEnd(3, '0')}`
}

export const time: AttributeType = {
  type: 'time',
  column: 'time',
  output: 'time',
  search: 'never',
  cast: castTime,
  rule: momentRule,
  store: (value, strictTypes) => {
    if (typeof value !== 'string' && !(value instanceof Date))
      throw new CastError(`Expected a string, got a ${typeof value}`)
    return storeMoment(value, strictTypes, castTime)
  },
  seed: TEXT,
  // PostgreSQL drops trailing zeros, and SQLite returns the time as stored. Strapi behaves the same.
  example: { body: '04:28:30.250', answer: { sqlite: '04:28:30.250', postgres: '04:28:30.25' } },
}

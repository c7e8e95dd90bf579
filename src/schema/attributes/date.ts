/** A day, `2022-02-15`. A longer ISO text is cut to its day. */
import { type AttributeType, CastError } from './attribute-type.ts'
import { parseIsoDate } from './parse-iso-date.ts'

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/

function castDate(text: string): string {
  const day = DAY.exec(text)?.[0]
  if (day === undefined) throw new CastError('Invalid format, expected yyyy-MM-dd')
  if (parseIsoDate(day) === undefined) throw new CastError('Invalid date')
  return day
}

export const date: AttributeType = { type: 'date', column: 'date', output: 'date', search: 'never', cast: castDate }

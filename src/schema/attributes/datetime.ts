/** A moment. In a filter an ISO 8601 text or the milliseconds since 1970; on the wire ISO, for `timestamp` milliseconds. */
import { type AttributeType, CastError } from './attribute-type.ts'
import { parseIsoDate } from './parse-iso-date.ts'

function castMoment(text: string): Date {
  const moment = parseIsoDate(text) ?? parseEpoch(text)
  if (moment === undefined) throw new CastError('Invalid format, expected a timestamp or an ISO date')
  return moment
}

function parseEpoch(text: string): Date | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined
  const moment = new Date(Number(text))
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

export const datetime: AttributeType = {
  type: 'datetime',
  column: 'datetime',
  output: 'datetime',
  search: 'never',
  cast: castMoment,
}
export const timestamp: AttributeType = {
  type: 'timestamp',
  column: 'datetime',
  output: 'epoch',
  search: 'never',
  cast: castMoment,
}

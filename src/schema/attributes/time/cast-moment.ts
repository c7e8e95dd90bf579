/** Reads a filter value for `datetime` and `timestamp`: an ISO 8601 string, or milliseconds since 1970. */
import { parseIsoDate } from '../../rules/parse-iso-date.ts'
import { CastError } from '../attribute-type.ts'

export function castMoment(text: string): Date {
  const moment = parseIsoDate(text) ?? parseEpoch(text)
  if (moment === undefined) throw new CastError('Invalid format, expected a timestamp or an ISO date')
  return moment
}

function parseEpoch(text: string): Date | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined
  const moment = new Date(Number(text))
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** What the types of dates and times share. */
import { makeRule, type Rule } from '../rules/rule.ts'
import { uniqueTest } from '../rules/scalar-tests.ts'
import type { ScalarAttribute } from '../schema.ts'
import { CastError, type ColumnValue } from './attribute-type.ts'

/** Anything is taken here; what is no date is refused when it is stored, in the words of the wire format. */
export function momentRule(attribute: ScalarAttribute): Rule {
  return makeRule('mixed', { tests: uniqueTest(attribute) })
}

/** Stores what `cast` makes of the value. A strict database has no year 0, and the wire format has four digits. */
export function storeMoment(value: unknown, strictTypes: boolean, cast: (text: string) => ColumnValue): ColumnValue {
  if (value instanceof Date) return value
  const moment = cast(Object.is(value, -0) ? '-0' : String(value))
  if (strictTypes && !isWithinYears(moment)) throw new CastError('Invalid date')
  return moment
}

function isWithinYears(moment: ColumnValue): boolean {
  if (!(moment instanceof Date)) return !String(moment).startsWith('0000')
  return moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999
}

/** Shared by the date and time types. */
import { makeRule, type Rule } from '../../rules/rule.ts'
import { uniqueTest } from '../../rules/scalar-tests.ts'
import type { ScalarAttribute } from '../../schema.ts'
import { CastError, type ColumnValue } from '../attribute-type.ts'

/** Accepts anything. An invalid date is refused when it is stored, with the message of the wire format. */
export function momentRule(attribute: ScalarAttribute): Rule {
  return makeRule('mixed', { tests: uniqueTest(attribute) })
}

/** Stores the result of `cast`. A strict database has no year 0, and years on the wire have four digits. */
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

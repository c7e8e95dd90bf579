/** A checked value of a body in the form in which the SQL dialect takes it. */
import { CastError } from '../../schema/attributes/attribute-type.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { ScalarAttribute } from '../../schema/schema.ts'
import { digitsOf } from '../value-rules/number-rules.ts'
import type { ScalarWrite } from './write-plan.ts'

/** `undefined`: nothing is given, or something that has been refused. Throws CastError for dates and times that are none. */
export function scalarValue(
  { type }: ScalarAttribute,
  value: unknown,
  strictTypes: boolean,
): ScalarWrite['value'] | undefined {
  if (value === undefined || value === null) return value
  switch (ATTRIBUTE_TYPES[type].output) {
    case 'string':
      return typeof value === 'string' ? value : undefined
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    case 'digits':
      return digitsOf(value)
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'json':
      return JSON.stringify(value)
    case 'date':
    case 'time':
    case 'datetime':
    case 'epoch':
      return momentOf(type, value, strictTypes)
  }
}

function momentOf(type: ScalarAttribute['type'], value: unknown, strictTypes: boolean): ScalarWrite['value'] {
  if (value instanceof Date) return value
  if (type === 'time' && typeof value !== 'string') throw new CastError(`Expected a string, got a ${typeof value}`)
  if (type === 'date' && typeof value !== 'string') throw new CastError('Invalid format, expected yyyy-MM-dd')
  const moment = ATTRIBUTE_TYPES[type].cast(textOf(value))
  if (strictTypes && !isWithinYears(moment)) throw new CastError('Invalid date')
  return moment
}

function textOf(value: unknown): string {
  return Object.is(value, -0) ? '-0' : String(value)
}

/** A strict database has no year 0, and the wire format has four digits. */
function isWithinYears(moment: string | number | boolean | Date): boolean {
  if (!(moment instanceof Date)) return !String(moment).startsWith('0000')
  return moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999
}

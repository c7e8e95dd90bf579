/** A checked value of a body in the form in which the SQL dialect takes it. */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { ScalarAttribute } from '../../schema/schema.ts'
import type { ScalarWrite } from './write-plan.ts'

/** `undefined`: nothing is given, or something that has been refused. Throws CastError for dates and times that are none. */
export function scalarValue(
  { type }: ScalarAttribute,
  value: unknown,
  strictTypes: boolean,
): ScalarWrite['value'] | undefined {
  if (value === undefined || value === null) return value
  return ATTRIBUTE_TYPES[type].store(value, strictTypes)
}

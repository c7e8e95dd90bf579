/** Converts a checked value of a body to the form that the SQL dialect expects. */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { ScalarAttribute } from '../../schema/schema.ts'
import type { ScalarWrite } from './write-plan.ts'

/** `undefined`: no value is given, or it has been rejected. Throws CastError for invalid dates and times. */
export function scalarValue(
  { type }: ScalarAttribute,
  value: unknown,
  strictTypes: boolean,
): ScalarWrite['value'] | undefined {
  if (value === undefined || value === null) return value
  return ATTRIBUTE_TYPES[type].store(value, strictTypes)
}

/** The value of a scalar attribute in a content file, as a JavaScript value that an SQL dialect can encode. */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { ScalarAttribute } from '../../schema/schema.ts'

export type SeedValue = { readonly value: unknown } | { readonly problem: string }

/**
 * `seedValue(title, 'Bread')` is `{ value: 'Bread' }`, `seedValue(body, ['One.', 'Two.'])` is `{ value: 'One.\n\nTwo.' }`,
 * `seedValue(readingTime, 'three')` is `{ problem: 'must be a whole number' }`.
 */
export function seedValue(attribute: ScalarAttribute, given: unknown): SeedValue {
  const { seed } = ATTRIBUTE_TYPES[attribute.type]
  if (given === null) return { value: null }
  if (!seed.accepts(given)) return { problem: `must be ${seed.expected}` }
  return { value: seed.convert === undefined ? given : seed.convert(given as never) }
}

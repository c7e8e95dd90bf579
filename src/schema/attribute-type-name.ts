/** The names that an attribute may have as its `type`. */
import { ATTRIBUTE_TYPES } from './attributes/registry.ts'
import { type JsonObject, textAt } from './json-value.ts'
import { customFieldType } from './load/custom-fields.ts'
import type { ScalarType } from './schema.ts'

export const TYPE_NAMES: readonly string[] = [
  ...Object.keys(ATTRIBUTE_TYPES),
  'relation',
  'media',
  'component',
  'dynamiczone',
  'customField',
]

/** The scalar type of an attribute, with custom fields resolved to their base type; `null` if it is not a scalar. */
export function scalarTypeOf(definition: JsonObject): ScalarType | null {
  const type = textAt(definition, 'type')
  if (type === 'customField') return customFieldType(textAt(definition, 'customField') ?? '').type
  return type !== null && isScalarType(type) ? type : null
}

function isScalarType(name: string): name is ScalarType {
  return Object.hasOwn(ATTRIBUTE_TYPES, name)
}

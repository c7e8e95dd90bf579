/** The names that may stand under `type` in an attribute. */
import { ATTRIBUTE_TYPES } from './attributes/registry.ts'
import { type JsonObject, textAt } from './json-value.ts'
import { customFieldType } from './load/custom-fields.ts'
import type { ScalarType } from './schema.ts'

/** Every name that `type` may have. */
export const TYPE_NAMES: readonly string[] = [
  ...Object.keys(ATTRIBUTE_TYPES),
  'relation',
  'media',
  'component',
  'dynamiczone',
  'customField',
]

/** The scalar type of an attribute, custom fields resolved to their base type; `null` when it is not a scalar. */
export function scalarTypeOf(definition: JsonObject): ScalarType | null {
  const type = textAt(definition, 'type')
  if (type === 'customField') return customFieldType(textAt(definition, 'customField') ?? '').type
  return type !== null && isScalarType(type) ? type : null
}

function isScalarType(name: string): name is ScalarType {
  return Object.hasOwn(ATTRIBUTE_TYPES, name)
}

/** Scalar attributes: what answers hold, and what bodies may. */
import type { OutputForm } from '../../schema/attributes/attribute-type.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { ScalarAttribute } from '../../schema/schema.ts'
import { ANY, type JsonSchema, oneOfTexts, STRING } from './json-schema.ts'

const FORMS: Readonly<Record<OutputForm, JsonSchema>> = Object.freeze({
  string: STRING,
  number: { type: 'number' },
  digits: { type: 'string', pattern: '^-?\\d+$' },
  boolean: { type: 'boolean' },
  json: ANY,
  date: { type: 'string', format: 'date' },
  time: STRING,
  datetime: { type: 'string', format: 'date-time' },
  epoch: { type: 'string', pattern: '^-?\\d+$' },
})

/** A value in an answer, other than `null`. */
export function answeredScalar({ type, definition }: ScalarAttribute): JsonSchema {
  if (type === 'integer') return { type: 'integer' }
  if (type === 'array') return { type: 'array', items: ANY }
  if (type === 'enumeration') return enumerated(definition.enum) ?? STRING
  return FORMS[ATTRIBUTE_TYPES[type].output]
}

/** A value in a body, other than `null`. Values that a draft may break are not limited. */
export function givenScalar(attribute: ScalarAttribute, mayBeDraft: boolean): JsonSchema {
  const { type, definition } = attribute
  const { output } = ATTRIBUTE_TYPES[type]
  if (output === 'digits') return { type: ['string', 'integer'] }
  if (output === 'date' || output === 'datetime' || output === 'epoch') return { type: ['string', 'integer'] }
  const schema = answeredScalar(attribute)
  if (schema.type === 'string' && schema.enum === undefined) {
    const least = mayBeDraft ? {} : whole('minLength', definition.minLength)
    return { ...schema, ...least, ...whole('maxLength', definition.maxLength) }
  }
  if (schema.type !== 'number' && schema.type !== 'integer') return schema
  const least = mayBeDraft ? {} : number('minimum', definition.min)
  return { ...schema, ...least, ...number('maximum', definition.max) }
}

function enumerated(values: unknown): JsonSchema | undefined {
  return Array.isArray(values) && values.length > 0 ? oneOfTexts(values.map(String)) : undefined
}

function whole(keyword: string, value: unknown): JsonSchema {
  return Number.isInteger(value) && (value as number) >= 0 ? { [keyword]: value } : {}
}

function number(keyword: string, value: unknown): JsonSchema {
  return typeof value === 'number' && Number.isFinite(value) ? { [keyword]: value } : {}
}

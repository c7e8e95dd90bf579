/** JSON Schema (2020-12), as OpenAPI 3.1 uses it, and the few forms that this folder builds from. */

export interface JsonSchema {
  readonly [keyword: string]: unknown
}

export const STRING: JsonSchema = Object.freeze({ type: 'string' })
export const INTEGER: JsonSchema = Object.freeze({ type: 'integer' })
export const ANY: JsonSchema = Object.freeze({})

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

export function oneOrMore(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, listOf(schema)] }
}

export function object(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
}

/** `null` besides; values of any kind include it already. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (Object.keys(schema).length === 0) return schema
  if (typeof schema.type === 'string' && schema.enum === undefined) return { ...schema, type: [schema.type, 'null'] }
  return { anyOf: [schema, { type: 'null' }] }
}

/** Only these names. Generators of code pass it over, so that it can include names that nobody should use. */
export function onlyNames(names: readonly string[]): JsonSchema {
  return { propertyNames: { enum: names } }
}

/** A text with one of these values; no values would be an invalid schema. */
export function oneOfTexts(values: readonly string[]): JsonSchema {
  return { type: 'string', enum: [...new Set(values)] }
}

/** For a regular expression that matches the text itself. */
export function literally(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
    .replaceAll('\\-', '-')
    .replaceAll('\\/', '/')
}

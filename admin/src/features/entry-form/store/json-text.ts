/** JSON is edited as text, so that text which is not JSON yet is kept like any other. */
import type { Json } from '../../../../../src/admin-api/route-types.ts'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'

export function isJson({ type }: AttributeInfo): boolean {
  return type === 'json' || type === 'array'
}

export function jsonText(value: Json): string | null {
  return value === null ? null : JSON.stringify(value, null, 2)
}

export function isValidJson(text: string | null): boolean {
  try {
    parsedJson(text)
    return true
  } catch {
    return false
  }
}

/** Throws if the text is not JSON. */
export function parsedJson(text: string | null): Json {
  return text === null || text.trim() === '' ? null : (JSON.parse(text) as Json)
}

/** Tests that several types share. */
import type { ScalarAttribute } from '../schema.ts'
import { isPlainObject, type RuleTest } from './rule.ts'

export const NOT_UNIQUE = 'This attribute must be unique'

/** Whether another entry has the value is found out by asking the database; the answer is among the surroundings. */
export const unique: RuleTest = {
  passes: (_value, { path, surroundings }) => !surroundings.taken.has(path),
  message: () => NOT_UNIQUE,
  asks: value => value !== null && value !== undefined,
}

/** A unique attribute's test; none for any other. */
export function uniqueTest(attribute: ScalarAttribute): readonly RuleTest[] {
  return attribute.unique ? [unique] : []
}

/** What no database stores as it is, or only one without strict types, in a text or JSON column. */
export function storable(form: 'text' | 'json'): readonly RuleTest[] {
  return [
    {
      passes: (value, { surroundings }) => !surroundings.strictTypes || !someText(value, text => text.includes('\0')),
      message: path => `${path} may not hold the character NUL`,
      isOwn: true,
    },
    {
      // JSON has a notation for halves of characters, which databases without strict types keep.
      passes: (value, { surroundings }) =>
        (form === 'json' && !surroundings.strictTypes) || !someText(value, text => HALF_CHARACTER.test(text)),
      message: path => `${path} may not hold half of a character (a lone surrogate)`,
      isOwn: true,
    },
  ]
}

const HALF_CHARACTER = /\p{Surrogate}/u

/** Whether a text, or one in a list or object, has a property. */
function someText(value: unknown, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value)
  if (Array.isArray(value)) return value.some(item => someText(item, test))
  return isPlainObject(value) && Object.entries(value).some(([key, item]) => test(key) || someText(item, test))
}

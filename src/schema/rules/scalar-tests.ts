/** Tests that several types share. */
import type { ScalarAttribute } from '../schema.ts'
import { isPlainObject, type RuleTest } from './rule.ts'

const NOT_UNIQUE = 'This attribute must be unique'

/** Only the database knows whether another entry has the value; its answer is part of the surroundings. */
const unique: RuleTest = {
  passes: (_value, { path, surroundings }) => !surroundings.taken.has(path),
  message: () => NOT_UNIQUE,
  asks: value => value !== null && value !== undefined,
}

/** The test of a unique attribute; none for others. */
export function uniqueTest(attribute: ScalarAttribute): readonly RuleTest[] {
  return attribute.unique ? [unique] : []
}

/** Refuses what no database can store unchanged in a text or JSON column, or only one without strict types. */
export function storable(form: 'text' | 'json'): readonly RuleTest[] {
  return [
    {
      passes: (value, { surroundings }) => !surroundings.strictTypes || !someText(value, text => text.includes('\0')),
      message: path => `${path} must not contain the NUL character`,
      isOwn: true,
    },
    {
      // JSON has a notation for lone surrogates, and databases without strict types keep them.
      passes: (value, { surroundings }) =>
        (form === 'json' && !surroundings.strictTypes) || !someText(value, text => HALF_CHARACTER.test(text)),
      message: path => `${path} must not contain half of a character (a lone surrogate)`,
      isOwn: true,
    },
  ]
}

const HALF_CHARACTER = /\p{Surrogate}/u

/** Whether the test is true of a string, or of any string in a list or object. */
function someText(value: unknown, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value)
  if (Array.isArray(value)) return value.some(item => someText(item, test))
  return isPlainObject(value) && Object.entries(value).some(([key, item]) => test(key) || someText(item, test))
}

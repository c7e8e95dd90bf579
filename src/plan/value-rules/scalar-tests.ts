/** Tests that several types share. */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { ScalarAttribute } from '../../schema/schema.ts'
import type { RuleTest } from './rule.ts'

/** Whether another entry has the value is found out by asking the database; the answer is among the surroundings. */
export const unique: RuleTest = {
  passes: (_value, { path, surroundings }) => !surroundings.taken.has(path),
  message: () => 'This attribute must be unique',
  asks: value => value !== null && value !== undefined,
}

/** What a database with strict types cannot store in a text or JSON column. */
export function storable({ type }: ScalarAttribute): readonly RuleTest[] {
  const isJson = ATTRIBUTE_TYPES[type].output === 'json'
  const holdsNul = (value: unknown) =>
    isJson ? JSON.stringify(value ?? null).includes('\\u0000') : typeof value === 'string' && value.includes('\0')
  return [
    {
      passes: (value, { surroundings }) => !surroundings.strictTypes || !holdsNul(value),
      message: path => `${path} may not hold the character NUL`,
      isOwn: true,
    },
  ]
}

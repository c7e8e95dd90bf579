/** The value of a scalar attribute in a content file, as a JavaScript value that a dialect can encode. */
import type { ScalarAttribute, ScalarType } from '../../schema/schema.ts'

type Check = (value: unknown) => boolean

const isText: Check = value => typeof value === 'string'
const isNumber: Check = value => typeof value === 'number' && Number.isFinite(value)
const isInteger: Check = value => Number.isSafeInteger(value)
const isDateTime: Check = value => typeof value === 'string' && !Number.isNaN(Date.parse(value))
/** A long text may be given as the list of its paragraphs, which is easier to read and to compare. */
const isParagraphs: Check = value => isText(value) || (Array.isArray(value) && value.every(isText))

interface Form {
  readonly accepts: Check
  /** Completes "must be ...". */
  readonly expected: string
  readonly convert?: (value: never) => unknown
}

const TEXT: Form = { accepts: isText, expected: 'a text' }
const LONG_TEXT: Form = {
  accepts: isParagraphs,
  expected: 'a text, or a list of paragraphs',
  convert: (value: string | readonly string[]) => (typeof value === 'string' ? value : value.join('\n\n')),
}
const NUMBER: Form = { accepts: isNumber, expected: 'a number' }
const MOMENT: Form = {
  accepts: isDateTime,
  expected: 'a date and time such as "2024-05-01T09:30:00.000Z"',
  convert: (value: string) => new Date(value),
}
const ANYTHING: Form = { accepts: () => true, expected: 'any JSON', convert: (value: unknown) => JSON.stringify(value) }

const FORMS: Readonly<Record<ScalarType, Form>> = {
  string: TEXT,
  text: LONG_TEXT,
  richtext: LONG_TEXT,
  email: TEXT,
  uid: TEXT,
  enumeration: TEXT,
  password: { accepts: () => false, expected: 'left out; passwords are not taken from content files' },
  integer: { accepts: isInteger, expected: 'a whole number' },
  biginteger: {
    accepts: value => isText(value) || isInteger(value),
    expected: 'a whole number, as a text if it is large',
  },
  float: NUMBER,
  decimal: NUMBER,
  boolean: { accepts: value => typeof value === 'boolean', expected: 'true or false' },
  date: { accepts: value => isText(value) && isDateTime(value), expected: 'a date such as "2024-05-01"' },
  time: TEXT,
  datetime: MOMENT,
  timestamp: MOMENT,
  json: ANYTHING,
  blocks: ANYTHING,
  array: ANYTHING,
}

export type SeedValue = { readonly value: unknown } | { readonly problem: string }

/**
 * `seedValue(title, 'Bread')` is `{ value: 'Bread' }`, `seedValue(body, ['One.', 'Two.'])` is `{ value: 'One.\n\nTwo.' }`,
 * `seedValue(readingTime, 'three')` is `{ problem: 'must be a whole number' }`.
 */
export function seedValue(attribute: ScalarAttribute, given: unknown): SeedValue {
  const form = FORMS[attribute.type]
  if (given === null) return { value: null }
  if (!form.accepts(given)) return { problem: `must be ${form.expected}` }
  return { value: form.convert === undefined ? given : form.convert(given as never) }
}

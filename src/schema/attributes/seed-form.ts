/** What a content file (`content/*.json`) may hold for an attribute. */

export interface SeedForm {
  accepts(value: unknown): boolean
  /** Completes "must be ...". */
  readonly expected: string
  /** Returns the value to store. Without it, the given value is stored. */
  readonly convert?: (value: never) => unknown
}

export const isText = (value: unknown): value is string => typeof value === 'string'
const isDateTime = (value: unknown): boolean => isText(value) && !Number.isNaN(Date.parse(value))

export const TEXT: SeedForm = { accepts: isText, expected: 'a string' }
/** A long text may be a list of paragraphs, which is easier to read and to compare. */
export const LONG_TEXT: SeedForm = {
  accepts: value => isText(value) || (Array.isArray(value) && value.every(isText)),
  expected: 'a string, or a list of paragraphs',
  convert: (value: string | readonly string[]) => (typeof value === 'string' ? value : value.join('\n\n')),
}
export const NUMBER: SeedForm = {
  accepts: value => typeof value === 'number' && Number.isFinite(value),
  expected: 'a number',
}
export const DAY: SeedForm = { accepts: isDateTime, expected: 'a date such as "2024-05-01"' }
export const MOMENT: SeedForm = {
  accepts: isDateTime,
  expected: 'a date and time such as "2024-05-01T09:30:00.000Z"',
  convert: (value: string) => new Date(value),
}
export const ANY_JSON: SeedForm = {
  accepts: () => true,
  expected: 'any JSON',
  convert: (value: unknown) => JSON.stringify(value),
}

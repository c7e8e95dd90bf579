/** Single values as JSON text, as far as both databases have them alike. */

/** JSON of a column, rewritten without blanks; a text that is no JSON (old databases) comes out as a string. */
export function writeJson(value: unknown): string {
  return typeof value === 'string' ? rewrite(value) : JSON.stringify(value)
}

/** Characters that JSON writes in another way: controls, quotes, backslashes, halves of pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are looked for
const ESCAPED = /[\u0000-\u001f"\\\ud800-\udfff]/

/** A text as JSON. */
export function writeText(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** JSON without blanks; what is no JSON as a string. */
export function rewrite(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value))
  } catch {
    return JSON.stringify(value)
  }
}

/** A number as JSON, which has none that are not finite. */
export function finite(number: number): string {
  return Number.isFinite(number) ? String(number) : 'null'
}

/** `null` for a number that lies outside of what a date can be. */
export function validMoment(milliseconds: number): number | null {
  return Math.abs(milliseconds) <= 8.64e15 ? milliseconds : null
}

/** What is no moment reads as null. */
export function moment(milliseconds: number, write: (milliseconds: number) => string): string {
  return Math.abs(milliseconds) <= 8.64e15 ? write(milliseconds) : 'null'
}

/** What JSON text means. */

/** `undefined` for anything that is not valid JSON. */
export function parsedJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

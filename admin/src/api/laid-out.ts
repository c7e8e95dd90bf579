/** The body of an answer with a line for each value, if it is JSON. */
export function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

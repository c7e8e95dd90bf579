/** Turns settings by path into nested objects. */

/** `nestSettings(new Map([['port', 1], ['email.smtp.host', 'x']]))` is `{ port: 1, email: { smtp: { host: 'x' } } }`. */
export function nestSettings(values: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const nested: Record<string, unknown> = {}
  for (const [path, given] of values) {
    const groups = path.split('.')
    const name = groups.pop() ?? ''
    let place = nested
    for (const group of groups) {
      place[group] ??= {}
      place = place[group] as Record<string, unknown>
    }
    place[name] = given
  }
  return nested
}

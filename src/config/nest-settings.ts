/** Settings by path, as an object of objects. */

/** `nestSettings(new Map([['port', 1], ['api.prefix', '/x']]))` is `{ port: 1, api: { prefix: '/x' } }`. */
export function nestSettings(values: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const nested: Record<string, unknown> = {}
  for (const [path, given] of values) {
    const [group = '', name] = path.split('.')
    if (name === undefined) nested[group] = given
    else nested[group] = { ...(nested[group] as object | undefined), [name]: given }
  }
  return nested
}

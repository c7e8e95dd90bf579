/** Query objects -> query strings, in the brackets that Strapi reads. */

/** `{ filters: { title: 'a b' }, sort: ['id'] }` -> `?filters[title]=a%20b&sort[0]=id`; nothing for an empty query. */
export function queryText(query: object): string {
  const terms: string[] = []
  for (const [name, value] of Object.entries(query)) addTerms(terms, encodeName(name), value)
  return terms.length === 0 ? '' : `?${terms.join('&')}`
}

function addTerms(terms: string[], path: string, value: unknown): void {
  if (value === undefined) return
  if (value instanceof Date) terms.push(`${path}=${encodeURIComponent(value.toISOString())}`)
  else if (typeof value === 'object' && value !== null) {
    const inner = Object.entries(value)
    // The server would not see it, and a filter that is not there lets everything through.
    if (Array.isArray(value) && inner.length === 0) throw new TypeError(`${path} is an empty list`)
    for (const [name, each] of inner) addTerms(terms, `${path}[${encodeName(name)}]`, each)
  } else terms.push(`${path}=${encodeURIComponent(value === null ? '' : String(value))}`)
}

/** Keeps `$` and `.` readable. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll('%24', '$')
}

/** Paths that Strapi does not have: other ways to ask about a list. Whatever guards the list guards them. */

/**
 * `/articles` for `POST /articles/query`, `QUERY /articles` and every request to `/articles/aggregate`; `undefined` for other
 * requests.
 */
export function listBehind(method: string, path: string): string | undefined {
  const plain = path.toLowerCase().replace(/\/$/, '')
  const aggregated = plain.replace(/\/aggregate$/, '')
  if (aggregated !== plain && ['GET', 'HEAD', 'POST', 'QUERY'].includes(method)) return aggregated
  if (method === 'QUERY') return plain
  return method === 'POST' && plain.endsWith('/query') ? plain.slice(0, -'/query'.length) : undefined
}

/**
 * Every recorded request over a socket, as in production: read anew the long way and at an address that is known by then,
 * read and kept, sent from what is kept, read with what is known about its list: the same bytes each time. A fifth of them here, all by `npm run test:long`.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { headersOf, loadCases, SECRETS } from '../../conformance/cases.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { adoptedConformanceDatabase, CONFORMANCE_PROJECT } from '../../support/worlds/conformance-data.ts'

const EVERY = Number(process.env.KEPT_EVERY ?? 5)

/** Of the headers those that say something about the body. */
const TELLING = ['content-type', 'access-control-allow-origin', 'content-security-policy']

async function get(address: string, path: string, headers: Readonly<Record<string, string>>) {
  const response = await fetch(`${address}${path}`, { headers })
  const told = Object.fromEntries(TELLING.map(name => [name, response.headers.get(name)]))
  return { status: response.status, body: await response.text(), tag: response.headers.get('etag'), told }
}

describe.each(CLIENTS)('on %s', client => {
  let kept: string
  let anew: string
  let listed: string
  beforeAll(async () => {
    const database = await adoptedConformanceDatabase(client)
    const input = {
      folder: CONFORMANCE_PROJECT,
      database,
      dialect: 'strapi4',
      secrets: SECRETS,
      development: false,
    } as const
    kept = (await (await buildTestApp(input)).listen()).address
    anew = (await (await buildTestApp({ ...input, cache: { responses: false, totals: false } })).listen()).address
    listed = (await (await buildTestApp({ ...input, cache: { responses: false } })).listen()).address
  })

  test('all recorded cases', async () => {
    const different: unknown[] = []
    let unchanged = 0
    const cases = loadCases(client).filter((_case, index) => index % EVERY === 0)
    for (const recorded of cases) {
      const headers = headersOf(recorded)
      const read = await get(anew, recorded.path, headers)
      const first = await get(kept, recorded.path, headers)
      const second = await get(kept, recorded.path, headers)
      const known = await get(anew, recorded.path, headers)
      // What is known about a list grows: its total, then its ids.
      const lists: (typeof read)[] = []
      while (lists.length < 3) lists.push(await get(listed, recorded.path, headers))
      for (const answer of [known, first, second, ...lists])
        if (JSON.stringify({ ...answer, tag: '' }) !== JSON.stringify({ ...read, tag: '' }))
          different.push(JSON.stringify({ path: recorded.path, read, answer }).slice(0, 2000))
      if (first.tag === null) continue
      // The other server has the same bytes, and therefore the same tag.
      expect([second.tag, known.tag]).toEqual([first.tag, read.tag])
      expect(first.tag).toBe(read.tag)
      const again = await get(kept, recorded.path, { ...headers, 'if-none-match': first.tag })
      expect([again.status, again.body, again.tag]).toEqual([304, '', first.tag])
      unchanged += 1
    }
    expect(different).toEqual([])
    expect(unchanged).toBeGreaterThan(cases.length * 0.6)
  }, 300_000)
})

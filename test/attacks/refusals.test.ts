/**
 * A refusal costs little: the most expensive requests that are refused take less than a twentieth of a second of the
 * processor. Bodies of those who may write are read first, which takes as long as they are.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { cpuTime } from '../support/cpu-time.ts'
import { CLIENTS, type Client } from '../support/databases.ts'
import { type HostileApp, hostileApp } from './hostile-app.ts'
import type { Asked, Place } from './hostile-places.ts'

const BUDGET = 50
/** For each kilobyte of a body that is written. */
const READING = 0.25
const TRIES = 5
const MEGABYTE = 1_000_000
/** An answer names the first problems only. */
const LONGEST_ANSWER = 40_000

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const names = (count: number, value: unknown = 1) => Object.fromEntries(times(count, index => [`n${index}`, value]))
const circle = (levels: number) => times(levels, index => (index % 2 === 0 ? 'tags' : 'articles')).join('.')
const query = (payload: object | string): Asked => ({
  method: 'POST',
  url: '/api/articles/query',
  payload,
  headers: { 'content-type': 'application/json' },
})
const write = (payload: object): Asked => ({ method: 'POST', url: '/api/articles', payload, as: 'full-access' })
const manage = (url: string, payload: object, method: 'POST' | 'PUT' = 'POST'): Asked => ({
  method,
  url: `/admin/api${url}`,
  payload,
  as: 'administrator',
})
const filters = (given: unknown) => query({ filters: given })
const nested = (levels: number) => times(levels, () => '[').join('')

/** One or more for each limit and each kind of mistake, as large as a request may be. */
const REFUSED: Readonly<Record<string, Asked>> = {
  'a number with a million blanks': filters({ views: { $eq: `1${' '.repeat(MEGABYTE / 4)}1` } }),
  'a query of 80,000 names': query(names(80_000)),
  'filters with 80,000 names': filters(names(80_000)),
  'a list of 300,000 lists': filters({ id: times(300_000, () => []) }),
  'a long name above 900 others': filters({ ['a'.repeat(500_000)]: names(900) }),
  'a long path above 900 sort keys': query({ sort: { ['a.'.repeat(200_000)]: names(900, 'asc') } }),
  '100,000 sort keys': query({ sort: 'a,'.repeat(100_000) }),
  '80,000 populated names': query({ populate: times(80_000, index => `author.n${index}`).join() }),
  '900 populated names that do not exist': query({ populate: times(900, index => `titl${index}`).join() }),
  'relations in a circle': { url: `/api/articles?populate=${circle(199)}` },
  'relations in a short circle': { url: `/api/articles?populate=${circle(40)}` },
  'a thousand arms': filters({ $or: times(900, index => ({ related: { tags: { name: `x${index}` } } })) }),
  '$not in $not': filters(times(90, () => 0).reduce<unknown>(inside => ({ $not: inside }), { nope: 1 })),
  'a search for 100,000 words': query({ search: 'word '.repeat(100_000) }),
  'a long text to look for': query({ _q: 'a_'.repeat(200_000) }),
  'a long cursor': query({ pagination: { after: 'a'.repeat(500_000) } }),
  '300 fallbacks': query({ locale: 'en', fallback: times(300, index => `l${index}`).join() }),
  'a million brackets': query(nested(MEGABYTE)),
  'a body that is not JSON': query(`{"a": ${'1,'.repeat(400)}`),
  'a long address': { url: `/api/articles?${'a[b]=1&'.repeat(2_300)}` },
  'brackets in an address': { url: `/api/articles?a${'[b]'.repeat(5_000)}=1` },
  '1,001 parameters': { url: `/api/articles?${times(1_001, index => `n${index}=1`).join('&')}` },
  'groups that do not exist': {
    url: `/api/articles/aggregate?${times(500, index => `groupBy[]=n${index}`).join('&')}`,
    as: 'full-access',
  },
  'parameters of a named query': { url: `/api/queries/articles?${times(999, index => `ran${index}=1`).join('&')}` },
  'a body without rights': { method: 'POST', url: '/api/articles', payload: { data: names(20_000) } },
  'an entry with 40,000 unknown names': write({ data: names(40_000) }),
  'an entry with 20,000 components of no kind': write({
    data: { title: 'a', blocks: times(20_000, () => ({ __component: 'a.b' })) },
  }),
  'an entry with 20,000 wrong values': write({ data: { title: 'a', links: times(20_000, () => 1) } }),
  'an entry with a wrong value of 200,000 parts': write({ data: { title: times(200_000, () => 1) } }),
  'an entry with relations in a circle': write({
    data: { title: 'a', tags: { connect: times(10_000, id => ({ id: id + 1, position: { before: id } })) } },
  }),
  'a login with 20,000 names': { method: 'POST', url: '/api/auth/local', payload: names(20_000) },
  'a registration with a long address': {
    method: 'POST',
    url: '/api/auth/local/register',
    payload: { username: 'abc', password: 'password', email: `${'a.'.repeat(200_000)}@${'a.'.repeat(200_000)}` },
  },
  'an administrator with 20,000 names': manage('/admins', names(20_000)),
  'a role with 900 unknown fields': manage('/roles/1/grants', {
    grants: { 'api::article.article': { actions: times(900, index => `fin${index}`) } },
  }),
  'a saved list with 100,000 columns': manage('/saved-views', { columns: times(100_000, () => 'a') }),
  'a management query with unknown names': {
    url: `/admin/api/content/api::article.article?${times(990, index => `n${index}=1`).join('&')}`,
    as: 'administrator',
  },
  'a token of 60 KB': { url: '/api/articles', headers: { authorization: `Bearer ${'a.'.repeat(30_000)}` } },
}

/** How much slower this machine is at the moment than the one for which the budget was made. */
async function slowness(): Promise<number> {
  const text = JSON.stringify(names(20_000))
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < TRIES; turn++) least = Math.min(least, await cpuTime(() => JSON.parse(text)))
  return Math.max(1, least / 5)
}

/** SQLite compares a number with anything. */
const isRefused = (name: string, client: Client) => client === 'postgres' || name !== 'a number with a million blanks'

describe.each(CLIENTS)('on %s', client => {
  let app: HostileApp
  beforeAll(async () => {
    app = await hostileApp(client)
  })

  test.each(Object.entries(REFUSED).filter(([name]) => isRefused(name, client)))('%s', async (name, asked) => {
    const isWrite = asked.method === 'POST' && asked.as === 'full-access'
    const budget = BUDGET + (isWrite ? (READING * JSON.stringify(asked.payload).length) / 1000 : 0)
    const place: Place = { name, room: 0, ask: () => asked }
    let least = Number.POSITIVE_INFINITY
    for (let turn = 0; turn < TRIES && least > budget; turn++) {
      const { status, bytes, milliseconds } = await app.ask(place, null)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      expect(bytes).toBeLessThan(LONGEST_ANSWER)
      least = Math.min(least, milliseconds)
    }
    expect(least).toBeLessThan(budget * (least > budget ? await slowness() : 1))
  })
})

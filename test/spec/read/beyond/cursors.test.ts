/** Pages next to a place in the list. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../../src/app.ts'
import { buildTestApp } from '../../../support/build-test-app.ts'
import { CLIENTS } from '../../../support/databases.ts'
import { example } from '../../../support/worlds/example.ts'
import { headersOf, WORLD, WORLD_SECRETS, worldDatabase } from '../../../support/worlds/world.ts'
import { badValue, entry, place } from '../../../support/worlds/world-rows.ts'

const tag = (id: number, name: string) => entry(id, { name })
const SEARCH = '?fields[0]=name&pagination[pageSize]=2'
const NAMES = `GET /api/tags${SEARCH}`
const before = (id: number) => `${SEARCH}&pagination[before]=${place('', id)}`
const after = (id: number) => `${SEARCH}&pagination[after]=${place('', id)}`

example('the first page, and the place after it', {
  request: `${NAMES}&pagination[after]=`,
  status: 200,
  response: {
    data: [tag(1, 'sea'), tag(2, 'hill')],
    meta: { pagination: { pageSize: 2, before: null, after: place('', 2), links: { prev: null, next: after(2) } } },
  },
  statements: 1,
})

example('the page after a place; nothing comes after the last one', {
  request: `${NAMES}&pagination[after]=${place('', 2)}`,
  status: 200,
  response: {
    data: [tag(3, 'city')],
    meta: { pagination: { pageSize: 2, before: place('', 3), after: null, links: { prev: before(3), next: null } } },
  },
  statements: 1,
})

example('the last page, read from the end', {
  request: `${NAMES}&pagination[before]=`,
  status: 200,
  response: {
    data: [tag(2, 'hill'), tag(3, 'city')],
    meta: { pagination: { pageSize: 2, before: place('', 2), after: null, links: { prev: before(2), next: null } } },
  },
  statements: 1,
})

example('the list is counted only on wish', {
  request: `${NAMES}&pagination[after]=&pagination[withCount]=true`,
  status: 200,
  response: {
    data: [tag(1, 'sea'), tag(2, 'hill')],
    meta: {
      pagination: {
        pageSize: 2,
        before: null,
        after: place('', 2),
        total: 3,
        links: { prev: null, next: `${SEARCH}&pagination[withCount]=true&pagination[after]=${place('', 2)}` },
      },
    },
  },
  statements: 2,
})

example('links keep the rest of the address as it is', {
  request: `GET /api/tags?pagination%5Bafter%5D=&fields[0]=na%6De&filters[name][$ne]=caf%C3%A9%26&pagination[pageSize]=1`,
  status: 200,
  response: {
    data: [tag(1, 'sea')],
    meta: {
      pagination: {
        pageSize: 1,
        before: null,
        after: place('', 1),
        links: {
          prev: null,
          next: `?fields[0]=na%6De&filters[name][$ne]=caf%C3%A9%26&pagination[pageSize]=1&pagination[after]=${place('', 1)}`,
        },
      },
    },
  },
  statements: 1,
})

example('a query as JSON has places, but no links', {
  request: 'POST /api/tags/query',
  body: { fields: ['name'], pagination: { pageSize: 2, after: '' } },
  status: 200,
  response: {
    data: [tag(1, 'sea'), tag(2, 'hill')],
    meta: { pagination: { pageSize: 2, before: null, after: place('', 2) } },
  },
  statements: 1,
})

const LINKED = '&pagination[links]=true'

example('a numbered page has the places next to it on wish', {
  request: `${NAMES}${LINKED}&pagination[page]=1`,
  status: 200,
  response: {
    data: [tag(1, 'sea'), tag(2, 'hill')],
    meta: {
      pagination: {
        ...{ page: 1, pageSize: 2, pageCount: 2, total: 3 },
        ...{ before: null, after: place('', 2) },
        links: { prev: null, next: `${SEARCH}${LINKED}&pagination[after]=${place('', 2)}` },
      },
    },
  },
  statements: 2,
})

example('its last page, sorted, without a total', {
  request: `${NAMES}${LINKED}&sort=id:desc&pagination[page][]=2&pagination[withCount]=false`,
  status: 200,
  response: {
    data: [tag(1, 'sea')],
    meta: {
      pagination: {
        ...{ page: 2, pageSize: 2 },
        ...{ before: place('id:desc', 1, '1'), after: null },
        links: {
          prev: `${SEARCH}${LINKED}&sort=id:desc&pagination[withCount]=false&pagination[before]=${place('id:desc', 1, '1')}`,
          next: null,
        },
      },
    },
  },
  statements: 1,
})

example('entries from a number on have them, too', {
  request: `GET /api/tags?fields[0]=name&pagination[start]=1&pagination[limit]=1${LINKED}`,
  status: 200,
  response: {
    data: [tag(2, 'hill')],
    meta: {
      pagination: {
        ...{ start: 1, limit: 1, total: 3 },
        ...{ before: place('', 2), after: place('', 2) },
        links: {
          prev: `?fields[0]=name&pagination[limit]=1${LINKED}&pagination[before]=${place('', 2)}`,
          next: `?fields[0]=name&pagination[limit]=1${LINKED}&pagination[after]=${place('', 2)}`,
        },
      },
    },
  },
  statements: 2,
})

example('a page after the last has no places', {
  request: `${NAMES}${LINKED}&pagination[page]=9`,
  status: 200,
  response: {
    data: [],
    meta: {
      pagination: {
        ...{ page: 9, pageSize: 2, pageCount: 2, total: 3 },
        ...{ before: null, after: null },
        links: { prev: null, next: null },
      },
    },
  },
  statements: 2,
})

example('a numbered page of a query as JSON has places, but no links', {
  request: 'POST /api/tags/query',
  body: { fields: ['name'], pagination: { pageSize: 2, links: true, withCount: false } },
  status: 200,
  response: {
    data: [tag(1, 'sea'), tag(2, 'hill')],
    meta: { pagination: { page: 1, pageSize: 2, before: null, after: place('', 2) } },
  },
  statements: 1,
})

example('links are asked for with a flag', {
  request: `${NAMES}&pagination[links]=next`,
  status: 400,
  response: badValue('pagination[links]', 'expected true or false, got "next"'),
  statements: 0,
})

example('there are no links inside populate', {
  request: 'GET /api/tags?populate[articles][pagination][links]=true',
  dialect: 'strapi4',
  status: 400,
  response: badValue(
    'populate[articles][pagination][links]',
    'it is possible for the list itself, not inside populate',
  ),
  statements: 0,
})

example('a place belongs to one order', {
  request: `${NAMES}&sort=name&pagination[after]=${place('', 2)}`,
  status: 400,
  response: badValue('pagination[after]', 'it belongs to another order; use the same sort'),
  statements: 0,
})

for (const [what, wrong] of [
  ['text', 'xyz'],
  ['no list', Buffer.from('{"a":1}').toString('base64url')],
  ['an id that no entry can have', place('', 2 ** 49)],
  ['a key that is no text', place('rank:asc', 1, 5)],
] as const)
  example(`a place that no answer has given: ${what}`, {
    request: `${NAMES}&pagination[before]=${wrong}`,
    status: 400,
    response: badValue('pagination[before]', 'it is not a place that an answer has given'),
    statements: 0,
  })

example('a page begins in one place only', {
  request: `${NAMES}&pagination[after]=${place('', 2)}&pagination[page]=2`,
  status: 400,
  response: badValue('pagination[after]', 'it says where the page begins, and so does pagination[page]'),
  statements: 0,
})

example('there are no places inside populate', {
  request: 'GET /api/tags?populate[articles][pagination][after]=',
  dialect: 'strapi4',
  status: 400,
  response: badValue(
    'populate[articles][pagination][after]',
    'it is possible for the list itself, not inside populate',
  ),
  statements: 0,
})

interface Page {
  readonly data: readonly { readonly id: number }[]
  readonly meta: {
    readonly pagination: {
      readonly before: string | null
      readonly after: string | null
      readonly links: { readonly prev: string | null; readonly next: string | null }
    }
  }
}

const SORTS = [
  ...[
    'id:desc',
    'title:asc',
    'rank:asc',
    'rank:desc',
    'views:desc',
    'score:asc',
    'price:desc',
    'featured:asc',
    'day:desc',
  ],
  ...[
    'clock:asc',
    'happenedAt:desc',
    'happenedAt:asc',
    'createdAt:asc',
    'author.name:asc',
    'author.name:desc',
    'tags.weight:asc',
  ],
]
const VALUES = {
  rank: [1, 2, null, -5],
  views: ['9007199254740993', '9007199254740995', null, '-3'],
  score: [0.1, 1 / 3, 1e-7, null, -2.5, 1e15],
  price: [9.95, 0.1, null],
  featured: [true, false, null],
  day: ['2024-03-01', null, '1999-12-31'],
  clock: ['06:15:30.125', '06:15:30.000', null],
  happenedAt: ['2024-03-01T06:15:30.500Z', '2024-03-01T06:15:30.501Z', null],
  author: [1, 2, null],
} as const

describe.each(CLIENTS)('a walk from place to place, on %s', client => {
  let app: App
  let headers: Readonly<Record<string, string>>
  let made = 0

  const add = async () => {
    made += 1
    const pick = <T>(values: readonly T[], step: number) => values[(made * step) % values.length]
    const data = {
      title: `${"O'Neill ä"[made % 9]}${made % 3}`,
      ...Object.fromEntries(
        Object.entries(VALUES).map(([name, values], index) => [name, pick<unknown>(values, index + 1)]),
      ),
      tags: made % 2 === 0 ? [1 + (made % 3)] : [],
    }
    const answer = await app.inject({ method: 'POST', url: '/api/articles', payload: { data }, headers })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ data: { id: number } }>().data.id
  }
  const read = async (query: string) => {
    const url = `/api/articles?fields[0]=title&${query}`
    const answer = await app.inject({ method: 'GET', url, headers })
    expect(answer.statusCode, `${query}: ${answer.body}`).toBe(200)
    return answer.json<Page>()
  }
  const remove = (id: number) => app.inject({ method: 'DELETE', url: `/api/articles/${id}`, headers })
  const all = async (sort: string) => (await read(`sort=${sort}&pagination[limit]=100`)).data.map(({ id }) => id)

  beforeAll(async () => {
    app = await buildTestApp({
      folder: WORLD,
      database: await worldDatabase(client),
      dialect: 'strapi4',
      secrets: WORLD_SECRETS,
    })
    headers = await headersOf('full-access')
    for (let count = 0; count < 18; count += 1) await add()
  })

  test.each(SORTS)('gives the sorted list while others insert and delete: %s', async sort => {
    for (const direction of ['after', 'before'] as const) {
      const before = await all(sort)
      const seen: number[] = []
      const added: number[] = []
      let next: string | null = ''
      while (next !== null) {
        const page: Page = await read(`sort=${sort}&pagination[pageSize]=5&pagination[${direction}]=${next}`)
        const ids = page.data.map(({ id }) => id)
        if (direction === 'after') seen.push(...ids)
        else seen.unshift(...ids)
        next = page.meta.pagination[direction]
        if (added.length < 3) added.push(await add())
        // The entry that a place was made from may go.
        if (added.length === 2) await remove(added[0]!)
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter(id => !added.includes(id))).toEqual(before)
      const now = await all(sort)
      expect(seen.filter(id => id !== added[0])).toEqual(now.filter(id => seen.includes(id)))
      for (const id of added.slice(1)) await remove(id)
    }
  })

  test('links lead through the whole list and back', async () => {
    const whole = await all('author.name:asc')
    const walk = async (first: string, to: 'prev' | 'next') => {
      const pages: number[][] = []
      for (let link: string | null = first; link !== null; ) {
        const { href } = new URL(link, 'http://localhost/api/articles')
        const answer = await app.inject({ method: 'GET', url: href.replace('http://localhost', ''), headers })
        const page: Page = answer.json<Page>()
        pages.push(page.data.map(({ id }) => id))
        link = page.meta.pagination.links[to]
      }
      return pages
    }
    const query = '?fields[0]=title&sort=author.name&pagination[pageSize]=4'
    expect((await walk(`${query}&pagination[after]=`, 'next')).flat()).toEqual(whole)
    expect((await walk(`${query}&pagination[before]=`, 'prev')).reverse().flat()).toEqual(whole)
  })

  test('a forged key is refused, not passed on to the database', async () => {
    const forged = ["'", 'x', '1e999', '2024-99-99', '2024-01-01 99:00:00', '\0', '{', "1'; drop table articles"]
    for (const sort of ['rank', 'views', 'score', 'price', 'featured', 'day', 'clock', 'happenedAt', 'title'])
      for (const key of forged) {
        const url = `/api/articles?sort=${sort}&pagination[after]=${place(`${sort}:asc`, 1, key)}`
        const { statusCode, body } = await app.inject({ method: 'GET', url, headers })
        expect(statusCode === 200 || statusCode === 400, `${sort} ${key}: ${body}`).toBe(true)
        if (statusCode === 400) expect(body).toContain('Invalid value for pagination[after]')
      }
  })
})

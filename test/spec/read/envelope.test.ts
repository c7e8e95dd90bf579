/** The form of an answer: envelope, entries, and the scalar fields that they show by default. */
import { example } from '../../support/worlds/example.ts'
import {
  ADA,
  ALONE,
  BEN,
  bare,
  CY,
  collection,
  EDITORS,
  entry,
  PRINT,
  RIDGE,
  single,
  TIDE,
} from '../../support/worlds/world-rows.ts'

example('a collection answers with data, and with page, pageSize, pageCount and total in meta.pagination', {
  request: 'GET /api/teams',
  status: 200,
  response: {
    data: [
      {
        id: 1,
        attributes: { name: 'Editors', createdAt: '2024-01-01T00:00:00.000Z', updatedAt: '2024-01-01T00:00:00.000Z' },
      },
      {
        id: 2,
        attributes: { name: 'Print', createdAt: '2024-01-01T00:00:00.000Z', updatedAt: '2024-01-01T00:00:00.000Z' },
      },
    ],
    meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 2 } },
  },
  statements: 1,
  headers: { 'content-type': 'application/json; charset=utf-8' },
})

example('an entry is an id and its attributes', {
  request: 'GET /api/authors',
  status: 200,
  response: collection(ADA, BEN, CY),
  statements: 1,
})

example('by default an entry shows its scalar fields; relations, media, components and zones are left out', {
  request: 'GET /api/articles?filters[id]=1',
  status: 200,
  response: collection(entry(1, TIDE)),
  statements: 1,
})

example('a field without a value is null, not absent', {
  request: 'GET /api/articles?filters[id]=3',
  status: 200,
  response: collection(entry(3, ALONE)),
  statements: 1,
})

example('createdAt, updatedAt and publishedAt are ISO 8601 timestamps, and locale is a language tag', {
  request:
    'GET /api/articles?filters[id]=2&fields[0]=createdAt&fields[1]=updatedAt&fields[2]=publishedAt&fields[3]=locale',
  status: 200,
  response: collection(
    entry(2, {
      createdAt: '2024-05-02T08:00:00.000Z',
      updatedAt: '2024-05-02T08:00:00.000Z',
      publishedAt: '2024-05-02T08:00:00.000Z',
      locale: 'en',
    }),
  ),
  statements: 1,
})

example('a type without drafts and translations has neither publishedAt nor locale', {
  request: 'GET /api/authors?filters[id]=1',
  status: 200,
  response: collection(
    entry(1, {
      name: 'Ada Reed',
      email: 'ada@example.com',
      born: '1990-02-03',
      createdAt: '2024-01-01T00:00:00.000Z',
      updatedAt: '2024-01-01T00:00:00.000Z',
    }),
  ),
  statements: 1,
})

example('string, text, richtext, enumeration, email and uid are strings', {
  request:
    'GET /api/articles?filters[id]=1&fields[0]=title&fields[1]=summary&fields[2]=body&fields[3]=kind&fields[4]=contact&fields[5]=slug',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      summary: 'Water comes and goes.',
      body: '# Tide\n\nTwice a *day*.',
      kind: 'guide',
      contact: 'tide@example.com',
      slug: 'tide',
    }),
  ),
  statements: 1,
})

example('date, time and datetime are texts, and timestamp is the text of its milliseconds since 1970', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=day&fields[1]=clock&fields[2]=happenedAt&fields[3]=stampedAt',
  status: 200,
  response: collection(
    entry(1, {
      day: '2024-03-01',
      clock: '06:15:30.125',
      happenedAt: '2024-03-01T06:15:30.500Z',
      stampedAt: '1709251200000',
    }),
  ),
  statements: 1,
})

example('integer, float and decimal are numbers, and biginteger is a text so that it stays exact', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=rank&fields[1]=views&fields[2]=score&fields[3]=price',
  status: 200,
  response: collection(entry(1, { rank: 3, views: '9007199254740993', score: 4.5, price: 9.95 })),
  statements: 1,
})

example('boolean, array and JSON come as they are', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=featured&fields[1]=keywords&fields[2]=metadata',
  status: 200,
  response: collection(
    entry(1, { featured: true, keywords: ['moon', 'sea'], metadata: { open: true, places: ['quay', 7, null] } }),
  ),
  statements: 1,
})

example('the text of a time and the order of keys in JSON are what the database makes of them', {
  request: 'GET /api/articles?filters[id]=4&fields[0]=clock&fields[1]=metadata',
  status: 200,
  response: collection(entry(4, { clock: '18:00:00.000', metadata: { zebra: 1, ant: 2 } })),
  differs: {
    postgres: {
      because: 'its type time drops zeros at the end and its type jsonb orders keys',
      response: collection(entry(4, { clock: '18:00:00', metadata: { ant: 2, zebra: 1 } })),
    },
  },
  statements: 1,
})

example('a password is in no answer, although it is stored', {
  request: 'GET /api/articles/1',
  status: 200,
  response: single(1, TIDE),
  statements: 1,
})

example('a password stays hidden from a caller who may do everything', {
  request: 'GET /api/articles/1',
  as: 'full-access',
  status: 200,
  response: single(1, TIDE),
  statements: 1,
})

example('a content type is read under /api by its plural name', {
  request: 'GET /api/authors?fields[0]=name&filters[id][$lt]=3',
  status: 200,
  response: collection(entry(1, { name: 'Ada Reed' }), entry(2, { name: 'Ben Cole' })),
  statements: 1,
})

example('the path may be written in any case and end in a slash', {
  request: 'GET /api/Teams/',
  status: 200,
  response: collection(EDITORS, PRINT),
  statements: 1,
})

example('one entry is read by its id, in an envelope with an empty meta', {
  request: 'GET /api/articles/2',
  status: 200,
  response: single(2, RIDGE),
  statements: 1,
})

example('a single type is read under its singular name, in an envelope with an empty meta', {
  request: 'GET /api/homepage',
  status: 200,
  response: single(1, {
    title: 'Welcome',
    createdAt: '2024-01-01T00:00:00.000Z',
    updatedAt: '2024-01-01T00:00:00.000Z',
    locale: 'en',
  }),
  statements: 1,
})

example('a collection in which nothing matches is an empty list with no pages', {
  request: 'GET /api/articles?filters[title]=Nowhere',
  status: 200,
  response: { data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } } },
  statements: 1,
})

example('pagination chooses a page, and meta.pagination tells how many there are', {
  request: 'GET /api/articles?fields[0]=title&pagination[page]=2&pagination[pageSize]=3',
  status: 200,
  response: {
    data: [entry(4, { title: 'Harbour' })],
    meta: { pagination: { page: 2, pageSize: 3, pageCount: 2, total: 4 } },
  },
  statements: 1,
})

example('a page past the end is empty and keeps its number', {
  request: 'GET /api/articles?fields[0]=title&pagination[page]=9',
  status: 200,
  response: { data: [], meta: { pagination: { page: 9, pageSize: 25, pageCount: 1, total: 4 } } },
  statements: 2,
})

example('pagination by start and limit is answered with start, limit and total', {
  request: 'GET /api/articles?fields[0]=title&pagination[start]=1&pagination[limit]=2',
  status: 200,
  response: {
    data: [entry(2, { title: 'Ridge' }), entry(3, { title: 'Alone' })],
    meta: { pagination: { start: 1, limit: 2, total: 4 } },
  },
  statements: 2,
})

example('without a count the total is neither shown nor looked up', {
  request: 'GET /api/teams?fields[0]=id&pagination[withCount]=false',
  status: 200,
  response: { data: [bare(1), bare(2)], meta: { pagination: { page: 1, pageSize: 25 } } },
  statements: 1,
})

example('query parameters nest by brackets, and encoded brackets mean the same', {
  request: 'GET /api/teams?fields%5B0%5D=name&filters%5Bname%5D%5B%24eq%5D=Print&sort%5B0%5D=name%3Adesc',
  status: 200,
  response: collection(entry(2, { name: 'Print' })),
  statements: 1,
})

example('an unknown parameter is passed over', {
  request: 'GET /api/teams?fields[0]=name&colour=red&_where=1',
  status: 200,
  response: collection(entry(1, { name: 'Editors' }), entry(2, { name: 'Print' })),
  statements: 1,
})

example('in the dialect strapi4 an unknown parameter is passed over, whatever it looks like', {
  request: 'GET /api/teams?fields[0]=name&_limit=1',
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(1, { name: 'Editors' }), entry(2, { name: 'Print' })),
  statements: 1,
})

example('a list without a sort comes in the order of ids', {
  request: 'GET /api/articles?fields[0]=slug',
  status: 200,
  response: collection(
    entry(1, { slug: 'tide' }),
    entry(2, { slug: 'ridge' }),
    entry(3, { slug: 'alone' }),
    entry(4, { slug: 'harbour' }),
  ),
  statements: 1,
})

example('entries that are equal in the sort come in the order of ids', {
  request: 'GET /api/articles?fields[0]=kind&filters[kind][$notNull]=true&sort=kind:desc',
  status: 200,
  response: collection(entry(2, { kind: 'news' }), entry(4, { kind: 'news' }), entry(1, { kind: 'guide' })),
  statements: 1,
})

example('a sort through a relation to many lists every entry once', {
  request: 'GET /api/articles?fields[0]=title&filters[tags][id][$notNull]=true&sort=tags.weight:desc',
  status: 200,
  response: collection(entry(1, { title: 'Tide' }), entry(4, { title: 'Harbour' }), entry(2, { title: 'Ridge' })),
  statements: 1,
})

example('fields that have no value sort where the database puts them', {
  request: 'GET /api/articles?fields[0]=rank&sort=rank',
  status: 200,
  response: collection(entry(4, { rank: null }), entry(2, { rank: 1 }), entry(3, { rank: 2 }), entry(1, { rank: 3 })),
  differs: {
    postgres: {
      because: 'it puts nulls last in ascending order',
      response: collection(
        entry(2, { rank: 1 }),
        entry(3, { rank: 2 }),
        entry(1, { rank: 3 }),
        entry(4, { rank: null }),
      ),
    },
  },
  statements: 1,
})

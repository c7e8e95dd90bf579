/** Rules of rows, in every form of a query: media, relations to any type, `search`, `deep`, named and long queries, aggregates. */
import { exampleIn } from '../../../support/worlds/example.ts'
import { collection, data, entry, failure, single } from '../../../support/worlds/world-rows.ts'

const NOT_FOUND = failure(404, 'NotFoundError', 'Not Found')
const EVERYBODY = { roles: ['public', 'authenticated'], tokens: true, operations: ['read'] }

/** Ada's articles, heavy tags, everybody but Ben, the team Print, and two of the files. */
const example = exampleIn({
  extras: true,
  grants: [
    { role: 'public', type: 'article', actions: ['aggregate'] },
    { role: 'public', type: 'upload', actions: ['find', 'findOne'] },
  ],
  rules: {
    articles: { ...EVERYBODY, type: 'article', where: { author: { name: 'Ada Reed' } } },
    tags: { ...EVERYBODY, type: 'tag', where: { weight: { $gte: 20 } } },
    authors: { ...EVERYBODY, type: 'author', where: { name: { $ne: 'Ben Cole' } } },
    teams: { ...EVERYBODY, type: 'team', where: { name: 'Print' } },
    files: { ...EVERYBODY, type: 'plugin::upload.file', where: { name: { $in: ['garden.png', 'plan.pdf'] } } },
  },
})

const titled = (id: number, title: string) => entry(id, { title })
const [TIDE, HARBOUR] = [titled(1, 'Tide'), titled(4, 'Harbour')]
const file = (id: number, name: string) => entry(id, { name })
const [PICTURE, PAPER] = [file(2, 'garden.png'), file(4, 'plan.pdf')]

example('media have only the files that the rules leave over, also inside components', {
  request:
    'GET /api/articles/1?fields[0]=title&populate[cover][fields][0]=name&populate[gallery][fields][0]=name&populate[seo][fields][0]=metaTitle&populate[seo][populate][image][fields][0]=name&populate[seo][populate][socials][populate][image][fields][0]=name&populate[seo][populate][socials][fields][0]=network',
  status: 200,
  response: single(1, {
    title: 'Tide',
    cover: data(null),
    gallery: data([PAPER, PICTURE]),
    seo: {
      id: 1,
      metaTitle: 'All about tides',
      image: data(null),
      socials: [
        { id: 1, network: 'mastodon', image: data(PICTURE) },
        { id: 2, network: 'bluesky', image: data(null) },
      ],
    },
  }),
  statements: 1 + 3 + 2 + 1,
})

example('ids and existence of files are of those that are left over', {
  request: 'GET /api/articles/1?fields[0]=title&populate[cover][exists]=true&populate[gallery][ids]=true',
  status: 200,
  response: single(1, {
    title: 'Tide',
    cover: { data: { attributes: { exists: false } } },
    gallery: { data: [{ id: 4 }, { id: 2 }] },
  }),
  statements: 3,
})

for (const filter of [
  'filters[cover][name]=sunrise.jpg',
  'filters[cover][id]=1',
  'filters[seo][image][id][$notNull]=true',
])
  example(`a filter meets no other file: ${filter}`, {
    request: `GET /api/articles?fields[0]=title&${filter}`,
    status: 200,
    response: collection(),
    statements: 1,
  })

example('files are listed as far as they exist, and lead to entries that exist', {
  request: 'GET /api/upload/files?fields[0]=name&populate[related][on][api::article.article][fields][0]=title&sort=id',
  status: 200,
  response: [
    { id: 2, name: 'garden.png', related: [{ __type: 'api::article.article', id: 1, title: 'Tide' }] },
    { id: 4, name: 'plan.pdf', related: [{ __type: 'api::article.article', id: 1, title: 'Tide' }] },
  ],
  statements: 3,
})

for (const id of [1, 99])
  example(`a file outside the rules does not exist: ${id}`, {
    request: `GET /api/upload/files/${id}`,
    status: 404,
    response: failure(404, 'NotFoundError', 'file.notFound'),
    statements: 1,
  })

example('a relation to any type whose rows are all outside the rules is like an empty one', {
  request: 'GET /api/bookmarks?fields[0]=name&populate[0]=subjects&sort=id',
  dialect: 'document',
  status: 200,
  response: collection(entry(1, { name: 'keys', subjects: [] }), entry(2, { name: 'empty', subjects: [] })),
  statements: 3,
})

example('a relation to any type whose rows are all outside the rules is like an empty one, as in Strapi', {
  request: 'GET /api/bookmarks?fields[0]=name&populate[0]=subjects&sort=id',
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(1, { name: 'keys' }), entry(2, { name: 'empty' })),
  statements: 3,
})

for (const [what, words] of [
  ['an entry outside the rules', 'walk'],
  ['a related entry outside the rules', 'ridge'],
  ['a word that is almost one outside the rules', 'rigde'],
] as const)
  example(`a search finds nothing in ${what}`, {
    request: `GET /api/articles?fields[0]=title&search=${words}`,
    status: 200,
    response: collection(),
    statements: 1,
  })

example('a search finds the rows that are left over', {
  request: 'GET /api/articles?fields[0]=title&search=reed',
  status: 200,
  response: collection(TIDE, HARBOUR),
  statements: 1,
})

example('deep ends where the rules do', {
  request: 'GET /api/teams?fields[0]=name&populate=deep,1',
  status: 200,
  response: {
    data: [entry(2, { name: 'Print', members: data([]), partner: data(null) })],
    meta: {
      pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 },
      deep: {
        stopped: [
          { at: 'members', why: 'depth' },
          { at: 'partner', why: 'depth' },
        ],
      },
    },
  },
  statements: 3,
})

example('a named query of a list', {
  request: 'GET /api/queries/articles',
  status: 200,
  response: {
    data: [HARBOUR, TIDE],
    meta: { pagination: { page: 1, pageSize: 2, pageCount: 1, total: 2 } },
  },
  statements: 2,
  differs: {
    sqlite: { statements: 1, because: 'the related rows of the rule are read once, so the rows have the total' },
  },
})

example('a named query of an entry outside the rules', {
  request: 'GET /api/queries/article?slug=ridge',
  status: 404,
  response: NOT_FOUND,
  statements: 1,
})

example('a named query of an entry by its id', {
  request: 'GET /api/queries/tag?id=2',
  status: 404,
  response: NOT_FOUND,
  statements: 1,
})

for (const request of ['POST /api/articles/query', 'QUERY /api/articles'])
  example(`a long query: ${request}`, {
    request,
    body: {
      fields: ['title'],
      filters: { $or: [{ title: 'Ridge' }, { tags: { name: 'hill' } }, { cover: { name: 'sunrise.jpg' } }, { id: 4 }] },
      populate: { tags: { fields: ['name'] }, cover: { fields: ['name'] } },
    },
    status: 200,
    response: collection(entry(4, { title: 'Harbour', tags: data([entry(1, { name: 'sea' })]), cover: data(null) })),
    statements: 1 + 2,
  })

example('figures are of the rows that are left over', {
  request: 'GET /api/articles/aggregate?count&sum[]=rank&countDistinct[]=author',
  status: 200,
  response: { data: { count: 2, sum: { rank: 3 }, countDistinct: { author: 1 } }, meta: {} },
  statements: 1,
})

example('and so are groups', {
  request: 'GET /api/articles/aggregate?count&groupBy[]=author.name',
  status: 200,
  response: {
    data: [{ group: { 'author.name': 'Ada Reed' }, count: 2 }],
    meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
  },
  statements: 1,
})

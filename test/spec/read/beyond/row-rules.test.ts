/** Rules of rows: which entries of a type exist for a caller. */
import { exampleIn } from '../../../support/worlds/example.ts'
import { collection, data, entry, failure, invalid, place } from '../../../support/worlds/world-rows.ts'

const NOT_FOUND = failure(404, 'NotFoundError', 'Not Found')
const EVERYBODY = { roles: ['public', 'authenticated'], tokens: true, operations: ['read'] }

/** Ada's articles, heavy tags, everybody but Ben. */
const example = exampleIn({
  grants: [{ role: 'public', type: 'secret', actions: ['findRelated'] }],
  rules: {
    'adas-articles': { ...EVERYBODY, type: 'article', where: { author: { name: 'Ada Reed' } } },
    'heavy-tags': { ...EVERYBODY, type: 'api::tag.tag', where: { weight: { $gte: 20 } } },
    authors: { ...EVERYBODY, type: 'authors', where: { name: { $ne: 'Ben Cole' } } },
  },
})

const titled = (id: number, title: string) => entry(id, { title })
const TIDE = titled(1, 'Tide')
const HARBOUR = titled(4, 'Harbour')
const named = (id: number, name: string) => entry(id, { name })

example('a list has only the rows that the rules leave over, and counts no others', {
  request: 'GET /api/articles?fields[0]=title',
  status: 200,
  response: collection(TIDE, HARBOUR),
  statements: 1,
})

example('pages count no other rows either', {
  request: 'GET /api/articles?fields[0]=title&pagination[page]=2&pagination[pageSize]=1',
  status: 200,
  response: { data: [HARBOUR], meta: { pagination: { page: 2, pageSize: 1, pageCount: 2, total: 2 } } },
  statements: 2,
  differs: {
    sqlite: { statements: 1, because: 'the related rows of the rule are read once, so the rows have the total' },
  },
})

example('an entry outside the rules does not exist', {
  request: 'GET /api/articles/2',
  status: 404,
  response: NOT_FOUND,
  statements: 1,
})

example('nor does it by a unique field', {
  request: 'GET /api/articles/slug:ridge',
  status: 404,
  response: NOT_FOUND,
  statements: 1,
})

example('an entry within the rules is found by a unique field', {
  request: 'GET /api/articles/slug:tide?fields[0]=title',
  status: 200,
  response: { data: TIDE, meta: {} },
  statements: 1,
})

example('populated relations have only the rows that the rules leave over, at every depth', {
  request:
    'GET /api/tags?fields[0]=name&populate[articles][fields][0]=title&populate[articles][populate][tags][fields][0]=name',
  status: 200,
  response: collection(
    entry(1, {
      name: 'sea',
      articles: data([
        entry(1, { title: 'Tide', tags: data([named(1, 'sea')]) }),
        entry(4, { title: 'Harbour', tags: data([named(1, 'sea')]) }),
      ]),
    }),
    entry(3, { name: 'city', articles: data([]) }),
  ),
  statements: 1 + 2,
})

example('a relation to one row that is outside the rules is empty', {
  request: 'GET /api/teams?fields[0]=name&populate[members][fields][0]=name',
  status: 200,
  response: collection(
    entry(1, { name: 'Editors', members: data([named(1, 'Ada Reed')]) }),
    entry(2, { name: 'Print', members: data([]) }),
  ),
  statements: 1 + 1,
})

example('counts, ids and existence are of the rows that are left over', {
  request:
    'GET /api/articles?fields[0]=title&populate[tags][count]=true&populate[related][ids]=true&populate[author][exists]=true',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      tags: { data: { attributes: { count: 1 } } },
      related: { data: [{ id: 4 }] },
      author: { data: { attributes: { exists: true } } },
    }),
    entry(4, {
      title: 'Harbour',
      tags: { data: { attributes: { count: 1 } } },
      related: data([]),
      author: { data: { attributes: { exists: true } } },
    }),
  ),
  statements: 1 + 3,
})

example('a required relation needs a row that is left over', {
  request: 'GET /api/teams?fields[0]=name&populate[members][fields][0]=name&populate[members][required]=true',
  status: 200,
  response: collection(entry(1, { name: 'Editors', members: data([named(1, 'Ada Reed')]) })),
  statements: 2,
})

example('a filter through a relation meets no other rows', {
  request: 'GET /api/teams?fields[0]=name&filters[members][name]=Ben Cole',
  status: 200,
  response: collection(),
  statements: 1,
})

example('for a filter, a team whose only member is outside the rules has none', {
  request: 'GET /api/teams?fields[0]=name&filters[members][id][$null]=true',
  status: 200,
  response: collection(named(2, 'Print')),
  statements: 1,
})

example('a negated filter meets no other rows either', {
  request: 'GET /api/teams?fields[0]=name&filters[$not][members][name]=Ada Reed',
  status: 200,
  response: collection(),
  statements: 1,
})

example('a sort through a relation meets no other rows', {
  request: 'GET /api/articles?fields[0]=title&sort[0]=tags.weight:desc&sort[1]=id:desc',
  status: 200,
  response: collection(HARBOUR, TIDE),
  statements: 1,
})

example('a search meets no other rows', {
  request: 'GET /api/articles?fields[0]=title&_q=ridge',
  status: 200,
  response: collection(),
  statements: 1,
})

example('a cursor walks over the rows that are left over', {
  request: `GET /api/articles?fields[0]=title&pagination[after]=${place('', 1)}&pagination[pageSize]=1`,
  status: 200,
  response: {
    data: [HARBOUR],
    meta: {
      pagination: {
        pageSize: 1,
        before: place('', 4),
        after: null,
        links: { prev: `?fields[0]=title&pagination[pageSize]=1&pagination[before]=${place('', 4)}`, next: null },
      },
    },
  },
  statements: 1,
})

example('relations inside the blocks of a zone have only the rows that are left over', {
  request:
    'GET /api/articles/1?fields[0]=title&populate[blocks][on][blocks.picks][populate][articles][fields][0]=title&populate[blocks][on][blocks.duo][populate][tags][fields][0]=name&populate[blocks][on][blocks.credit][populate][author][fields][0]=name',
  dialect: 'document',
  status: 200,
  response: {
    data: entry(1, {
      title: 'Tide',
      blocks: [
        { id: 1, __component: 'blocks.picks', articles: data([HARBOUR]) },
        { id: 1, __component: 'blocks.duo', tags: data([named(3, 'city'), named(1, 'sea')]) },
        { id: 1, __component: 'blocks.credit', author: data(null) },
      ],
    }),
    meta: {},
  },
  statements: 1 + 1 + 3 + 3,
})

example('an entry that is left over is shown where a single type leads to it', {
  request: 'GET /api/homepage?fields[0]=title&populate[featured][fields][0]=title',
  status: 200,
  response: { data: entry(1, { title: 'Welcome', featured: data(TIDE) }), meta: {} },
  statements: 2,
})

example('a fallback shows the best translation that is left over', {
  request: 'GET /api/articles?fields[0]=title&locale=fr&fallback=en',
  status: 200,
  response: {
    data: [entry(4, { title: 'Harbour', locale: 'en' }), entry(6, { title: 'Marée', locale: 'fr' })],
    meta: {
      pagination: { page: 1, pageSize: 25, pageCount: 1, total: 2 },
      locale: { asked: 'fr', served: ['fr', 'en'] },
    },
  },
  statements: 1,
})

example('names are those of the types, whatever the rules', {
  request: 'GET /api/articles?filters[author][nope]=1',
  status: 400,
  response: invalid('nope'),
  statements: 0,
})

example('a token with full access is outside of all rules', {
  request: 'GET /api/tags?fields[0]=name&sort=id',
  as: 'full-access',
  status: 200,
  response: collection(named(1, 'sea'), named(2, 'hill'), named(3, 'city')),
  statements: 1,
})

example('other tokens are not', {
  request: 'GET /api/tags?fields[0]=name&sort=id',
  as: 'read-only',
  status: 200,
  response: collection(named(1, 'sea'), named(3, 'city')),
  statements: 1,
})

example('with findRelated, entries are shown through relations', {
  request: 'GET /api/articles?fields[0]=title&filters[secret][code]=4711&populate[secret][fields][0]=code',
  status: 200,
  response: collection(entry(1, { title: 'Tide', secret: data(entry(1, { code: '4711' })) })),
  statements: 1 + 1,
})

for (const request of [
  'GET /api/secrets',
  'GET /api/secrets/1',
  'GET /api/secrets/aggregate?count',
  'GET /api/queries/secrets',
  'POST /api/secrets/query',
])
  example(`with findRelated alone, the routes of the type are closed: ${request}`, {
    request,
    ...(request.startsWith('POST') ? { body: {} } : {}),
    status: 403,
    response: failure(403, 'ForbiddenError', 'Forbidden'),
    statements: 0,
  })

/** The member has the id 1, which is the rank of the ridge. */
const exampleOfCaller = exampleIn({
  rules: {
    mine: { ...EVERYBODY, type: 'article', where: { rank: '$user.id' } },
    'not-mine': { roles: ['authenticated'], operations: ['read'], type: 'tag', where: { id: { $ne: '$user.id' } } },
    'by-name': {
      roles: ['authenticated'],
      operations: ['read'],
      type: 'tag',
      where: { $or: [{ name: '$user.username' }, { weight: { $gt: 10 } }] },
    },
    future: { roles: ['public'], operations: ['read'], type: 'author', where: { createdAt: { $gt: '$now' } } },
    past: {
      roles: ['public'],
      operations: ['read'],
      type: 'tag',
      where: { createdAt: { $between: ['2020-01-01', '$now'] } },
    },
  },
})

exampleOfCaller('$user stands for the user who is asking', {
  request: 'GET /api/articles?fields[0]=title',
  as: 'member',
  status: 200,
  response: collection(titled(2, 'Ridge')),
  statements: 1,
})

exampleOfCaller('several rules on a type have to be met together', {
  request: 'GET /api/tags?fields[0]=name',
  as: 'member',
  status: 200,
  response: collection(named(3, 'city')),
  statements: 1,
})

for (const as of ['public', 'read-only'] as const)
  exampleOfCaller(`a caller who is no user has no value to compare with, so nothing matches: ${as}`, {
    request: 'GET /api/articles',
    as,
    status: 200,
    response: collection(),
    statements: 1,
  })

exampleOfCaller('$now is the time of the request', {
  request: 'GET /api/teams?fields[0]=name&filters[id]=1&populate[members][fields][0]=name',
  status: 200,
  response: collection(entry(1, { name: 'Editors', members: data([]) })),
  statements: 1 + 1,
})

exampleOfCaller('$now may be one end of a range', {
  request: 'GET /api/tags?fields[0]=name&filters[weight][$gt]=10',
  status: 200,
  response: collection(named(1, 'sea'), named(3, 'city')),
  statements: 1,
})

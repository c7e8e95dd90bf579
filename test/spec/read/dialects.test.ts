/** The two dialects, side by side: every difference between the document and Strapi v4. */
import { example, exampleIn } from '../../support/worlds/example.ts'
import {
  ADA,
  BEN,
  bare,
  CITY,
  collection,
  data,
  entry,
  failure,
  HILL,
  SEA,
  single,
} from '../../support/worlds/world-rows.ts'

const notCombined = (parameter: string) =>
  failure(
    400,
    'ValidationError',
    `populate and ${parameter} cannot be combined. The setting api.populateWithPagination allows it.`,
  )

example('populate and pagination cannot be combined, and the error names both and the setting that lifts it', {
  request: 'GET /api/articles?populate[0]=author&pagination[page]=1&pagination[pageSize]=2',
  dialect: 'document',
  status: 400,
  response: notCombined('pagination'),
  statements: 0,
  headers: { 'x-populus-error': 'Q107' },
})

example('populate=* and pagination cannot be combined', {
  request: 'GET /api/articles?populate=*&pagination[start]=0&pagination[limit]=1',
  dialect: 'document',
  status: 400,
  response: notCombined('pagination'),
  statements: 0,
})

example('in the dialect strapi4 populate and pagination combine', {
  request: 'GET /api/articles?fields[0]=title&populate[0]=author&pagination[page]=1&pagination[pageSize]=2',
  dialect: 'strapi4',
  status: 200,
  response: {
    data: [entry(1, { title: 'Tide', author: data(ADA) }), entry(2, { title: 'Ridge', author: data(BEN) })],
    meta: { pagination: { page: 1, pageSize: 2, pageCount: 2, total: 4 } },
  },
  statements: 3,
})

exampleIn({ populateWithPagination: true })('the setting api.populateWithPagination lifts only that rule', {
  request:
    'GET /api/articles?fields[0]=title&populate[author][fields][0]=name&populate[tags][limit]=1&populate[tags][fields][0]=name&pagination[pageSize]=1',
  dialect: 'document',
  status: 200,
  response: {
    data: [
      entry(1, {
        title: 'Tide',
        author: data(entry(1, { name: 'Ada Reed' })),
        tags: data([entry(1, { name: 'sea' })]),
      }),
    ],
    meta: { pagination: { page: 1, pageSize: 1, pageCount: 4, total: 4 } },
  },
  statements: 4,
})

exampleIn({ populateWithPagination: false })('the setting api.populateWithPagination can forbid it in strapi4', {
  request: 'GET /api/articles?populate=author&pagination[page]=1',
  dialect: 'strapi4',
  status: 400,
  response: notCombined('pagination'),
  statements: 0,
})

example('a read with populate is still answered with its first page of 25', {
  request: 'GET /api/authors?fields[0]=name&populate[team][fields][0]=name&filters[id]=3',
  status: 200,
  response: {
    data: [entry(3, { name: 'Cy Dane', team: data(null) })],
    meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
  },
  statements: 2,
})

example('pagination without populate works in both dialects', {
  request: 'GET /api/teams?fields[0]=id&pagination[pageSize]=1',
  status: 200,
  response: { data: [bare(1)], meta: { pagination: { page: 1, pageSize: 1, pageCount: 2, total: 2 } } },
  statements: 2,
})

example('pagination beside an empty populate is no combination', {
  request: 'GET /api/teams?fields[0]=id&populate=&pagination[pageSize]=1',
  status: 200,
  response: { data: [bare(1)], meta: { pagination: { page: 1, pageSize: 1, pageCount: 2, total: 2 } } },
  statements: 2,
})

example('pagination of one entry has no meaning, so that populate is not hindered by it', {
  request: 'GET /api/articles/2?fields[0]=title&populate[0]=author&pagination[page]=2',
  status: 200,
  response: single(2, { title: 'Ridge', author: data(BEN) }),
  statements: 2,
})

example('limit inside populate cannot be combined with populate', {
  request: 'GET /api/articles?populate[tags][limit]=1',
  dialect: 'document',
  status: 400,
  response: notCombined('populate[tags][limit]'),
  statements: 0,
})

example('start inside populate cannot be combined with populate', {
  request: 'GET /api/articles?populate[tags][start]=1',
  dialect: 'document',
  status: 400,
  response: notCombined('populate[tags][start]'),
  statements: 0,
})

example('pagination inside populate cannot be combined with populate', {
  request: 'GET /api/articles?populate[author][populate][articles][pagination][pageSize]=1',
  dialect: 'document',
  status: 400,
  response: notCombined('populate[author][populate][articles][pagination]'),
  statements: 0,
})

example('page inside populate cannot be combined with populate', {
  request: 'GET /api/articles?populate[tags][page]=1',
  dialect: 'document',
  status: 400,
  response: notCombined('populate[tags][page]'),
  statements: 0,
})

example('paging below on cannot be combined with populate', {
  request: 'GET /api/articles?populate[blocks][on][blocks.hero][limit]=1',
  dialect: 'document',
  status: 400,
  response: notCombined('populate[blocks][on][blocks.hero][limit]'),
  statements: 0,
})

example('in the dialect strapi4 limit inside populate counts for each parent', {
  request:
    'GET /api/articles?fields[0]=title&filters[id][$lt]=4&populate[tags][fields][0]=name&populate[tags][limit]=1',
  dialect: 'strapi4',
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', tags: data([entry(1, { name: 'sea' })]) }),
    entry(2, { title: 'Ridge', tags: data([entry(2, { name: 'hill' })]) }),
    entry(3, { title: 'Alone', tags: data([]) }),
  ),
  statements: 2,
})

example('in the dialect strapi4 start inside populate counts for each parent', {
  request:
    'GET /api/articles?fields[0]=title&filters[id][$lt]=3&populate[tags][fields][0]=name&populate[tags][start]=1&populate[tags][sort]=name',
  dialect: 'strapi4',
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', tags: data([entry(1, { name: 'sea' })]) }),
    entry(2, { title: 'Ridge', tags: data([entry(2, { name: 'hill' })]) }),
  ),
  statements: 2,
})

example('in the dialect strapi4 pagination inside populate counts for each parent', {
  request:
    'GET /api/articles?fields[0]=title&filters[id][$lt]=3&populate[tags][fields][0]=name&populate[tags][pagination][page]=2&populate[tags][pagination][pageSize]=1',
  dialect: 'strapi4',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      tags: {
        data: [entry(2, { name: 'hill' })],
        meta: { pagination: { page: 2, pageSize: 1, pageCount: 2, total: 2 } },
      },
    }),
    entry(2, {
      title: 'Ridge',
      tags: {
        data: [entry(3, { name: 'city' })],
        meta: { pagination: { page: 2, pageSize: 1, pageCount: 2, total: 2 } },
      },
    }),
  ),
  statements: 3,
})

example('in the dialect strapi4 a relation to one entry is not paged', {
  request:
    'GET /api/articles?fields[0]=title&filters[id]=1&populate[author][fields][0]=name&populate[author][pagination][page]=2',
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(1, { title: 'Tide', author: data(entry(1, { name: 'Ada Reed' })) })),
  statements: 2,
})

example('in the dialect strapi4 neither start nor limit hide the one related entry', {
  request:
    'GET /api/articles?fields[0]=title&filters[id]=1&populate[author][fields][0]=name&populate[author][start]=1&populate[author][limit]=1',
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(1, { title: 'Tide', author: data(entry(1, { name: 'Ada Reed' })) })),
  statements: 2,
})

example('in the dialect strapi4 limit below on counts for each parent', {
  request: 'GET /api/articles?fields[0]=title&filters[id]=1&populate[blocks][on][blocks.hero][limit]=1',
  dialect: 'strapi4',
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', blocks: [{ id: 1, __component: 'blocks.hero', heading: 'High water' }] }),
  ),
  statements: 3,
})

example('a block under on with a populate of its own shows no scalar fields in the document’s reading', {
  request: 'GET /api/articles?fields[0]=title&filters[id]=1&populate[blocks][on][blocks.duo][populate][tags]=true',
  dialect: 'document',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      blocks: [{ id: 1, __component: 'blocks.duo', tags: data([CITY, SEA]) }],
    }),
  ),
  statements: 4,
})

example('a block under on with a populate of its own keeps its scalar fields in the dialect strapi4', {
  request: 'GET /api/articles?fields[0]=title&filters[id]=1&populate[blocks][on][blocks.duo][populate][tags]=true',
  dialect: 'strapi4',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      blocks: [{ id: 1, __component: 'blocks.duo', heading: 'Who and what', tags: data([CITY, SEA]) }],
    }),
  ),
  statements: 4,
})

example('a list with * under on is everything, scalar fields too, in both dialects', {
  request:
    'GET /api/articles?fields[0]=title&filters[id]=1&populate[blocks][on][blocks.credit][populate][0]=*&populate[blocks][on][blocks.duo][populate][0]=*',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      blocks: [
        {
          id: 1,
          __component: 'blocks.duo',
          heading: 'Who and what',
          author: data(ADA),
          tags: data([CITY, SEA]),
        },
        { id: 1, __component: 'blocks.credit', author: data(BEN) },
      ],
    }),
  ),
  statements: 7,
})

example('both dialects answer alike where nothing is said', {
  request: 'GET /api/articles?fields[0]=title&filters[id]=1&populate[0]=tags',
  status: 200,
  response: collection(entry(1, { title: 'Tide', tags: data([SEA, HILL]) })),
  statements: 2,
})

const NO_TAG = {
  request: 'GET /api/tags?filters[id][0][$eq]=1',
  response: { data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } } },
}

example('conditions in a list of values are an error', {
  request: NO_TAG.request,
  dialect: 'document',
  status: 400,
  response: failure(400, 'ValidationError', 'Invalid value for filters[id]: expected a value, got {"$eq":"1"}'),
  statements: 0,
})

example('in the dialect strapi4 conditions in a list of values match nothing', {
  ...NO_TAG,
  dialect: 'strapi4',
  status: 200,
  statements: 1,
})

example('in the dialect strapi4 the other values of such a list count, also below a relation and $in', {
  request:
    'GET /api/articles?fields[0]=title&filters[id][$in][0][$eq]=2&filters[id][$in][1]=1&filters[author][0][name][$eq]=x&filters[author][1]=1',
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(1, { title: 'Tide' })),
  statements: 1,
})

example('in the dialect strapi4 names in such a list are checked', {
  request: 'GET /api/articles?filters[author][0][nope]=x',
  dialect: 'strapi4',
  status: 400,
  response: failure(400, 'ValidationError', 'Invalid parameter nope'),
  statements: 0,
})

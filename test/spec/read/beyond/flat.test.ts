/** `format=flat`: entries without `data` and `attributes`. */
import { example } from '../../../support/worlds/example.ts'
import { badValue, collection, entry } from '../../../support/worlds/world-rows.ts'

example('a list', {
  request:
    'GET /api/articles?format=flat&fields[0]=title&filters[id]=1&populate[author][fields][0]=name&populate[tags][fields][0]=name&populate[seo]=true',
  status: 200,
  response: {
    data: [
      {
        id: 1,
        title: 'Tide',
        author: { id: 1, name: 'Ada Reed' },
        tags: [
          { id: 1, name: 'sea' },
          { id: 2, name: 'hill' },
        ],
        seo: { id: 1, metaTitle: 'All about tides' },
      },
    ],
    meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
  },
  statements: 4,
})

example('one entry, with what is shown instead of related entries', {
  request:
    'GET /api/articles/3?format=flat&fields[0]=title&populate[author]=true&populate[tags][ids]=true&populate[related][count]=true',
  status: 200,
  response: { data: { id: 3, title: 'Alone', author: null, tags: [], related: { count: 0 } }, meta: {} },
  statements: 4,
})

example('blocks of a dynamic zone', {
  request: 'GET /api/articles/2?format=flat&fields[0]=title&populate[blocks][components][0]=blocks.quote',
  status: 200,
  response: {
    data: {
      id: 2,
      title: 'Ridge',
      blocks: [{ __component: 'blocks.quote', id: 2, words: 'Up is easier.', by: null }],
    },
    meta: {},
  },
  statements: 3,
})

example('v4 is the default', {
  request: 'GET /api/tags?format=v4&fields[0]=name&filters[id]=1',
  status: 200,
  response: collection(entry(1, { name: 'sea' })),
  statements: 1,
})

example('other formats are unknown', {
  request: 'GET /api/tags?format=fat',
  dialect: 'document',
  status: 400,
  response: badValue('format', 'expected v4 or flat, got "fat"'),
  statements: 0,
})

example('in the dialect of Strapi another format may be meant for somebody else', {
  request: 'GET /api/tags?format=json&fields[0]=name&filters[id]=1',
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(1, { name: 'sea' })),
  statements: 1,
})

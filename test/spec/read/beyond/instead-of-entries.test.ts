/** Ids, numbers and existence of related entries, and entries that must have some. */
import { example } from '../../../support/worlds/example.ts'
import { badValue, bare, collection, data, entry, failure, single } from '../../../support/worlds/world-rows.ts'

const THREE = 'GET /api/articles?fields[0]=title&filters[id][$lt]=4'
const ids = (...all: readonly number[]) => ({ data: all.map(id => ({ id })) })
const count = (number: number) => ({ data: { attributes: { count: number } } })
const exists = (is: boolean) => ({ data: { attributes: { exists: is } } })

example('ids shows nothing but the ids of related entries', {
  request: `${THREE}&populate[tags][ids]=true&populate[author][ids]=true`,
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', tags: ids(1, 2), author: { data: { id: 1 } } }),
    entry(2, { title: 'Ridge', tags: ids(2, 3), author: { data: { id: 2 } } }),
    entry(3, { title: 'Alone', tags: ids(), author: data(null) }),
  ),
  statements: 3,
})

example('ids of the related entries that match, in the order that is asked for', {
  request: `${THREE}&populate[tags][ids]=true&populate[tags][filters][name][$ne]=city&populate[tags][sort]=name:desc`,
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', tags: ids(1, 2) }),
    entry(2, { title: 'Ridge', tags: ids(2) }),
    entry(3, { title: 'Alone', tags: ids() }),
  ),
  statements: 2,
})

example('exists says whether there are any', {
  request: `${THREE}&populate[tags][exists]=true&populate[tags][filters][name]=sea&populate[cover][exists]=true`,
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', tags: exists(true), cover: exists(true) }),
    entry(2, { title: 'Ridge', tags: exists(false), cover: exists(true) }),
    entry(3, { title: 'Alone', tags: exists(false), cover: exists(false) }),
  ),
  statements: 3,
})

example('count, exists and ids are possible for media, too', {
  request: `${THREE}&populate[cover][count]=true&populate[gallery][count]=true`,
  dialect: 'document',
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', cover: count(1), gallery: count(2) }),
    entry(2, { title: 'Ridge', cover: count(1), gallery: count(0) }),
    entry(3, { title: 'Alone', cover: count(0), gallery: count(0) }),
  ),
  statements: 3,
})

example('ids of media', {
  request: `${THREE}&populate[cover][ids]=true`,
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', cover: { data: { id: 1 } } }),
    entry(2, { title: 'Ridge', cover: { data: { id: 2 } } }),
    entry(3, { title: 'Alone', cover: data(null) }),
  ),
  statements: 2,
})

example('only one of count, exists and ids', {
  request: `${THREE}&populate[tags][count]=true&populate[tags][ids]=true`,
  status: 400,
  response: badValue('populate[tags][ids]', 'it cannot be asked for together with populate[tags][count]'),
  statements: 0,
})

example('blocks of a dynamic zone have no ids in common', {
  request: `${THREE}&populate[blocks][ids]=true`,
  status: 400,
  response: badValue('populate[blocks][ids]', 'it is not possible for dynamic zones and relations to any type'),
  statements: 0,
})

example('required leaves out entries without related ones', {
  request: 'GET /api/articles?fields[0]=title&populate[author][fields][0]=name&populate[author][required]=true',
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', author: data(entry(1, { name: 'Ada Reed' })) }),
    entry(2, { title: 'Ridge', author: data(entry(2, { name: 'Ben Cole' })) }),
    entry(4, { title: 'Harbour', author: data(entry(1, { name: 'Ada Reed' })) }),
  ),
  statements: 2,
})

example('required together with filters: at least one must match', {
  request:
    'GET /api/articles?fields[0]=title&populate[tags][fields][0]=name&populate[tags][required]=true&populate[tags][filters][name]=sea',
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', tags: data([entry(1, { name: 'sea' })]) }),
    entry(4, { title: 'Harbour', tags: data([entry(1, { name: 'sea' })]) }),
  ),
  statements: 2,
})

example('a filter that an empty row would pass still needs a related entry', {
  request:
    'GET /api/articles?fields[0]=title&populate[author][fields][0]=id&populate[author][required]=true&populate[author][filters][name][$null]=true',
  status: 200,
  response: collection(),
  statements: 1,
})

example('what is required further down is required all the way', {
  request:
    'GET /api/authors?fields[0]=name&populate[articles][fields][0]=title&populate[articles][required]=true&populate[articles][populate][tags][fields][0]=name&populate[articles][populate][tags][required]=true&populate[articles][populate][tags][filters][name]=city',
  status: 200,
  response: collection(
    entry(2, {
      name: 'Ben Cole',
      articles: data([entry(2, { title: 'Ridge', tags: data([entry(3, { name: 'city' })]) })]),
    }),
  ),
  statements: 3,
})

example('what is required further down is required of everything above it', {
  request:
    'GET /api/authors?fields[0]=name&populate[articles][fields][0]=title&populate[articles][populate][tags][fields][0]=name&populate[articles][populate][tags][required]=true&populate[articles][populate][tags][filters][name]=city',
  status: 200,
  response: collection(
    entry(2, {
      name: 'Ben Cole',
      articles: data([entry(2, { title: 'Ridge', tags: data([entry(3, { name: 'city' })]) })]),
    }),
  ),
  statements: 3,
})

example('what is required inside a component is required of the entry', {
  request:
    'GET /api/articles?fields[0]=title&populate[seo][fields][0]=id&populate[seo][populate][image][required]=true&populate[seo][populate][image][fields][0]=id',
  status: 200,
  response: collection(entry(1, { title: 'Tide', seo: { id: 1, image: data(bare(1)) } })),
  statements: 3,
})

example('something hidden that is required further down requires nothing', {
  request:
    'GET /api/authors?filters[id][$gt]=1&fields[0]=name&populate[articles][fields][0]=title&populate[articles][populate][secret][required]=true',
  status: 200,
  response: collection(
    entry(2, { name: 'Ben Cole', articles: data([entry(2, { title: 'Ridge' })]) }),
    entry(3, { name: 'Cy Dane', articles: data([]) }),
  ),
  statements: 2,
})

example('an entry that lacks what is required is not found by its id', {
  request: 'GET /api/articles/3?populate[author][required]=true',
  status: 404,
  response: failure(404, 'NotFoundError', 'Not Found'),
  statements: 2,
})

example('a relation that the caller may not see requires nothing', {
  request: 'GET /api/articles/3?fields[0]=title&populate[secret][required]=true',
  status: 200,
  response: single(3, { title: 'Alone' }),
  statements: 1,
})

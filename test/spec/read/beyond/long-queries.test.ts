/** Queries as JSON in the body. */
import { example } from '../../../support/worlds/example.ts'
import { badValue, collection, data, entry, failure } from '../../../support/worlds/world-rows.ts'

const TAGS = data([entry(1, { name: 'sea' }), entry(2, { name: 'hill' })])
const QUERY = {
  fields: ['title'],
  filters: { id: { $in: [1, 3] }, featured: true },
  populate: { tags: { fields: ['name'] } },
  sort: ['title:desc'],
}

for (const request of ['POST /api/articles/query', 'QUERY /api/articles'])
  example(`${request} answers like GET with the same parameters`, {
    request,
    body: QUERY,
    status: 200,
    response: collection(entry(1, { title: 'Tide', tags: TAGS })),
    statements: 2,
  })

example('numbers, booleans and null mean what they mean in an address', {
  request: 'POST /api/articles/query',
  body: { fields: ['title'], filters: { rank: 3, featured: true }, populate: null, publicationState: 'live' },
  status: 200,
  response: collection(entry(1, { title: 'Tide' })),
  statements: 1,
})

example('a query longer than an address may be', {
  request: 'POST /api/articles/query',
  body: { fields: ['title'], filters: { $and: [{ id: 1 }, { title: { $ne: 'x'.repeat(20_000) } }] } },
  status: 200,
  response: collection(entry(1, { title: 'Tide' })),
  statements: 1,
})

example('no body is a query without parameters', {
  request: 'POST /api/tags/query',
  body: { fields: ['name'], filters: { id: 3 } },
  status: 200,
  response: collection(entry(3, { name: 'city' })),
  statements: 1,
})

example('mistakes are named as in an address', {
  request: 'POST /api/articles/query',
  body: { fields: [{ a: 1 }] },
  status: 400,
  response: badValue('fields', 'expected a name, a list of names or *, got [{"a":"1"}]'),
  statements: 0,
})

example('a list is no query', {
  request: 'POST /api/articles/query',
  body: [1],
  status: 400,
  response: badValue('the body', 'expected an object with the parameters'),
  statements: 0,
})

example('parameters are in one place only', {
  request: 'POST /api/articles/query?fields[0]=title',
  body: { filters: { id: 1 } },
  status: 400,
  response: failure(
    400,
    'ValidationError',
    'The query is in the address and in the body. Put all parameters into the body',
  ),
  statements: 0,
})

example('the rights are those of the list', {
  request: 'POST /api/secrets/query',
  body: {},
  status: 403,
  response: failure(403, 'ForbiddenError', 'Forbidden'),
  statements: 0,
})

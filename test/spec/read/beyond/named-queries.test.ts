/** Named queries. Those of the fixture are in `test/fixtures/world/queries`. */
import { type Example, example, exampleIn } from '../../../support/worlds/example.ts'
import { collection, entry, failure, single } from '../../../support/worlds/world-rows.ts'

const ADA = { data: entry(1, { name: 'Ada Reed' }) }
const NOT_FOUND = failure(404, 'NotFoundError', 'Not Found')

function badParameters(...problems: readonly (readonly [name: string, message: string])[]) {
  const text = problems.map(([name, message]) => `${name} ${message}`).join('; ')
  const errors = problems.map(([name, message]) => ({ path: [name], message, name: 'ValidationError' }))
  const body = failure(400, 'ValidationError', `Invalid parameters: ${text}`)
  return { ...body, error: { ...body.error, details: { errors } } }
}

example('a named query for one entry by a unique field', {
  request: 'GET /api/queries/article?slug=tide',
  status: 200,
  response: single(1, { title: 'Tide', author: ADA }),
  statements: 2,
})

example('a parameter in the place of another value', {
  request: 'GET /api/queries/article?slug=tide&locale=fr',
  status: 404,
  response: NOT_FOUND,
  statements: 1,
})

example('one entry by its id, with what the query says about the form', {
  request: 'GET /api/queries/tag?id=1',
  status: 200,
  response: { data: { id: 1, name: 'sea' }, meta: {} },
  statements: 1,
})

example('a single type', { request: 'GET /api/queries/home', status: 200, response: single(1, {}), statements: 1 })

example('a list: parameters that are not given leave no condition', {
  request: 'GET /api/queries/articles',
  status: 200,
  response: {
    data: [entry(3, { title: 'Alone' }), entry(4, { title: 'Harbour' })],
    meta: { pagination: { page: 1, pageSize: 2, pageCount: 2, total: 4 } },
  },
  statements: 2,
})

example('a list with every parameter', {
  request:
    'GET /api/queries/articles?rank=3&tags[]=sea&tags[]=hill&featured=true&until=2030-01-01&before=2030-01-01T00:00:00Z&score=1e9&size=1',
  status: 200,
  response: {
    data: [entry(1, { title: 'Tide' })],
    meta: { pagination: { page: 1, pageSize: 1, pageCount: 1, total: 1 } },
  },
  statements: 2,
  differs: {
    sqlite: { statements: 1, because: 'the related rows of the filter are read once, so the rows have the total' },
  },
})

example('parameters that are missing, wrong or unknown are all named', {
  request: 'GET /api/queries/article?locale=de&slugg=tide',
  status: 400,
  response: badParameters(
    ['slugg', 'is not a parameter of this query; did you mean slug?'],
    ['slug', 'is required'],
    ['locale', 'expected one of en, fr, got "de"'],
  ),
  statements: 0,
})

example('values of other types', {
  request:
    'GET /api/queries/articles?rank=11&tags=a&tags=b&tags=c&tags=d&featured=yes&until=2026-02-30&before=2026-01-01&score=many&size=1.5',
  status: 400,
  response: badParameters(
    ['rank', 'expected a whole number of at least 0 and of at most 10, got "11"'],
    ['tags', 'expected at most 3 values, got 4'],
    ['featured', 'expected true or false, got "yes"'],
    ['until', 'expected a date such as 2026-01-31, got "2026-02-30"'],
    ['before', 'expected a time such as 2026-01-31T08:00:00Z, got "2026-01-01"'],
    ['score', 'expected a number, got "many"'],
    ['size', 'expected a whole number of at least 1 and of at most 2, got "1.5"'],
  ),
  statements: 0,
})

example('a parameter is never an operator', {
  request: 'GET /api/queries/article?slug[$ne]=tide',
  status: 400,
  response: badParameters(['slug', 'expected a string']),
  statements: 0,
})

example('a value that is too long', {
  request: `GET /api/queries/article?slug=${'x'.repeat(21)}`,
  status: 400,
  response: badParameters(['slug', 'expected at most 20 characters, got 21']),
  statements: 0,
})

example('parameters of the query language are none of the query', {
  request: 'GET /api/queries/home?populate=*',
  status: 400,
  response: badParameters(['populate', 'is not a parameter of this query, which has none']),
  statements: 0,
})

example('rights are those of the plain read', {
  request: 'GET /api/queries/secrets',
  status: 403,
  response: failure(403, 'ForbiddenError', 'Forbidden'),
  statements: 0,
})

const YEAR = '2024-01-01T00:00:00.000Z'

example('a caller with the right', {
  request: 'GET /api/queries/secrets',
  as: 'full-access',
  status: 200,
  response: collection(entry(1, { code: '4711', createdAt: YEAR, updatedAt: YEAR })),
  statements: 1,
})

example('a name that no query has', {
  request: 'GET /api/queries/nothing',
  status: 404,
  response: NOT_FOUND,
  statements: 0,
})

example('nothing but GET', {
  request: 'POST /api/queries/home',
  body: {},
  status: 405,
  response: 'Method Not Allowed',
  statements: 0,
})

const inNamedOnly = exampleIn({ anonymousReads: 'named' })
/** The dialects do not differ in this. */
const exampleWithNamedOnly = (title: string, given: Example) => inNamedOnly(title, { ...given, dialect: 'document' })
const NAMED_ONLY = failure(
  403,
  'ForbiddenError',
  'Without credentials, content can be read only through named queries: GET /api/queries/<name> (setting api.anonymousReads)',
)

for (const request of [
  'GET /api/articles',
  'GET /api/articles/1',
  'GET /api/articles/slug:tide',
  'GET /api/homepage',
  'POST /api/articles/query',
  'QUERY /api/articles',
  'POST /api/articles?populate=*',
  'DELETE /api/articles/1?fields=title',
])
  exampleWithNamedOnly(`named queries only: ${request} is closed`, {
    request,
    ...(/^(POST|QUERY)/.test(request) ? { body: {} } : {}),
    status: 403,
    response: NAMED_ONLY,
    statements: 0,
  })

exampleWithNamedOnly('named queries only: other credentials than tokens are none', {
  request: 'GET /api/articles',
  send: { authorization: 'Basic YTpi' },
  status: 403,
  response: NAMED_ONLY,
  statements: 0,
})

exampleWithNamedOnly('named queries only: they are open', {
  request: 'GET /api/queries/article?slug=tide',
  status: 200,
  response: single(1, { title: 'Tide', author: ADA }),
  statements: 2,
})

exampleWithNamedOnly('named queries only: a token reads as ever', {
  request: 'GET /api/articles/1?fields[0]=title',
  as: 'read-only',
  status: 200,
  response: single(1, { title: 'Tide' }),
  statements: 1,
})

exampleWithNamedOnly('named queries only: other routes are open', {
  request: 'GET /api/i18n/locales',
  status: 403,
  response: failure(403, 'ForbiddenError', 'Forbidden'),
  statements: 0,
})

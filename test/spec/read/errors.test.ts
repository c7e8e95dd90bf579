/** Errors: their form, and that nothing a client can send is answered with 5xx. */
import { example } from '../../support/worlds/example.ts'
import { badValue, collection, data, entry, failure, invalid, single } from '../../support/worlds/world-rows.ts'

const NOT_FOUND = failure(404, 'NotFoundError', 'Not Found')

example('an error is null data and an object with status, name, message and details', {
  request: 'GET /api/articles?fields[0]=nonsense',
  status: 400,
  response: {
    data: null,
    error: { status: 400, name: 'ValidationError', message: 'Invalid parameter nonsense', details: {} },
  },
  statements: 0,
  headers: { 'content-type': 'application/json; charset=utf-8', etag: null },
})

example('a missing permission on a populated type is no error', {
  request: 'GET /api/articles/1?fields[0]=title&populate[secret][populate]=*',
  status: 200,
  response: single(1, { title: 'Tide' }),
  statements: 1,
})

example('a type that does not exist is not found', {
  request: 'GET /api/nothing',
  status: 404,
  response: NOT_FOUND,
  statements: 0,
})

example('the singular name of a collection is not found', {
  request: 'GET /api/article',
  status: 404,
  response: NOT_FOUND,
  statements: 0,
})

example('an entry that does not exist is not found', {
  request: 'GET /api/articles/999',
  status: 404,
  response: NOT_FOUND,
  statements: 1,
})

example('an id that is no whole number is not found', {
  request: 'GET /api/articles/abc',
  status: 404,
  response: NOT_FOUND,
  statements: 0,
})

example('an id with a fraction is not found', {
  request: 'GET /api/articles/1.5',
  status: 404,
  response: NOT_FOUND,
  statements: 0,
})

example('an id that is out of range is not found', {
  request: 'GET /api/articles/999999999999999999',
  status: 404,
  response: NOT_FOUND,
  statements: 0,
})

example('a negative id is not found', {
  request: 'GET /api/articles/-1',
  status: 404,
  response: NOT_FOUND,
  statements: 0,
})

example('a page that is no number is an error that says so', {
  request: 'GET /api/articles?pagination[page]=two',
  status: 400,
  response: badValue('pagination[page]', 'expected a whole number, got "two"'),
  statements: 0,
})

example('a page that is no whole number is an error that says so', {
  request: 'GET /api/articles?pagination[page]=1.5',
  status: 400,
  response: badValue('pagination[page]', 'expected a whole number, got "1.5"'),
  statements: 0,
})

example('both kinds of pagination together are an error', {
  request: 'GET /api/articles?pagination[page]=1&pagination[limit]=1',
  status: 400,
  response: failure(
    400,
    'ValidationError',
    'Invalid pagination parameters. Expected either start/limit or page/pageSize',
  ),
  statements: 0,
})

example('pagination outside of its brackets is an error', {
  request: 'GET /api/articles?page=2',
  status: 400,
  response: failure(
    400,
    'PaginationError',
    'Invalid pagination attributes. You cannot use page and offset pagination in the same query',
  ),
  statements: 0,
})

example('withCount takes only true and false', {
  request: 'GET /api/articles?pagination[withCount]=maybe',
  status: 400,
  response: failure(400, 'ValidationError', 'Invalid withCount parameter. Expected "t","1","true","false","0","f"'),
  statements: 0,
})

example('a number is needed to compare numbers', {
  request: 'GET /api/articles?filters[rank]=high',
  status: 400,
  response: badValue('filters[rank]', 'expected a number, got "high"'),
  statements: 0,
})

example('a date is needed to compare dates', {
  request: 'GET /api/articles?filters[day]=today',
  status: 400,
  response: failure(400, 'ValidationError', 'Invalid format, expected yyyy-MM-dd'),
  statements: 0,
})

example('a time is needed to compare times', {
  request: 'GET /api/articles?filters[clock]=noon',
  status: 400,
  response: failure(400, 'ValidationError', 'Invalid time format, expected HH:mm:ss.SSS'),
  statements: 0,
})

example('a moment is needed to compare moments', {
  request: 'GET /api/articles?filters[happenedAt]=now',
  status: 400,
  response: failure(400, 'ValidationError', 'Invalid format, expected a timestamp or an ISO date'),
  statements: 0,
})

example('an id that is no number finds nothing', {
  request: 'GET /api/articles?filters[id]=abc',
  status: 200,
  response: collection(),
  statements: 1,
  differs: {
    postgres: {
      because: 'it compares numbers with numbers only',
      status: 400,
      response: badValue('filters[id]', 'expected a whole number, got "abc"'),
      statements: 0,
    },
  },
})

example('a number of entries larger than any list means the largest page', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&pagination[pageSize]=99999999999999999999',
  status: 200,
  response: {
    data: [entry(1, { title: 'Tide' })],
    meta: { pagination: { page: 1, pageSize: 100, pageCount: 1, total: 1 } },
  },
  statements: 1,
})

example('filters that are a bare text are an error', {
  request: 'GET /api/articles?filters=abc',
  status: 400,
  response: badValue('filters', 'expected filters[attribute]=..., got "abc"'),
  statements: 0,
})

example('$or without a list is an error that shows the form', {
  request: 'GET /api/articles?filters[$or][title]=Tide',
  status: 400,
  response: badValue(
    'filters[$or]',
    'expected a list of conditions, filters[$or][0][attribute]=..., got {"title":"Tide"}',
  ),
  statements: 0,
})

example('a zone cannot be filtered', {
  request: 'GET /api/articles?filters[blocks][id]=1',
  status: 400,
  response: invalid('blocks'),
  statements: 0,
})

example('a relation cannot be a key of a sort', {
  request: 'GET /api/articles?sort=author',
  status: 400,
  response: invalid('author'),
  statements: 0,
})

example('a sort order that does not exist is an error that says so', {
  request: 'GET /api/articles?sort=title:up',
  status: 400,
  response: badValue('sort', 'expected asc or desc, got "up"'),
  statements: 0,
})

example('an operator of the database’s own is not accepted from outside', {
  request: 'GET /api/articles?filters[metadata][$jsonSupersetOf]=1',
  status: 400,
  response: badValue('filters[metadata][$jsonSupersetOf]', '$jsonSupersetOf cannot be used here'),
  statements: 0,
})

for (const [query, message] of [
  ['filters[constructor]=1', 'Invalid parameter constructor'],
  ['filters[__proto__][x]=1', 'Invalid parameter __proto__'],
  ['filters[name][toString]=1', 'There is no operator toString'],
  ['filters[$or][0][valueOf]=1', 'Invalid parameter valueOf'],
  ['filters[%63onstructor]=1', 'Invalid parameter constructor'],
  ['populate[constructor]=true', 'There is no attribute to populate named constructor'],
  ['sort[constructor]=asc', 'Invalid parameter constructor'],
  ['sort=__proto__', 'Invalid parameter __proto__'],
  ['pagination[__proto__]=1', 'Invalid parameter __proto__'],
] as const)
  example(`a name that every object has is refused like other unknown ones: ${query}`, {
    request: `GET /api/teams?fields[0]=name&${query}`,
    dialect: 'document',
    status: 400,
    response: failure(400, 'ValidationError', message),
    statements: 0,
  })

example('in the dialect strapi4 names that every object has are passed over', {
  request: 'GET /api/teams?fields[0]=name&filters[__proto__][x]=1&populate[constructor]=true',
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(1, { name: 'Editors' }), entry(2, { name: 'Print' })),
  statements: 1,
})

example('at the root, a name that every object has is as unknown as others', {
  request: 'GET /api/teams?fields[0]=name&constructor=1&__proto__[x]=1',
  status: 200,
  response: collection(entry(1, { name: 'Editors' }), entry(2, { name: 'Print' })),
  statements: 1,
})

example('a name that every object has is an unknown field', {
  request: 'GET /api/articles?fields[0]=constructor',
  status: 400,
  response: invalid('constructor'),
  statements: 0,
})

example('quotes and semicolons in a value are only text', {
  request: "GET /api/teams?filters[name]=Print';%20drop%20table%20teams;--&fields[0]=name",
  status: 200,
  response: collection(),
  statements: 1,
})

example('quotes in a name are only an unknown name', {
  request: 'GET /api/teams?sort=name"%20desc',
  status: 400,
  response: invalid('name" desc'),
  statements: 0,
})

example('a broken escape stays what it is', {
  request: 'GET /api/teams?fields[0]=name&filters[name]=%zz',
  status: 200,
  response: collection(),
  statements: 1,
})

example('in the dialect document quotes in populate are only an unknown name', {
  request: 'GET /api/teams/1?fields[0]=name&populate[0]=%27;--',
  dialect: 'document',
  status: 400,
  response: failure(400, 'ValidationError', "There is no attribute to populate named ';--"),
  statements: 0,
})

example('in the dialect strapi4 populate never fails for a name', {
  request: 'GET /api/teams/1?fields[0]=name&populate[0]=%27;--&populate[1]=members..team&populate[2]=.members',
  dialect: 'strapi4',
  status: 200,
  response: single(1, {
    name: 'Editors',
    members: data([
      entry(1, {
        name: 'Ada Reed',
        email: 'ada@example.com',
        born: '1990-02-03',
        createdAt: '2024-01-01T00:00:00.000Z',
        updatedAt: '2024-01-01T00:00:00.000Z',
      }),
    ]),
  }),
  statements: 2,
})

example('a method that a path does not have is 405 and says which it has', {
  request: 'PATCH /api/articles',
  status: 405,
  response: 'Method Not Allowed',
  headers: { allow: /\bGET\b/, 'content-type': 'text/plain; charset=utf-8' },
  statements: 0,
})

example('names and options of populate cannot be mixed in one list', {
  request: 'GET /api/articles?populate=author&populate[tags]=true',
  status: 400,
  response: badValue('populate[1]', 'expected the name of an attribute, got {"tags":"true"}'),
  statements: 0,
})

example('count takes only true and false', {
  request: 'GET /api/articles?populate[tags][count]=many',
  status: 400,
  response: badValue('populate[tags][count]', 'expected true or false, got "many"'),
  statements: 0,
})

example('a nested publicationState that does not exist is an error that says so', {
  request: 'GET /api/articles?populate[tags][publicationState]=draft',
  status: 400,
  response: badValue('populate[tags][publicationState]', 'expected live or preview, got "draft"'),
  statements: 0,
})

example('a sort needs a name', {
  request: 'GET /api/articles?sort=:asc',
  status: 400,
  response: badValue('sort', 'expected a name before the order, got ":asc"'),
  statements: 0,
})

example('a group of conditions cannot stand under a field', {
  request: 'GET /api/articles?filters[rank][$or][0][$lt]=0',
  status: 400,
  response: badValue('filters[rank][$or]', '$or cannot be used here'),
  statements: 0,
})

example('$not needs conditions', {
  request: 'GET /api/articles?filters[$not]=1',
  status: 400,
  response: badValue('filters[$not]', 'expected conditions, got "1"'),
  statements: 0,
})

/** One entry by the value of a unique field. */
import { example } from '../../../support/worlds/example.ts'
import { failure, single } from '../../../support/worlds/world-rows.ts'

const NOT_FOUND = failure(404, 'NotFoundError', 'Not Found')

example('by its slug', {
  request: 'GET /api/articles/slug:tide?fields[0]=title',
  status: 200,
  response: single(1, { title: 'Tide' }),
  statements: 1,
})

example('with everything that a read by id can have', {
  request: 'GET /api/articles/slug:ridge?fields[0]=title&populate[author][fields][0]=name',
  status: 200,
  response: single(2, { title: 'Ridge', author: { data: { id: 2, attributes: { name: 'Ben Cole' } } } }),
  statements: 2,
})

example('in another locale', {
  request: 'GET /api/articles/slug:tide?fields[0]=title&locale=fr',
  status: 404,
  response: NOT_FOUND,
  statements: 1,
})

example('a value that no entry has', {
  request: 'GET /api/articles/slug:nothing',
  status: 404,
  response: NOT_FOUND,
  statements: 1,
})

example('an empty value', {
  request: 'GET /api/articles/slug:',
  status: 404,
  response: NOT_FOUND,
  statements: 1,
})

example('a field that is not unique', {
  request: 'GET /api/articles/title:Tide',
  dialect: 'document',
  status: 400,
  response: failure(400, 'ValidationError', 'There is no unique field named title'),
  statements: 0,
})

example('a field that is not unique, in the dialect of Strapi', {
  request: 'GET /api/articles/title:Tide',
  dialect: 'strapi4',
  status: 404,
  response: NOT_FOUND,
  statements: 0,
})

example('a draft is not found', {
  request: 'GET /api/articles/slug:sketch',
  dialect: 'document',
  status: 404,
  response: NOT_FOUND,
  statements: 1,
})

example('a type that the caller may not read', {
  request: 'GET /api/secrets/slug:safe',
  status: 403,
  response: failure(403, 'ForbiddenError', 'Forbidden'),
  statements: 0,
})

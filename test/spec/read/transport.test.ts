/** HTTP around the answers: tags, headers, origins, methods. */
import { example, exampleIn } from '../../support/worlds/example.ts'
import { collection, EDITORS, failure, PRINT } from '../../support/worlds/world-rows.ts'

const TEAMS = { request: 'GET /api/teams', status: 200, response: collection(EDITORS, PRINT) } as const

example('a 200 to a GET has a tag', {
  ...TEAMS,
  headers: { etag: /^W\/"[\w.-]+"$/, 'content-type': 'application/json; charset=utf-8' },
  statements: 1,
})

example('whoever has the answer already gets 304 without a body', {
  request: 'GET /api/teams',
  send: { 'if-none-match': '*' },
  status: 304,
  response: '',
  headers: { etag: /^W\/"[\w.-]+"$/ },
  statements: 1,
})

example('a tag of something else is answered in full', {
  ...TEAMS,
  send: { 'if-none-match': '"something-else", W/"another"' },
  statements: 1,
})

exampleIn({ development: true })('an answer tells how long its stages took', {
  ...TEAMS,
  headers: { 'server-timing': /^access;dur=[\d.]+, plan;dur=[\d.]+, answer;dur=[\d.]+$/ },
  statements: 1,
})

example('an error has no tag', {
  request: 'GET /api/nothing',
  status: 404,
  response: failure(404, 'NotFoundError', 'Not Found'),
  headers: { etag: null },
  statements: 0,
})

example('HEAD answers the headers of GET without the body', {
  request: 'HEAD /api/teams',
  status: 200,
  response: '',
  headers: { etag: /^W\/"[\w.-]+"$/, 'content-type': 'application/json; charset=utf-8' },
  statements: 1,
})

example('no answer says by what it was made', {
  ...TEAMS,
  headers: { 'x-powered-by': null, server: null },
  statements: 1,
})

example('answers carry the headers that browsers use for protection', {
  ...TEAMS,
  headers: {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': /max-age=31536000/,
  },
  statements: 1,
})

example('with any origin allowed, origins are not echoed and credentials are not allowed', {
  ...TEAMS,
  send: { origin: 'https://elsewhere.example' },
  headers: { 'access-control-allow-origin': '*', 'access-control-allow-credentials': null },
  statements: 1,
})

example('a preflight is answered with the methods that may be used', {
  request: 'OPTIONS /api/teams',
  send: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
  status: 204,
  response: '',
  headers: {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': /GET/,
    'access-control-allow-credentials': null,
  },
  statements: 0,
})

example('OPTIONS that is no preflight tells the methods of the path', {
  request: 'OPTIONS /api/teams?populate=*',
  send: { origin: 'https://elsewhere.example' },
  status: 200,
  response: '',
  headers: { allow: 'HEAD, GET, POST', 'content-type': 'text/plain; charset=utf-8', 'content-length': '0' },
  statements: 0,
})

example('OPTIONS of one entry tells the methods of entries', {
  request: 'OPTIONS /api/teams/1',
  status: 200,
  response: '',
  headers: { allow: 'HEAD, GET, PUT, DELETE' },
  statements: 0,
})

const exampleWithOrigins = exampleIn({ cors: { origin: ['https://shop.example'] } })

exampleWithOrigins('an origin that is listed is answered with its name and may send credentials', {
  ...TEAMS,
  send: { origin: 'https://shop.example' },
  headers: { 'access-control-allow-origin': 'https://shop.example', 'access-control-allow-credentials': 'true' },
  statements: 1,
})

exampleWithOrigins('an origin that is not listed is not echoed', {
  ...TEAMS,
  send: { origin: 'https://elsewhere.example' },
  headers: { 'access-control-allow-origin': null },
  statements: 1,
})

example('the state of health is 204', {
  request: 'GET /_health',
  status: 204,
  response: '',
  statements: 0,
})

import { example } from '../../support/example.ts'
example('smoke', { request: 'GET /api/articles?fields[0]=title&populate[0]=author', status: 200, response: {}, statements: 3 })
example('smoke2', { request: 'GET /api/articles/1?populate=*', status: 200, response: {}, statements: 3 })

/** The routes of a project are looked through once per request, unless its code changes the method. */
import type { Middleware } from 'koa'
import { inject } from 'light-my-request'
import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import type { Endpoint } from '../../src/strapi/run/requests/endpoint.ts'
import { createKoaApp } from '../../src/strapi/run/requests/koa-app.ts'
import { createProjectRequests } from '../../src/strapi/run/requests/project-requests.ts'
import { strapiLog } from '../../src/strapi/run/strapi-log.ts'

/** Answers one request, and counts how often its path was compared and whether it is closed was asked. */
async function asked(middlewares: readonly Middleware[], closed: (method: string) => string | undefined) {
  const counts = { compared: 0, closed: 0 }
  const endpoint = (method: string): Endpoint => ({
    method,
    path: '/api/hello',
    match: () => {
      counts.compared++
      return { params: {}, captures: [] }
    },
    handle: async ctx => {
      ctx.body = `${method} was answered`
    },
    core: undefined,
    file: 'src/api/hello/routes/hello.js',
  })
  const requests = createProjectRequests({
    app: createKoaApp({ proxy: false, limits: DEFAULT_LIMITS }),
    endpoints: [endpoint('POST'), endpoint('PUT')],
    sessions: (_, next) => next(),
    includeUnparsed: false,
    middlewares,
    types: [],
    prefix: '/api',
    closed: method => {
      counts.closed++
      return closed(method)
    },
    isTouched: () => true,
    limits: { bodySize: 1000, fileSize: 1000, formFields: 1, formFiles: 1, query: DEFAULT_LIMITS },
    log: strapiLog({ info: () => undefined, warn: () => undefined, error: () => undefined }),
    runInContext: (_, run) => run(),
  })
  const answer = await inject(
    (request, response) => {
      const taken = { request, response, path: '/api/hello', next: unused, pass: unused }
      return requests.take('POST', '/api/hello')!(taken as never)
    },
    { method: 'POST', url: '/api/hello', payload: {} },
  )
  return { status: answer.statusCode, body: answer.body, ...counts }
}

const unused = () => {
  throw new Error('the code of the project answers')
}
const open = () => undefined
const asPut: Middleware = (ctx, next) => {
  ctx.method = 'PUT'
  return next()
}

test('one lookup for each request', async () => {
  expect(await asked([], open)).toEqual({ status: 200, body: 'POST was answered', compared: 1, closed: 1 })
})

test('a changed method is looked up again', async () => {
  expect(await asked([asPut], open)).toEqual({ status: 200, body: 'PUT was answered', compared: 2, closed: 2 })
})

test('a changed method does not open a closed route', async () => {
  const { status, body } = await asked([asPut], method => (method === 'PUT' ? 'src/policies/owner.js' : undefined))
  expect(status).toBe(501)
  expect(body).not.toContain('was answered')
})

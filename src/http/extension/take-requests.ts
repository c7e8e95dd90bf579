/** Offers every request to code that decides itself which ones it answers. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routeOf } from '../content/type-routes.ts'
import { sendError } from '../error-reply.ts'
import { builtInAnswer, isPassedOn, passOnRequest } from './built-in-answer.ts'
import type { RequestTaker } from './route-extension.ts'
import { takeOver } from './route-request.ts'

/** After the headers of every answer, and before anything is asked about the request. */
export function takeRequests(server: FastifyInstance, taker: RequestTaker): void {
  server.addHook('onRequest', (request, reply, done) => {
    const path = routedPath(request)
    const handle = isPassedOn(request.raw) ? undefined : taker.take(request.method, path)
    if (handle === undefined) {
      done()
      return
    }
    const response = takeOver(reply)
    const next = (changes = {}) => builtInAnswer(server, request, changes)
    const pass = () => passOnRequest(server, request.raw, response)
    const failed = (error: unknown) => request.log.error({ err: error }, 'The code of the project failed')
    handle({ request: request.raw, response, path, next, pass }).catch((error: unknown) =>
      sendError(response, error, { common: [], failed }),
    )
  })
}

/** The path as the router has understood it: another spelling of a path must not lead around the code. */
function routedPath(request: FastifyRequest): string {
  const { params, raw } = request
  const url = routeOf(request)
  if (url === undefined) return (raw.url ?? '/').split(/[?#]/, 1)[0]!
  const values = params as Readonly<Record<string, string>>
  return url.replace(/:(\w+)|\*/g, (whole, name: string | undefined) => {
    const value = values[name ?? whole] ?? ''
    return name === undefined ? encodeURI(value) : encodeURIComponent(value)
  })
}

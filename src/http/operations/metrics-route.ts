/** `GET /metrics`, and the request counting for it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { PopulusError } from '../../errors.ts'
import { bearerToken } from '../../identity/access/authenticate.ts'
import { sameSecret } from '../../util/same-secret.ts'
import { routeOf } from '../content/type-routes.ts'
import type { Metrics } from './metrics.ts'

/** Call this before registering the routes to be counted. */
export function registerMetrics(server: FastifyInstance, metrics: Metrics, readers: Readers): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request) ?? 'none'
    metrics.count({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
    done()
  })
  server.get('/metrics', async (request, reply) => {
    checkReader(request, readers)
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}

type Readers = Pick<Config['metrics'], 'token' | 'public'>

/** Allows callers with the token, or everybody if the settings say so. The sender's address proves nothing. */
function checkReader({ headers }: FastifyRequest, { token, public: isPublic }: Readers): void {
  if (isPublic) return
  if (token === undefined)
    throw new PopulusError('forbidden', {}, { hint: 'set metrics.token, or metrics.public to let everybody read them' })
  if (!sameSecret(bearerToken(headers.authorization) ?? '', token)) throw new PopulusError('unauthorized')
}

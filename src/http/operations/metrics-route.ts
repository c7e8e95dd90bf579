/** `GET /metrics`, and the counting of requests for it. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PopulusError } from '../../errors.ts'
import { bearerToken } from '../../identity/access/authenticate.ts'
import { isLocal } from '../admin/admin-session.ts'
import type { Metrics } from './metrics.ts'

/** To be called before the routes are registered that shall be counted. */
export function registerMetrics(server: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    metrics.count({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
    done()
  })
  server.get('/metrics', async (request, reply) => {
    checkReader(request, token)
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}

/** Whoever has the token; without one in the settings, the machine itself. */
function checkReader(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined) {
    if (isLocal(request)) return
    throw new PopulusError(
      'forbidden',
      {},
      { hint: 'without the setting metrics.token only the machine itself may ask' },
    )
  }
  if (!isSame(bearerToken(request.headers.authorization) ?? '', token)) throw new PopulusError('unauthorized')
}

/** Takes as long for a token that is nearly right as for any other. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

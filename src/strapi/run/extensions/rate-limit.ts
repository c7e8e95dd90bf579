/** `plugin::users-permissions.rateLimit`: the limit of the server's own routes, for routes of the project. */
import type { Middleware } from 'koa'
import type { Config } from '../../../config/config.ts'
import { RateLimiter } from '../../../identity/sign-in/rate-limiter.ts'
import { RateLimitError } from '../errors/strapi-errors.ts'

export function rateLimitMiddleware({ rateLimit }: Config): () => Middleware {
  const limiter = rateLimit.enabled ? new RateLimiter(rateLimit) : undefined
  return () => async (ctx, next) => {
    const { email, identifier = email } = (ctx.request.body ?? {}) as Readonly<Record<string, unknown>>
    const verdict = await limiter?.check({
      route: ctx._matchedRoute,
      address: ctx.ip,
      identifier: typeof identifier === 'string' ? identifier : undefined,
    })
    if (verdict?.allowed === false) throw new RateLimitError()
    return next()
  }
}

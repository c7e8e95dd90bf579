/** `plugin::users-permissions.rateLimit`: the limit of the server's own routes, for routes of the project. */
import type { Config } from '../../../config/config.ts'
import { RateLimiter } from '../../../identity/sign-in/rate-limiter.ts'
import { RateLimitError } from '../errors/strapi-errors.ts'
import type { Loose } from '../strapi-types.ts'

export function rateLimitMiddleware({ rateLimit }: Config): Loose {
  const limiter = rateLimit.enabled ? new RateLimiter(rateLimit) : undefined
  return () => async (ctx: Loose, next: Loose) => {
    const { email, identifier = email } = ctx.request.body ?? {}
    const verdict = await limiter?.check({
      route: ctx._matchedRoute,
      address: ctx.ip,
      identifier: typeof identifier === 'string' ? identifier : undefined,
    })
    if (verdict?.allowed === false) throw new RateLimitError()
    return next()
  }
}

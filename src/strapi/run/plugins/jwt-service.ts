/** `strapi.plugin('users-permissions').service('jwt')`: tokens that the server itself accepts. */
import type { Context } from 'koa'
import { bearerToken } from '../../../identity/access/authenticate.ts'
import { tokenSecret } from '../../../identity/sign-in/issue-token.ts'
import { readPayload, signPayload } from '../../../identity/sign-in/payload-token.ts'
import type { UsersContext } from '../../../identity/users/users-context.ts'
import { secondsOf } from '../../../util/time/seconds-of.ts'
import { NotSupportedError } from '../entities/not-supported.ts'

type Payload = Readonly<Record<string, unknown>>

/** Names of options and of the claims that they set. */
const CLAIMS = { subject: 'sub', audience: 'aud', issuer: 'iss', jwtid: 'jti' } as const

/** `earliest`: the second from which the tokens of a user count. */
export function jwtService(users: UsersContext, earliest: (userId: unknown) => number) {
  return {
    /** Not a promise, as in Strapi. */
    issue: (payload: Payload & { toJSON?: () => Payload }, options: Payload = {}): string => {
      const values: Payload = typeof payload.toJSON === 'function' ? payload.toJSON() : payload
      const { expiresIn = users.config.tokenLifetime, ...others } = options
      const iat = Math.max(Math.floor(users.clock() / 1000), earliest(values.id))
      const claims = Object.entries(others).map(([name, value]) => {
        if (!Object.hasOwn(CLAIMS, name)) throw new NotSupportedError(`the option ${name} of the jwt service's issue`)
        return [CLAIMS[name as keyof typeof CLAIMS], value]
      })
      const all = { ...values, ...Object.fromEntries(claims), iat, exp: iat + spanOf(expiresIn) }
      return signPayload(tokenSecret(users), all)
    },
    verify: async (token: string): Promise<Payload> => {
      try {
        return await readPayload(tokenSecret(users), token, users.clock())
      } catch {
        throw new Error('Invalid token.')
      }
    },
    async getToken(ctx: Context | undefined): Promise<Payload | null> {
      const token = bearerToken(ctx?.request?.header?.authorization)
      return token === undefined ? null : this.verify(token)
    },
  }
}

function spanOf(given: unknown): number {
  const seconds = secondsOf(given)
  if (typeof seconds === 'number' && Number.isFinite(seconds)) return seconds
  throw new Error(`expiresIn of the jwt service's issue: expected seconds or a text such as 7d, got ${String(given)}`)
}

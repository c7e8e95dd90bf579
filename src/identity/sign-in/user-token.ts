/** The JWTs that users get when they sign in: HS256, payload `{ id, iat, exp }`, as in Strapi v4. */
import { createSecretKey } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'

/** Longer strings are not our tokens. */
const MAX_LENGTH = 8192
/** How far in the future a token may have been issued, for clocks that differ. */
const CLOCK_TOLERANCE_SECONDS = 60
/** Largest id that the databases store. */
const MAX_ID = 2 ** 31 - 1

export interface UserToken {
  readonly userId: number
  /** Seconds since 1970; 0 if the token does not contain it. */
  readonly issuedAt: number
}

/** Returns the user that a token names, or `undefined` if the token is not ours or has expired. */
export type UserTokenReader = (token: string, now: number) => Promise<UserToken | undefined>

export function userTokenReader(secret: string): UserTokenReader {
  const key = createSecretKey(Buffer.from(secret))
  return async (token, now) => {
    if (token.length > MAX_LENGTH) return undefined
    try {
      const { payload, protectedHeader } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        currentDate: new Date(now),
      })
      const type = protectedHeader.typ?.toLowerCase() ?? 'jwt'
      return type === 'jwt' ? userToken(payload) : undefined
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }
}

/** `lifetime` is in seconds. */
export function signUserToken(secret: string, { userId, issuedAt }: UserToken, lifetime: number): Promise<string> {
  return new SignJWT({ id: userId, iat: issuedAt, exp: issuedAt + lifetime })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(createSecretKey(Buffer.from(secret)))
}

/** `now`: milliseconds since 1970. */
export function isFromTheFuture({ issuedAt }: UserToken, now: number): boolean {
  return issuedAt * 1000 > now + CLOCK_TOLERANCE_SECONDS * 1000
}

function userToken({ id, iat = 0 }: JWTPayload): UserToken | undefined {
  const known = typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= MAX_ID
  return known ? { userId: id, issuedAt: iat } : undefined
}

/** The JWTs that users get when they sign in: HS256, payload `{ id, iat, exp }`, as Strapi v4 makes them. */
import { createSecretKey } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'

/** Longer texts are no token of ours. */
const MAX_LENGTH = 8192
/** How far in the future a token may have been made, for clocks that differ. */
const CLOCK_TOLERANCE_SECONDS = 60
/** Largest id that the databases store. */
const MAX_ID = 2 ** 31 - 1

/** Gives the id of the user whom a token names, or `undefined` when it is not one of ours or has expired. */
export type UserTokenReader = (token: string, now: number) => Promise<number | undefined>

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
      return type === 'jwt' && !isFromTheFuture(payload, now) ? userId(payload) : undefined
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }
}

function isFromTheFuture({ iat }: JWTPayload, now: number): boolean {
  return iat !== undefined && iat * 1000 > now + CLOCK_TOLERANCE_SECONDS * 1000
}

function userId({ id }: JWTPayload): number | undefined {
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= MAX_ID ? id : undefined
}

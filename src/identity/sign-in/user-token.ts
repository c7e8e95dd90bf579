/** The JWTs that users get when they sign in: HS256, payload `{ id, iat, exp }`, as in Strapi v4. */
import { createSecretKey, type KeyObject } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { isId } from '../../util/json/largest-id.ts'
import { sha256 } from '../../util/sha256.ts'

/** Longer strings are not our tokens. */
const MAX_LENGTH = 8192
/** How far in the future a token may have been issued, for clocks that differ. */
const CLOCK_TOLERANCE_SECONDS = 60
/** How many tokens are known; a user sends the same one with every request. */
const MOST_KNOWN = 2000

export interface UserToken {
  readonly userId: number
  /** Seconds since 1970; 0 if the token does not contain it. */
  readonly issuedAt: number
}

/** Returns the user that a token names, or `undefined` if the token is not ours or has expired. */
export type UserTokenReader = (token: string, now: number) => Promise<UserToken | undefined>

/** Checks the signature of a token once. Whether it is valid now is checked every time. */
export function userTokenReader(secret: string): UserTokenReader {
  const key = createSecretKey(Buffer.from(secret))
  const signed = new Map<string, SignedToken>()
  return async (token, now) => {
    if (token.length > MAX_LENGTH) return undefined
    const name = sha256(token, 'base64url')
    const known = signed.get(name)
    if (known !== undefined && isWithin(known, now)) return known.userToken
    const found = await verify(token, key, now)
    if (found === undefined) return undefined
    // The oldest goes first.
    if (signed.size >= MOST_KNOWN) signed.delete(signed.keys().next().value!)
    signed.set(name, found)
    return found.userToken
  }
}

interface SignedToken {
  readonly userToken: UserToken
  /** Seconds since 1970. */
  readonly from: number
  readonly until: number
}

/** As `jwtVerify` sees it. */
function isWithin({ from, until }: SignedToken, now: number): boolean {
  const seconds = Math.floor(now / 1000)
  return from <= seconds && seconds < until
}

async function verify(token: string, key: KeyObject, now: number): Promise<SignedToken | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      currentDate: new Date(now),
    })
    const userToken = (protectedHeader.typ?.toLowerCase() ?? 'jwt') === 'jwt' ? userOf(payload) : undefined
    if (userToken === undefined) return undefined
    return { userToken, from: payload.nbf ?? 0, until: payload.exp ?? Number.POSITIVE_INFINITY }
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
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

function userOf({ id, iat = 0 }: JWTPayload): UserToken | undefined {
  return isId(id) ? { userId: id, issuedAt: iat } : undefined
}

/**
 * What has to be remembered while a user is at the provider. It is kept in a cookie of the browser that went there, signed,
 * for ten minutes. Only that browser can finish the sign-in.
 */
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

export interface PendingSignIn {
  readonly provider: string
  /** Sent to the provider, which sends it back. */
  readonly state: string
  /** Proves to the provider that the one who started is the one who finishes (PKCE). */
  readonly verifier: string
  /** The page that gets the token. */
  readonly callback: string
  /** An administrator tries the provider: nobody is signed in, and no page gets a token. */
  readonly isTrial?: boolean
}

const SECONDS = 600

export function newPending(provider: string, callback: string): PendingSignIn {
  return { provider, callback, state: random(), verifier: random() }
}

/** Not to be guessed. */
export const random = (): string => randomBytes(32).toString('base64url')

/** The value of the cookie. */
export function sealPending(secret: string, pending: object, now: number): Promise<string> {
  const issuedAt = Math.floor(now / 1000)
  return new SignJWT({ ...pending })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + SECONDS)
    .sign(keyOf(secret))
}

/** `undefined` if the cookie is not ours, or too old. */
export async function openPending<Pending = PendingSignIn>(
  secret: string,
  value: string,
  now: number,
): Promise<Pending | undefined> {
  try {
    const { payload } = await jwtVerify(value, keyOf(secret), { algorithms: ['HS256'], currentDate: new Date(now) })
    return payload as unknown as Pending
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** A key of its own: the value must never pass as the token of a user. */
function keyOf(secret: string) {
  return createSecretKey(createHmac('sha256', secret).update('populus sign-in with a provider').digest())
}

export interface CookiePlace {
  readonly provider: string
  /** The path below which the browser sends it back. */
  readonly path: string
  readonly secure: boolean
}

/** `value` of `''` removes the cookie. */
export function pendingCookie({ provider, path, secure }: CookiePlace, value: string): string {
  const age = value === '' ? 0 : SECONDS
  const parts = [`${cookieName(provider)}=${value}`, `Path=${path}`, `Max-Age=${age}`, 'HttpOnly', 'SameSite=Lax']
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ')
}

/** Finds the value in a `Cookie` header. */
export function pendingIn(cookies: string | undefined, provider: string): string | undefined {
  const name = `${cookieName(provider)}=`
  return cookies
    ?.split(/;\s*/)
    .find(cookie => cookie.startsWith(name))
    ?.slice(name.length)
}

const cookieName = (provider: string): string => `populus_connect_${provider.replace(/[^\w-]/g, '_')}`

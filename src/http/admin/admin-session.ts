/** Finds out who calls the management API: reads the session token from a header or a cookie. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PopulusError } from '../../errors.ts'
import { bearerToken } from '../../identity/access/authenticate.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { type AdminSession, findSession } from '../../identity/administrators/admin-sessions.ts'
import { lacksFactor } from '../../identity/administrators/held-factors.ts'

const COOKIE = 'populus_admin'
/** Pages of other sites cannot send this header without asking first, and then they are refused. */
const HEADER = 'x-populus-admin'

/**
 * Rejects with `unauthorized`, and with `noCsrfHeader` for a cookie that another site's page may have sent. Where the server
 * asks for a second factor, those without one get `secondFactorRequired`, except at the few places that they need to set one up.
 */
export async function sessionOf(
  context: AdminContext,
  request: FastifyRequest,
  check: (request: FastifyRequest) => void = checkHeader,
): Promise<AdminSession> {
  const session = await knownSession(context, request, check)
  const isNeeded = !WITHOUT_FACTOR.test(request.url)
  if (isNeeded && (await lacksFactor(context, session))) throw new PopulusError('secondFactorRequired')
  return session
}

const WITHOUT_FACTOR = /^\/admin\/api\/(?:me|me\/second-factor|me\/passkeys|me\/passkeys\/setup|logout)$/

async function knownSession(
  context: AdminContext,
  request: FastifyRequest,
  check: (request: FastifyRequest) => void,
): Promise<AdminSession> {
  const bearer = bearerToken(request.headers.authorization)
  const cookie = bearer === undefined ? cookieIn(request.headers.cookie, COOKIE) : undefined
  if (cookie !== undefined) check(request)
  const token = bearer ?? cookie
  const session = token === undefined ? undefined : await findSession(context, token)
  if (session === undefined) throw new PopulusError('unauthorized')
  return session
}

/** Checks the header that goes with the cookie. */
export function checkHeader({ headers }: FastifyRequest): void {
  if (headers[HEADER] !== '1') throw new PopulusError('noCsrfHeader')
}

/** For a script of the panel: a page cannot send the header with it, but most browsers say by themselves whose page asks. */
export function checkPage(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') checkHeader(request)
}

/** - `a=1; populus_admin=abc` gives `abc` for `populus_admin` */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const pairs = header?.split(';').map(pair => pair.trim()) ?? []
  const found = pairs.find(pair => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1) || undefined
}

/** `maxAge` is in seconds; 0 removes the cookie. Scripts cannot read the cookie, and other sites do not send it. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, maxAge: number): void {
  const secure = isSecure(request) ? '; Secure' : ''
  reply.header('set-cookie', `${COOKIE}=${token}; Path=/admin; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`)
}

/** Can only err on the side of caution: a client that forges the header does not get a cookie back over plain HTTP. */
export function isSecure({ protocol, headers }: FastifyRequest): boolean {
  return protocol === 'https' || headers['x-forwarded-proto'] === 'https'
}

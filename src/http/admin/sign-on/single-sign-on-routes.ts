/**
 * Single sign-on of administrators. Browsers come here by themselves, so what goes wrong is told by the sign-in page, which gets the
 * code of the error.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ERRORS, PopulusError } from '../../../errors.ts'
import type { AdminContext } from '../../../identity/administrators/admin-context.ts'
import { checkAttempt } from '../../../identity/administrators/sign-in.ts'
import type { AttemptCounter } from '../../../identity/sign-in/rate-limiter.ts'
import { endPending, startSignOn } from '../../../identity/sign-on/start-sign-on.ts'
import { checkInput, text } from '../../../input/check-input.ts'
import { passkeyAnswer } from '../../../management/administrators/passkey-input.ts'
import { finishSignOn, finishWithFactor, STEP_SECONDS } from '../../../management/administrators/sign-on-session.ts'
import { searchOf } from '../../content/address-parts.ts'
import { registerOpen } from '../admin-route.ts'
import { checkHeader, cookieIn, isSecure, setSessionCookie } from '../admin-session.ts'
import { passkeySite } from './passkey-site.ts'

const SIGN_IN_PAGE = '/admin/auth/login'
const STEP_COOKIE = 'populus_admin_step'
const factorInput = z.strictObject({ code: text().optional(), passkey: passkeyAnswer.optional() })

export function registerSignOn(server: FastifyInstance, context: AdminContext, counter: AttemptCounter): void {
  const route = (url: string, answer: (request: SignOnRequest, reply: FastifyReply) => Promise<string>) =>
    server.get(url, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return reply.redirect(await answer(readRequest(request), reply).catch(error => problemPage(request, error)))
    })
  route('/admin/connect/:provider', async ({ provider, query, source }, reply) => {
    await checkAttempt(counter, { route: 'admin sign-on', address: source.ip })
    const { redirect, cookie } = await startSignOn(context, { provider, page: query.get('redirectTo') })
    reply.header('set-cookie', cookie)
    return redirect
  })
  route('/admin/connect/:provider/callback', async ({ provider, query, source }, reply) => {
    reply.header('set-cookie', endPending(context, provider))
    const given = { provider, query, cookies: source.headers.cookie, address: source.ip }
    const result = await finishSignOn(context, given)
    if (result.kind === 'code') {
      setStepCookie(source, reply, result.step, STEP_SECONDS)
      return `${SIGN_IN_PAGE}?signOn=code&redirectTo=${encodeURIComponent(result.page)}`
    }
    setSessionCookie(source, reply, result.token, context.settings.sessionMinutes * 60)
    return result.page
  })
  registerOpen(server, 'POST /login/second-factor', async (request, reply) => {
    checkHeader(request)
    await checkAttempt(counter, { route: 'admin second step', address: request.ip })
    const factor = checkInput(factorInput, request.body)
    const step = cookieIn(request.headers.cookie, STEP_COOKIE) ?? ''
    const sender = { step, address: request.ip, site: passkeySite(context, request) }
    const { token, expiresAt, administrator } = await finishWithFactor(context, { ...factor, ...sender })
    setStepCookie(request, reply, '', 0)
    setSessionCookie(request, reply, token, context.settings.sessionMinutes * 60)
    return { data: { expiresAt: new Date(expiresAt).toISOString(), administrator } }
  })
}

interface SignOnRequest {
  readonly provider: string
  readonly query: URLSearchParams
  readonly source: FastifyRequest
}

function readRequest(source: FastifyRequest): SignOnRequest {
  const { provider } = source.params as { provider: string }
  return { provider, query: new URLSearchParams(searchOf(source.raw.url ?? '')), source }
}

/** The page tells the person what to do; the log has what the operator needs. */
function problemPage(request: FastifyRequest, error: unknown): string {
  if (!(error instanceof PopulusError) || error.status >= 500) throw error
  request.log.warn({ err: error.cause ?? error }, error.message)
  return `${SIGN_IN_PAGE}?problem=${TOLD.test(error.code) ? error.code : ERRORS.signOnFailed.code}`
}

/** About the person. Others are about the settings, such as a role that does not exist. */
const TOLD = /^(A3\d\d|M503)$/

/** Only the pages of the panel send it back. */
function setStepCookie(request: FastifyRequest, reply: FastifyReply, step: string, maxAge: number): void {
  const secure = isSecure(request) ? '; Secure' : ''
  const place = 'Path=/admin/api/login; HttpOnly; SameSite=Strict'
  reply.header('set-cookie', `${STEP_COOKIE}=${step}; ${place}; Max-Age=${maxAge}${secure}`)
}

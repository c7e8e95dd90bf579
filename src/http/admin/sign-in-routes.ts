/** Signing in and out, and the first administrator. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { endSession } from '../../identity/administrators/admin-sessions.ts'
import { checkAttempt, createSignIn } from '../../identity/administrators/sign-in.ts'
import type { AttemptCounter } from '../../identity/sign-in/rate-limiter.ts'
import { checkInput, flag } from '../../input/check-input.ts'
import { acceptInvitation } from '../../management/administrators/invitations.ts'
import { createFirstAdministrator, hasAdministrator } from '../../management/administrators/manage-administrators.ts'
import { requestReset, resetWithCode } from '../../management/administrators/reset-codes.ts'
import { registerOpen } from './admin-route.ts'
import { checkHeader, sessionOf, setSessionCookie } from './admin-session.ts'

const loginInput = z.strictObject({
  email: z.string({ error: 'expected a string' }).max(255, { error: 'expected at most 255 characters' }),
  password: z.string({ error: 'expected a string' }),
  code: z.string({ error: 'expected a string' }).max(100, { error: 'expected at most 100 characters' }).optional(),
  cookie: flag().optional(),
})

export function registerSignIn(server: FastifyInstance, context: AdminContext, counter: AttemptCounter): void {
  const signIn = createSignIn(context, counter)
  registerOpen(server, 'POST /login', async (request, reply) => {
    const { cookie = false, ...login } = checkInput(loginInput, request.body)
    if (cookie) checkHeader(request)
    const { token, expiresAt, administrator } = await signIn({ ...login, address: request.ip })
    if (cookie) setSessionCookie(request, reply, token, context.settings.sessionMinutes * 60)
    return { data: { ...(cookie ? {} : { token }), expiresAt: new Date(expiresAt).toISOString(), administrator } }
  })
  registerOpen(server, 'POST /logout', async (request, reply) => {
    await endSession(context, await sessionOf(context, request))
    setSessionCookie(request, reply, '', 0)
    return { data: { ended: true } }
  })
  registerOpen(server, 'GET /first-admin', async () => ({ data: { needed: !(await hasAdministrator(context)) } }))
  const createFirst = async (body: unknown, address: string) => {
    await checkAttempt(counter, { route: 'first admin', address })
    return { data: await createFirstAdministrator(context, body) }
  }
  registerOpen(server, 'POST /forgot-password', async request => {
    await checkAttempt(counter, { route: 'admin forgot password', address: request.ip })
    requestReset(context, request.body)
    return { data: { sent: true } }
  })
  registerOpen(server, 'POST /reset-password', async request => {
    await checkAttempt(counter, { route: 'admin reset password', address: request.ip })
    await resetWithCode(context, request.body)
    return { data: { changed: true } }
  })
  registerOpen(server, 'POST /accept-invitation', async request => {
    await checkAttempt(counter, { route: 'admin invitation', address: request.ip })
    await acceptInvitation(context, request.body)
    return { data: { accepted: true } }
  })
  registerOpen(server, 'POST /first-admin', request => createFirst(request.body, request.ip), 201)
}

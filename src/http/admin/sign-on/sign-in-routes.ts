/** Signing in and out, and the first administrator. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AdminContext } from '../../../identity/administrators/admin-context.ts'
import { endSession } from '../../../identity/administrators/admin-sessions.ts'
import { askForAnyPasskey } from '../../../identity/administrators/passkey-checks.ts'
import {
  checkAttempt,
  checkPasswordsOn,
  createPasskeySignIn,
  createSignIn,
  type SignedIn,
} from '../../../identity/administrators/sign-in.ts'
import type { AttemptCounter } from '../../../identity/sign-in/rate-limiter.ts'
import { checkInput, flag } from '../../../input/check-input.ts'
import { acceptInvitation } from '../../../management/administrators/invitations.ts'
import { createFirstAdministrator, hasAdministrator } from '../../../management/administrators/manage-administrators.ts'
import { passkeyAnswer } from '../../../management/administrators/passkey-input.ts'
import { requestReset, resetWithCode } from '../../../management/administrators/reset-codes.ts'
import { registerOpen } from '../admin-route.ts'
import { checkHeader, sessionOf, setSessionCookie } from '../admin-session.ts'
import { passkeySite } from './passkey-site.ts'

const loginInput = z.strictObject({
  email: z.string({ error: 'expected a string' }).max(255, { error: 'expected at most 255 characters' }),
  password: z.string({ error: 'expected a string' }),
  code: z.string({ error: 'expected a string' }).max(100, { error: 'expected at most 100 characters' }).optional(),
  passkey: passkeyAnswer.optional(),
  cookie: flag().optional(),
})
const passkeyInput = z.strictObject({
  passkey: passkeyAnswer,
  email: loginInput.shape.email.optional(),
  cookie: flag().optional(),
})

export function registerSignIn(server: FastifyInstance, context: AdminContext, counter: AttemptCounter): void {
  registerLogin(server, context, counter)
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
    checkPasswordsOn(context)
    await checkAttempt(counter, { route: 'admin forgot password', address: request.ip })
    requestReset(context, request.body)
    return { data: { sent: true } }
  })
  registerOpen(server, 'POST /reset-password', async request => {
    checkPasswordsOn(context)
    await checkAttempt(counter, { route: 'admin reset password', address: request.ip })
    await resetWithCode(context, request.body)
    return { data: { changed: true } }
  })
  registerOpen(server, 'POST /accept-invitation', async request => {
    checkPasswordsOn(context)
    await checkAttempt(counter, { route: 'admin invitation', address: request.ip })
    await acceptInvitation(context, request.body)
    return { data: { accepted: true } }
  })
  registerOpen(server, 'POST /first-admin', request => createFirst(request.body, request.ip), 201)
}

/** The ways in. */
function registerLogin(server: FastifyInstance, context: AdminContext, counter: AttemptCounter): void {
  const signIn = createSignIn(context, counter)
  const signInWithPasskey = createPasskeySignIn(context, counter)
  const answer = (request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn, cookie: boolean) => {
    const { token, expiresAt, administrator } = signedIn
    if (cookie) setSessionCookie(request, reply, token, context.settings.sessionMinutes * 60)
    return { data: { ...(cookie ? {} : { token }), expiresAt: new Date(expiresAt).toISOString(), administrator } }
  }
  registerOpen(server, 'POST /login', async (request, reply) => {
    const { cookie = false, ...login } = checkInput(loginInput, request.body)
    if (cookie) checkHeader(request)
    const sender = { address: request.ip, site: passkeySite(context, request) }
    return answer(request, reply, await signIn({ ...login, ...sender }), cookie)
  })
  registerOpen(server, 'POST /login/challenge', async request => {
    await checkAttempt(counter, { route: 'admin passkey challenge', address: request.ip })
    return { data: await askForAnyPasskey(context, passkeySite(context, request)) }
  })
  registerOpen(server, 'POST /login/passkey', async (request, reply) => {
    const { cookie = false, ...login } = checkInput(passkeyInput, request.body)
    if (cookie) checkHeader(request)
    const sender = { address: request.ip, site: passkeySite(context, request) }
    return answer(request, reply, await signInWithPasskey({ ...login, ...sender }), cookie)
  })
}

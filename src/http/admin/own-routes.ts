/** What every administrator may do with their own account. */
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { type AdminSession, endAllSessions, listSessions } from '../../identity/administrators/admin-sessions.ts'
import { checkAttempt } from '../../identity/administrators/sign-in.ts'
import type { AttemptCounter } from '../../identity/sign-in/rate-limiter.ts'
import { changeOwnAccount } from '../../management/administrators/check-owner.ts'
import { changeOwnPassword } from '../../management/administrators/manage-administrators.ts'
import {
  addOwnPasskey,
  listOwnPasskeys,
  removeOwnPasskey,
  renameOwnPasskey,
  setUpPasskey,
} from '../../management/administrators/own-passkeys.ts'
import {
  confirmOwnSecondFactor,
  ownSecondFactor,
  removeOwnSecondFactor,
  setUpSecondFactor,
} from '../../management/administrators/own-second-factor.ts'
import { type AdminRoute, route } from './admin-route.ts'
import { passkeySite } from './sign-on/passkey-site.ts'

/** Counts what may be a guess at the person's password. Throws `rateLimited`. */
type CountGuess = (session: AdminSession) => Promise<void>

export function ownRoutes(context: AdminContext, counter: AttemptCounter): readonly AdminRoute[] {
  // Whoever has found an open panel can send from many addresses, but has one account.
  const countGuess: CountGuess = ({ administrator: { id } }) =>
    checkAttempt(counter, { route: 'admin own password', address: `administrator ${id}` })
  return [
    route('GET /me', async ({ session }) => ({ data: session.administrator })),
    route('PUT /me', async ({ session, body }) => ({
      data: await changeOwnAccount(context, session, body, () => countGuess(session)),
    })),
    route('POST /me/password', async ({ session, body }) => {
      await countGuess(session)
      return { data: await changeOwnPassword(context, session.administrator.id, body) }
    }),
    ...factorRoutes(context, countGuess),
    ...passkeyRoutes(context, countGuess),
    route('GET /me/sessions', async ({ session }) => ({
      data: await listSessions(context, session.administrator.id, session),
    })),
    route('DELETE /me/sessions', async ({ session }) => ({
      data: { ended: await endAllSessions(context, session.administrator.id) },
    })),
  ]
}

function factorRoutes(context: AdminContext, countGuess: CountGuess): readonly AdminRoute[] {
  return [
    route('GET /me/second-factor', async ({ session }) => ({
      data: await ownSecondFactor(context, session.administrator),
    })),
    route('POST /me/second-factor', async ({ session, body }) => {
      await countGuess(session)
      return { data: await setUpSecondFactor(context, session, body) }
    }),
    route('PUT /me/second-factor', async ({ session, body }) => ({
      data: await confirmOwnSecondFactor(context, session.administrator, body),
    })),
    route('DELETE /me/second-factor', async ({ session, body }) => {
      await countGuess(session)
      return { data: await removeOwnSecondFactor(context, session, body) }
    }),
  ]
}

function passkeyRoutes(context: AdminContext, countGuess: CountGuess): readonly AdminRoute[] {
  return [
    route('GET /me/passkeys', async ({ session }) => ({ data: await listOwnPasskeys(context, session.administrator) })),
    route('POST /me/passkeys/setup', async ({ session, body, source }) => {
      await countGuess(session)
      return { data: await setUpPasskey(context, session, passkeySite(context, source), body) }
    }),
    route(
      'POST /me/passkeys',
      async ({ session, body, source }) => ({
        data: await addOwnPasskey(context, session, passkeySite(context, source), body),
      }),
      201,
    ),
    route('PUT /me/passkeys/:id', async ({ session, parameters, body }) => {
      await countGuess(session)
      return { data: await renameOwnPasskey(context, session, parameters.id, body) }
    }),
    route('DELETE /me/passkeys/:id', async ({ session, parameters, body }) => {
      await countGuess(session)
      return { data: await removeOwnPasskey(context, session, parameters.id, body) }
    }),
  ]
}

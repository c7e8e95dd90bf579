/** What every administrator may do with their own account. */
import { z } from 'zod'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { endAllSessions, listSessions } from '../../identity/administrators/admin-sessions.ts'
import { checkInput, email, text } from '../../input/check-input.ts'
import { changeOwnPassword, updateAdministrator } from '../../management/administrators/manage-administrators.ts'
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

const ownInput = z.strictObject({
  firstname: text().nullable().optional(),
  lastname: text().nullable().optional(),
  username: text().nullable().optional(),
  email: email().optional(),
})

export function ownRoutes(context: AdminContext): readonly AdminRoute[] {
  return [
    route('GET /me', async ({ session }) => ({ data: session.administrator })),
    route('PUT /me', async ({ session, body }) => ({
      data: await updateAdministrator(context, session.administrator.id, checkInput(ownInput, body)),
    })),
    route('POST /me/password', async ({ session, body }) => ({
      data: await changeOwnPassword(context, session.administrator.id, body),
    })),
    route('GET /me/second-factor', async ({ session }) => ({
      data: await ownSecondFactor(context, session.administrator),
    })),
    route('POST /me/second-factor', async ({ session, body }) => ({
      data: await setUpSecondFactor(context, session, body),
    })),
    route('PUT /me/second-factor', async ({ session, body }) => ({
      data: await confirmOwnSecondFactor(context, session.administrator, body),
    })),
    route('DELETE /me/second-factor', async ({ session, body }) => ({
      data: await removeOwnSecondFactor(context, session, body),
    })),
    ...passkeyRoutes(context),
    route('GET /me/sessions', async ({ session }) => ({
      data: await listSessions(context, session.administrator.id, session),
    })),
    route('DELETE /me/sessions', async ({ session }) => ({
      data: { ended: await endAllSessions(context, session.administrator.id) },
    })),
  ]
}

function passkeyRoutes(context: AdminContext): readonly AdminRoute[] {
  return [
    route('GET /me/passkeys', async ({ session }) => ({ data: await listOwnPasskeys(context, session.administrator) })),
    route('POST /me/passkeys/setup', async ({ session, body, source }) => ({
      data: await setUpPasskey(context, session, passkeySite(context, source), body),
    })),
    route(
      'POST /me/passkeys',
      async ({ session, body, source }) => ({
        data: await addOwnPasskey(context, session, passkeySite(context, source), body),
      }),
      201,
    ),
    route('PUT /me/passkeys/:id', async ({ session, parameters, body }) => ({
      data: await renameOwnPasskey(context, session, parameters.id, body),
    })),
    route('DELETE /me/passkeys/:id', async ({ session, parameters, body }) => ({
      data: await removeOwnPasskey(context, session, parameters.id, body),
    })),
  ]
}

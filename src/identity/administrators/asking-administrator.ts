/** The administrator who sends a request outside of the panel, with the token of a session. */
import { bearerToken } from '../access/authenticate.ts'
import type { AdminContext } from './admin-context.ts'
import { findSession } from './admin-sessions.ts'
import type { Administrator } from './administrators.ts'
import { lacksFactor } from './held-factors.ts'

/** `undefined` for everybody else, and for those who still need a second factor. */
export async function askingAdministrator(
  context: AdminContext,
  authorization: string | undefined,
): Promise<Administrator | undefined> {
  const token = bearerToken(authorization)
  if (token === undefined || context.secrets.admin === undefined) return undefined
  const session = await findSession(context, token)
  return session === undefined || (await lacksFactor(context, session)) ? undefined : session.administrator
}

/** Signing in and everything about passwords and email addresses. Sign-in through third parties is not supported. */
import { PopulusError } from '../../errors.ts'
import { changePassword } from '../../identity/users/change-password.ts'
import { confirmEmail, sendEmailConfirmation } from '../../identity/users/confirm-email.ts'
import { forgotPassword } from '../../identity/users/forgot-password.ts'
import { login } from '../../identity/users/login.ts'
import { register } from '../../identity/users/register.ts'
import { resetPassword } from '../../identity/users/reset-password.ts'
import type { UsersContext } from '../../identity/users/users-context.ts'
import { isObject } from '../../schema/json-value.ts'
import type { FlatRequest, FlatRoute } from '../content/flat-route.ts'

const CONTROLLER = 'plugin::users-permissions.auth'

export function authRoutes(users: UsersContext): readonly FlatRoute[] {
  const post = (path: string, action: string): Pick<FlatRoute, 'method' | 'path' | 'action'> => ({
    method: 'POST',
    path: `/auth/${path}`,
    action: `${CONTROLLER}.${action}`,
  })
  return [
    { ...post('local', 'callback'), limited: by('identifier'), answer: request => login(users, request) },
    { ...post('local/register', 'register'), limited: by('email'), answer: request => register(users, request) },
    {
      ...post('forgot-password', 'forgotPassword'),
      limited: by('email'),
      answer: request => forgotPassword(users, request),
    },
    {
      ...post('reset-password', 'resetPassword'),
      limited: () => undefined,
      answer: request => resetPassword(users, request),
    },
    {
      ...post('change-password', 'changePassword'),
      limited: ({ caller }) => (caller.userId === null ? undefined : String(caller.userId)),
      answer: request => changePassword(users, request),
    },
    {
      ...post('send-email-confirmation', 'sendEmailConfirmation'),
      limited: by('email'),
      answer: request => sendEmailConfirmation(users, request),
    },
    {
      method: 'GET',
      path: '/auth/email-confirmation',
      action: `${CONTROLLER}.emailConfirmation`,
      answer: async ({ search }) => ({ redirect: await confirmEmail(users, parameter(search, 'confirmation')) }),
    },
    { method: 'GET', path: '/auth/:id/callback', action: `${CONTROLLER}.callback`, answer: refuseProvider },
    { method: 'GET', path: '/connect/*', action: `${CONTROLLER}.connect`, answer: refuseProvider },
  ]
}

/** The field of the body that names the account. No other field affects what is counted. */
function by(field: string): (request: FlatRequest) => string | undefined {
  return ({ body }) => {
    const given = isObject(body) ? body[field] : undefined
    return typeof given === 'string' ? given : undefined
  }
}

/** One plain value. Brackets and repetitions have no meaning here. */
function parameter(search: string, name: string): string | undefined {
  return new URLSearchParams(search).get(name) ?? undefined
}

async function refuseProvider(): Promise<never> {
  throw new PopulusError('providerDisabled')
}

/** Signing in, also with third parties, and everything about passwords and email addresses. */
import { finishConnect, startConnect } from '../../identity/providers/connect.ts'
import { signInWithProvider } from '../../identity/providers/sign-in-with-provider.ts'
import { confirmEmail, sendEmailConfirmation } from '../../identity/users/confirm-email.ts'
import { login } from '../../identity/users/login.ts'
import { changePassword } from '../../identity/users/passwords/change-password.ts'
import { forgotPassword } from '../../identity/users/passwords/forgot-password.ts'
import { resetPassword } from '../../identity/users/passwords/reset-password.ts'
import { register } from '../../identity/users/register.ts'
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
      answer: async ({ caller, search }) => ({
        redirect: await confirmEmail(users, { caller, confirmation: parameter(search, 'confirmation') }),
      }),
    },
    ...providerRoutes(users),
  ]
}

/** Signing in with a third party. Each of these asks the third party, so they are counted. */
function providerRoutes(users: UsersContext): readonly FlatRoute[] {
  const get = { method: 'GET', secret: true, limited: () => undefined } as const
  const [callback, connect] = [`${CONTROLLER}.callback`, `${CONTROLLER}.connect`]
  return [
    {
      ...{ ...get, path: '/connect/:id', action: connect },
      answer: ({ id: provider, search }) =>
        startConnect(users, {
          provider,
          callback: parameter(search, 'callback'),
          trial: parameter(search, 'trial'),
        }),
    },
    {
      ...{ ...get, path: '/connect/:id/callback', action: connect },
      answer: ({ id: provider, search, cookies }) =>
        finishConnect(users, { provider, query: new URLSearchParams(search), cookies }),
    },
    {
      ...{ ...get, path: '/auth/:id/callback', action: callback },
      answer: ({ id: provider, caller, search }) =>
        signInWithProvider(users, { caller, provider, query: new URLSearchParams(search) }),
    },
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

/**
 * The right to one action, for the time in which code of the project has a built-in route do it. That code has decided who may: the
 * route that it answers has a right of its own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Authenticator } from '../../identity/access/authenticate.ts'
import { may } from '../../plan/access.ts'

/** Has no cost until it is first used. */
const granted = new AsyncLocalStorage<string | undefined>()

/** Without an action, nothing is granted: not even what code further out has granted. */
export function withGrant<T>(action: string | undefined, run: () => Promise<T>): Promise<T> {
  return action === undefined && granted.getStore() === undefined ? run() : granted.run(action, run)
}

export function grantingAuthenticator(authenticate: Authenticator): Authenticator {
  return async authorization => {
    const caller = await authenticate(authorization)
    const action = granted.getStore()
    if (action === undefined || may(caller, action)) return caller
    const actions = new Set([...caller.actions, action])
    return { ...caller, actions, fingerprint: `${caller.fingerprint} with ${action}` }
  }
}

/** Signing in as an administrator. */

import { PopulusError } from '../../errors.ts'
import { readRows } from '../records/read-rows.ts'
import type { AttemptCounter, RateLimit } from '../users/rate-limiter.ts'
import type { AdminContext } from './admin-context.ts'
import { openSession } from './admin-sessions.ts'
import {
  type Administrator,
  administratorStatements,
  isActive,
  selectPassword,
  toAdministrators,
} from './administrators.ts'

export interface Login {
  readonly email: string
  readonly password: string
  /** Of the sender. */
  readonly address: string
}

export interface SignedIn {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly administrator: Administrator
}

/**
 * Rejects with `rateLimited` after too many attempts, and otherwise with the same `invalidCredentials`, after the same
 * time, for an unknown address, a wrong password and an account that is blocked.
 */
export type SignIn = (login: Login) => Promise<SignedIn>

/** Attempts are counted by address and by account. */
export const LOGIN_LIMIT: RateLimit = Object.freeze({ interval: 5 * 60_000, perAddress: 10, perIdentifier: 20 })

export function createSignIn(context: AdminContext, counter: AttemptCounter): SignIn {
  return async ({ email, password, address }) => {
    if (context.secrets.admin === undefined) throw new PopulusError('noAdminSecret')
    const { allowed } = await counter.check({ route: 'admin login', address, identifier: email })
    if (!allowed) throw new PopulusError('rateLimited')
    const found = await findByPassword(context, email, password)
    if (found === undefined) throw new PopulusError('invalidCredentials')
    const { administrator, passwordHash } = found
    return { ...(await openSession(context, { id: administrator.id, passwordHash })), administrator }
  }
}

async function findByPassword(
  { database, schema, users }: AdminContext,
  email: string,
  password: string,
): Promise<{ readonly administrator: Administrator; readonly passwordHash: string | null } | undefined> {
  const { dialect } = database
  const [accounts = []] = await readRows(database, [selectPassword(dialect, schema, email)])
  const [id, stored] = accounts[0] ?? []
  const hash = typeof stored === 'string' && stored !== '' ? stored : null
  const known = await users.passwords.verify(password, hash)
  const [rows = [], roles = []] = await readRows(database, administratorStatements(dialect, schema, Number(id ?? 0)))
  const [administrator] = toAdministrators(dialect, schema, rows, roles)
  if (!known || administrator === undefined || !isActive(administrator)) return undefined
  return { administrator, passwordHash: hash }
}

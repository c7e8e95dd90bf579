/** Signing in as an administrator. */

import { PopulusError } from '../../errors.ts'
import { readRows } from '../records/stored-rows.ts'
import { type Attempt, type AttemptCounter, type RateLimit, retryAfter } from '../sign-in/rate-limiter.ts'
import type { AdminContext } from './admin-context.ts'
import { openSession } from './admin-sessions.ts'
import {
  type Administrator,
  administratorStatements,
  isActive,
  selectPassword,
  toAdministrators,
} from './administrators.ts'
import { checkSecondFactor } from './held-factors.ts'
import { isKnownPlace, rememberPlace } from './known-places.ts'
import { type PasskeyAnswer, type PasskeySite, personOfPasskey } from './passkey-checks.ts'

export interface Login {
  readonly email: string
  readonly password: string
  /** Of the second factor, or a passkey. */
  readonly code?: string | undefined
  readonly passkey?: PasskeyAnswer | undefined
  /** Where the page is. */
  readonly site: PasskeySite
  /** The sender's address. */
  readonly address: string
}

export interface PasskeyLogin {
  readonly passkey: PasskeyAnswer
  /** If only this person may sign in. */
  readonly email?: string | undefined
  readonly site: PasskeySite
  readonly address: string
}

export interface SignedIn {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly administrator: Administrator
}

/**
 * Rejects with `rateLimited` after too many attempts. Otherwise an unknown address, a wrong password and a blocked
 * account all get the same `invalidCredentials`, after the same time. Whoever has the password and a second factor needs that,
 * too: `secondFactorNeeded`, `wrongSecondFactor`, `wrongPasskey`.
 */
export type SignIn = (login: Login) => Promise<SignedIn>

/** Without a password: the device knows the person. Rejects with `rateLimited`, or with `wrongPasskey` for all other reasons. */
export type PasskeySignIn = (login: PasskeyLogin) => Promise<SignedIn>

/**
 * Limits attempts from one network address, and on one account from all addresses that it has not signed in from
 * before. Where an administrator has recently signed in, only the attempts from that place count: guesses from
 * elsewhere lock nobody out.
 */
export const LOGIN_LIMIT: RateLimit = Object.freeze({ interval: 5 * 60_000, perAddress: 10, perIdentifier: 20 })

const ROUTE = 'admin login'

export function createSignIn(context: AdminContext, counter: AttemptCounter): SignIn {
  return async ({ email, password, address, ...factor }) => {
    if (context.secrets.admin === undefined) throw new PopulusError('noAdminSecret')
    checkPasswordsOn(context)
    const account = await findAccount(context, email)
    const known = await isKnownPlace(context, account?.id ?? NOBODY, address)
    await checkAttempt(counter, { route: ROUTE, address, identifier: known ? undefined : email })
    const administrator = await checkPassword(context, account, password)
    if (account === undefined || administrator === undefined) throw new PopulusError('invalidCredentials')
    await checkSecondFactor(context, administrator, factor)
    return open(context, administrator, account, address)
  }
}

/** Throws `passwordsOff`, before anything is looked up. Passkeys are ways around the provider, too. */
export function checkPasswordsOn({ settings }: AdminContext): void {
  if (!settings.passwords) throw new PopulusError('passwordsOff')
}

export function createPasskeySignIn(context: AdminContext, counter: AttemptCounter): PasskeySignIn {
  return async ({ passkey, email, site, address }) => {
    if (context.secrets.admin === undefined) throw new PopulusError('noAdminSecret')
    checkPasswordsOn(context)
    await checkAttempt(counter, { route: ROUTE, address })
    const administrator = await personOfPasskey(context, site, passkey)
    const account = await findAccount(context, administrator.email)
    const isMeant = email === undefined || email.toLowerCase() === administrator.email.toLowerCase()
    if (account?.id !== administrator.id || !isMeant) throw new PopulusError('wrongPasskey')
    return open(context, administrator, account, address)
  }
}

async function open(
  context: AdminContext,
  administrator: Administrator,
  { id, password: passwordHash }: Account,
  address: string,
): Promise<SignedIn> {
  await rememberPlace(context, id, address)
  return { ...(await openSession(context, { id, passwordHash })), administrator }
}

/** Rejects with `rateLimited`. */
export async function checkAttempt(counter: AttemptCounter, attempt: Attempt): Promise<void> {
  const verdict = await counter.check(attempt)
  if (!verdict.allowed) throw new PopulusError('rateLimited', {}, { retryAfter: retryAfter(verdict) })
}

/** No administrator has this id. */
const NOBODY = 0

interface Account {
  readonly id: number
  readonly password: string | null
}

async function findAccount({ database, schema }: AdminContext, email: string): Promise<Account | undefined> {
  const [[account] = []] = await readRows(database, [selectPassword(database.dialect, schema, email)])
  if (account === undefined) return undefined
  const [id, stored] = account
  return { id: Number(id), password: typeof stored === 'string' && stored !== '' ? stored : null }
}

async function checkPassword(
  { database, schema, users }: AdminContext,
  account: Account | undefined,
  password: string,
): Promise<Administrator | undefined> {
  const { dialect } = database
  const known = await users.passwords.verify(password, account?.password ?? null)
  const statements = administratorStatements(dialect, schema, account?.id ?? NOBODY)
  const [rows = [], roles = []] = await readRows(database, statements)
  const [administrator] = toAdministrators(dialect, schema, rows, roles)
  return known && administrator !== undefined && isActive(administrator) ? administrator : undefined
}

/** Finds out from the `Authorization` header who the caller is and what they may do. */
import type { Config } from '../../config/config.ts'
import { PopulusError } from '../../errors.ts'
import type { Access } from '../../plan/access.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import type { RuleBook } from '../row-rules/rule-book.ts'
import { isFromTheFuture, type UserToken, type UserTokenReader, userTokenReader } from '../sign-in/user-token.ts'
import { loadUser, type User } from '../users/stored-users.ts'
import { AccessCache, type AccessSnapshot } from './access-cache.ts'
import { type ApiToken, hashApiToken, loadApiTokens } from './api-tokens.ts'
import { rightsTables } from './rights-tables.ts'
import { loadTypedAccess } from './role-rights.ts'

export interface AuthenticationInput {
  readonly database: Database
  readonly schema: Schema
  readonly secrets: Config['secrets']
  /** The rules of rows, if the project has any. */
  readonly rules?: RuleBook | undefined
  /** Milliseconds since 1970. */
  readonly clock?: () => number
}

/** What a caller may do, and which user they are, if any. */
export interface Caller extends Access {
  readonly userId: number | null
  /** The type of the role; absent for tokens. */
  readonly role?: string
  /** The API token that was used. */
  readonly tokenId?: number
  /** When the user's token was issued, in seconds since 1970; absent for other callers. */
  readonly issuedAt?: number
}

/**
 * Identifies the sender of a header. Rejects with PopulusError: `tokenExpired` for an expired API token,
 * `invalidCredentials` for a user who is deleted, blocked, unconfirmed or has a new password, `unauthorized` for anything unknown.
 */
export type Authenticator = (authorization: string | undefined) => Promise<Caller>

/** Created once per server. Remembers what it has read until the database changes. */
export function createAuthenticator(input: AuthenticationInput): Authenticator {
  const { database, schema, secrets, rules, clock = Date.now } = input
  const cache = new AccessCache(database, rightsTables(schema, database.dialect))
  const readUserToken = secrets.jwt === undefined ? undefined : userTokenReader(secrets.jwt)
  const context: Context = { database, schema, salt: secrets.apiTokenSalt, readUserToken, rules, clock }
  return async authorization => {
    const snapshot = await cache.current()
    const token = bearerToken(authorization)
    if (token === undefined) return roleAccess(context, snapshot, 'public', null)
    const apiToken = await findApiToken(context, snapshot, token)
    if (apiToken !== undefined) return { ...apiTokenAccess(context, apiToken), userId: null, tokenId: apiToken.id }
    const userToken = await readUserToken?.(token, clock())
    if (userToken === undefined) throw new PopulusError('unauthorized')
    return { ...(await userAccess(context, snapshot, userToken)), ...userToken }
  }
}

/** Handles one request without remembering anything from others. */
export function authenticate(input: AuthenticationInput, authorization: string | undefined): Promise<Caller> {
  return createAuthenticator(input)(authorization)
}

interface Context {
  readonly database: Database
  readonly schema: Schema
  readonly salt: string | undefined
  readonly readUserToken: UserTokenReader | undefined
  readonly rules: RuleBook | undefined
  readonly clock: () => number
}

/**
 * - `Bearer abc` and `bearer   abc` give `abc`
 * - no header, `Basic abc`, `Bearer` and `Bearer a b` give `undefined`: the caller is anonymous
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  const [scheme = '', token, ...rest] = authorization?.split(/\s+/) ?? []
  return scheme.toLowerCase() === 'bearer' && token !== '' && rest.length === 0 ? token : undefined
}

async function roleAccess(
  { database, schema, rules }: Context,
  snapshot: AccessSnapshot,
  role: string | number,
  userId: number | null,
): Promise<Caller> {
  const { type, access } = await snapshot.roles.get(role, () => loadTypedAccess(database, schema, role))
  const allowed = rules === undefined ? access : await rules.forRole(access, type, userId)
  return { ...allowed, userId, role: type }
}

async function findApiToken(context: Context, snapshot: AccessSnapshot, token: string): Promise<ApiToken | undefined> {
  if (context.salt === undefined) return undefined
  const known = await snapshot.apiTokens.get('all', () => loadApiTokens(context.database, context.schema))
  return known.get(hashApiToken(token, context.salt))
}

function apiTokenAccess({ rules, clock }: Context, { access, expiresAt }: ApiToken): Access {
  if (expiresAt !== null && expiresAt < clock()) throw new PopulusError('tokenExpired')
  return rules === undefined ? access : rules.forToken(access)
}

function isSpared({ spared }: User, issuedAt: number, now: number): boolean {
  return spared !== null && issuedAt === spared.issuedAt && now < spared.until * 1000
}

/** A user without a role counts as unknown, as in Strapi. */
async function userAccess(context: Context, snapshot: AccessSnapshot, token: UserToken): Promise<Caller> {
  const { userId: id, issuedAt } = token
  const user = await snapshot.users.get(id, () => loadUser(context.database, context.schema, id))
  if (user === undefined || !user.welcome) throw new PopulusError('invalidCredentials')
  if (issuedAt < user.tokensFrom && !isSpared(user, issuedAt, context.clock()))
    throw new PopulusError('invalidCredentials')
  // If the clock was ahead when the password changed, and was set back since, tokens that are issued now have that moment.
  const isNew = issuedAt === user.tokensFrom || !isFromTheFuture(token, context.clock())
  if (!isNew || user.roleId === undefined) throw new PopulusError('unauthorized')
  return roleAccess(context, snapshot, user.roleId, id)
}

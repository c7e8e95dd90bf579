/**
 * Remembers who may do what for as long as nobody has changed the database. Roles, users and tokens are kept in
 * places of their own, so that equal ids never meet.
 */
import type { Access } from '../plan/access.ts'
import type { Database } from '../storage/database.ts'
import type { ApiToken } from './api-tokens.ts'
import { Memo } from './memo.ts'
import type { User } from './users.ts'

/** Most users remembered at the same time. */
const MAX_USERS = 10_000
const MAX_ROLES = 1000

/** What was read while the database had one change token. */
export class AccessSnapshot {
  readonly token: string
  /** By type (`'public'`) or by id (a number). */
  readonly roles = new Memo<string | number, Access>(MAX_ROLES)
  readonly users = new Memo<number, User | undefined>(MAX_USERS)
  readonly apiTokens = new Memo<'all', ReadonlyMap<string, ApiToken>>(1)

  constructor(token: string) {
    this.token = token
  }
}

export class AccessCache {
  readonly #database: Database
  #snapshot = new AccessSnapshot('')

  constructor(database: Database) {
    this.#database = database
  }

  /** What is known and still holds. Anything read after this call may be put into it. */
  async current(): Promise<AccessSnapshot> {
    const token = await this.#database.confirmedChangeToken()
    // A slow reader of an older snapshot keeps that one: what it adds there is never seen by a later request.
    if (token !== this.#snapshot.token) this.#snapshot = new AccessSnapshot(token)
    return this.#snapshot
  }
}

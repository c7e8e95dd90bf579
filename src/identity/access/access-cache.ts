/**
 * Remembers who may do what until the tables that define it change. Roles, users and tokens are kept separately, so equal
 * ids never mix.
 */
import type { Database } from '../../storage/database.ts'
import type { User } from '../users/stored-users.ts'
import type { ApiToken } from './api-tokens.ts'
import type { RoleAccess } from './role-rights.ts'

/** How many users are remembered at the same time. */
const MAX_USERS = 10_000
const MAX_ROLES = 1000

/** What was read between two changes of those tables. */
export class AccessSnapshot {
  readonly version: number
  /** By type (`'public'`) or by id (a number). */
  readonly roles = new Memo<string | number, RoleAccess>(MAX_ROLES)
  readonly users = new Memo<number, User | undefined>(MAX_USERS)
  readonly apiTokens = new Memo<'all', ReadonlyMap<string, ApiToken>>(1)

  constructor(version: number) {
    this.version = version
  }
}

export class AccessCache {
  readonly #database: Database
  readonly #tables: readonly string[]
  #snapshot = new AccessSnapshot(-1)

  constructor(database: Database, tables: readonly string[]) {
    this.#database = database
    this.#tables = tables
  }

  /** What is known and still valid. Anything read after this call may be added to it. */
  async current(): Promise<AccessSnapshot> {
    await this.#database.catchUp()
    const version = this.#database.versions.latest(this.#tables)
    // A slow reader of an older snapshot keeps using it. Later requests never see what it adds there.
    if (version !== this.#snapshot.version) this.#snapshot = new AccessSnapshot(version)
    return this.#snapshot
  }
}

// Loads each key once.

/** Keeps the last `limit` keys. A failed load is forgotten, and several requests for one key share one load. */
export class Memo<K, V> {
  readonly #entries = new Map<K, Promise<V>>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: K, load: () => Promise<V>): Promise<V> {
    const known = this.#entries.get(key)
    if (known !== undefined) return known
    const loading = load()
    this.#entries.set(key, loading)
    loading.catch(() => this.#entries.delete(key))
    if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value as K)
    return loading
  }
}

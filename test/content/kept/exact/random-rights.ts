/**
 * Callers of every kind, whose rights change at random: everybody, users with a role, and an API token. They change as
 * `populus grant`, `populus revoke` and `populus tokens` change them, in a process of its own. One caller may do everything.
 */
import { type DatabaseConfig, DEFAULT_LIMITS } from '../../../../src/config/config.ts'
import { createToken, type NewToken, revokeToken } from '../../../../src/management/access/manage-tokens.ts'
import { grant, revoke } from '../../../../src/management/roles/grants.ts'
import { loadSchema } from '../../../../src/schema/load/load-schema.ts'
import { openStorage, type Storage } from '../../../../src/tables/open-storage.ts'
import { asUser, SECRETS } from '../../../identity/row-rules/rules-project.ts'
import type { Random } from './random.ts'
import { TYPES } from './random-project.ts'

const ROLES = ['public', 'authenticated'] as const
const READS = ['find', 'findOne', 'aggregate'] as const
const FIELDS = ['title', 'rank', 'flag', 'at'] as const
export const USERS = [1, 2] as const

export type Caller = 'all' | 'everybody' | 'token' | (typeof USERS)[number]
export const CALLERS: readonly Caller[] = ['all', 'all', 'all', 'everybody', 'everybody', 'token', ...USERS]
export type Headers = Readonly<Record<string, string>>
type Grant = Parameters<typeof grant>[2]

interface Parts {
  readonly storage: Storage
  readonly random: Random
  readonly headers: Map<Caller, Headers>
}

export class RandomRights {
  readonly #parts: Parts
  #token: NewToken | undefined
  /** Such as `public alpha.find`. */
  readonly #granted = new Set<string>()

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  static async open(folder: string, database: DatabaseConfig, random: Random): Promise<RandomRights> {
    const { schema } = await loadSchema(folder)
    const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => undefined })
    const headers = new Map<Caller, Headers>([['everybody', {}]])
    for (const id of USERS) headers.set(id, await asUser(id))
    const rights = new RandomRights({ storage, random, headers })
    headers.set('all', bearer(await rights.#createToken({ name: 'all', type: 'full-access' })))
    await rights.#changeToken()
    for (const role of ROLES) {
      for (const type of TYPES) await rights.#grant({ role, type, actions: READS })
      await rights.#grant({ role, type: 'lone', actions: ['find'] })
      await rights.#grant({ role, type: 'upload', actions: ['find'] })
    }
    return rights
  }

  /** The headers of the caller's requests. */
  of(caller: Caller): Headers {
    return this.#parts.headers.get(caller)!
  }

  /** `right`: such as `alpha.find`. */
  allows(caller: Caller, right: string): boolean {
    if (caller === 'all') return true
    if (caller === 'token') return this.#token!.permissions!.some(action => action.endsWith(`.${right}`))
    return this.#granted.has(`${caller === 'everybody' ? 'public' : 'authenticated'} ${right}`)
  }

  /** Returns what was changed. Rights come back more often than they go. */
  async change(): Promise<unknown> {
    const { random, storage } = this.#parts
    if (random.chance(0.2)) return this.#changeToken()
    const role = random.pick(ROLES)
    const type = random.pick([...TYPES, ...TYPES, 'upload', 'users'])
    const hasEntries = TYPES.some(name => name === type)
    const input = { role, type, actions: [hasEntries ? random.pick(READS) : 'find'] }
    if (random.chance(0.3)) {
      await revoke(storage.database, storage.schema, input)
      for (const action of input.actions) this.#granted.delete(`${role} ${type}.${action}`)
      return { revoked: input }
    }
    const isLimited = hasEntries && input.actions[0] !== 'aggregate' && random.chance(0.5)
    const granted = isLimited ? { ...input, fields: this.#fields() } : input
    await this.#grant(granted)
    return { granted }
  }

  /** Another token takes the place of the last one. */
  async #changeToken(): Promise<unknown> {
    const { headers, random } = this.#parts
    const all = TYPES.flatMap(name => READS.map(action => `api::${name}.${name}.${action}`))
    const permissions = all.filter(() => random.chance(0.7))
    if (permissions.length === 0) permissions.push(all[0]!)
    if (this.#token !== undefined) await revokeToken(this.#tokenContext(), this.#token.id)
    this.#token = await this.#createToken({ name: 'some', type: 'custom', permissions })
    headers.set('token', bearer(this.#token))
    return { permissions }
  }

  #createToken(input: object): Promise<NewToken> {
    return createToken(this.#tokenContext(), input)
  }

  #tokenContext() {
    const { database, schema } = this.#parts.storage
    return { database, schema, secrets: SECRETS, clock: Date.now }
  }

  async #grant(input: Grant & { readonly actions: readonly string[] }): Promise<void> {
    const { database, schema } = this.#parts.storage
    await grant(database, schema, input)
    for (const action of input.actions) this.#granted.add(`${input.role} ${input.type}.${action}`)
  }

  #fields(): readonly string[] {
    const some = this.#parts.random.some(FIELDS, 4)
    return some.length === 0 ? ['title'] : some
  }

  close(): Promise<void> {
    return this.#parts.storage.database.close()
  }
}

const bearer = ({ accessKey }: NewToken): Headers => ({ authorization: `Bearer ${accessKey}` })

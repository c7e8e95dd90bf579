/**
 * Who does what only one server does at a time. Whoever dies loses it after a while; to another process of the same machine, at once.
 */
import { randomUUID } from 'node:crypto'
import { LEASES_TABLE } from '../schema/own-table-names.ts'
import { type Fragment, sql, table, value } from '../sql/fragment.ts'
import type { Database } from '../storage/database.ts'
import { type RunFragment, runningIn } from '../storage/run-fragment.ts'
import { processIdentity, processState } from '../util/process/process-identity.ts'

/** Milliseconds. */
const LEASE_TIME = 10_000

export class Lease {
  readonly #owner = `${randomUUID()} ${processIdentity()}`
  readonly #database: Database
  readonly #name: string
  /** How long it lasts, in milliseconds. */
  readonly time: number
  #heldUntil = 0

  constructor(database: Database, name: string, time = LEASE_TIME) {
    this.#database = database
    this.#name = name
    this.time = time
  }

  /** For how many milliseconds nobody else can take it. Not more than 0 if it is not held. */
  get left(): number {
    return this.#heldUntil - performance.now()
  }

  /** Takes it, or keeps it for longer. By the clock of the database, which is the same for all servers. */
  async hold(): Promise<boolean> {
    // It lasts from when the database stores it, which is later.
    const asked = performance.now()
    const isHeld = await this.#store()
    this.#heldUntil = isHeld ? asked + this.time : 0
    return isHeld
  }

  #store(): Promise<boolean> {
    return this.#database.write(async transaction => {
      const { dialect } = this.#database
      const run = runningIn(transaction, this.#database)
      const until = sql`${dialect.now} + ${value(dialect.encode('biginteger', this.time))}`
      const stored = () =>
        run(sql`
        insert into ${this.#leases} as l (lease, owner, until) values (${value(this.#name)}, ${value(this.#owner)}, ${until})
        on conflict (lease) do update set owner = excluded.owner, until = excluded.until
          where l.owner = excluded.owner or l.until < ${dialect.now}
        returning owner`)
      if ((await stored()).length > 0) return true
      return (await this.#endOfDead(run)) && (await stored()).length > 0
    })
  }

  /** Takes it away from a process that no longer runs. False if it may be running. */
  async #endOfDead(run: RunFragment): Promise<boolean> {
    const [found] = await run(sql`select owner from ${this.#leases} where lease = ${value(this.#name)}`)
    const owner = String(found?.[0] ?? '')
    if (processState(owner.slice(owner.indexOf(' ') + 1)) !== 'gone') return false
    await run(sql`delete from ${this.#leases} where lease = ${value(this.#name)} and owner = ${value(owner)}`)
    return true
  }

  /** For the next one. */
  async release(): Promise<void> {
    await this.#database.write(transaction =>
      runningIn(
        transaction,
        this.#database,
      )(sql`
        delete from ${this.#leases} where lease = ${value(this.#name)} and owner = ${value(this.#owner)}`),
    )
  }

  get #leases(): Fragment {
    return table(LEASES_TABLE, this.#database.dialect.ownSchema)
  }
}

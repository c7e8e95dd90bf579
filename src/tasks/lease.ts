/** Who does what only one server does at a time. Whoever dies loses it after a while. */
import { randomUUID } from 'node:crypto'
import { LEASES_TABLE } from '../schema/own-table-names.ts'
import { sql, table, value } from '../sql/fragment.ts'
import type { Database } from '../storage/database.ts'
import { runningIn } from '../storage/run-fragment.ts'

/** Milliseconds. */
const LEASE_TIME = 10_000

export class Lease {
  readonly #owner = randomUUID()
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
      const until = sql`${dialect.now} + ${value(dialect.encode('biginteger', this.time))}`
      const leases = table(LEASES_TABLE, dialect.ownSchema)
      const rows = await runningIn(
        transaction,
        this.#database,
      )(sql`
        insert into ${leases} as l (lease, owner, until) values (${value(this.#name)}, ${value(this.#owner)}, ${until})
        on conflict (lease) do update set owner = excluded.owner, until = excluded.until
          where l.owner = excluded.owner or l.until < ${dialect.now}
        returning owner`)
      return rows.length > 0
    })
  }

  /** For the next one. */
  async release(): Promise<void> {
    await this.#database.write(transaction =>
      runningIn(
        transaction,
        this.#database,
      )(sql`
        delete from ${table(LEASES_TABLE, this.#database.dialect.ownSchema)}
        where lease = ${value(this.#name)} and owner = ${value(this.#owner)}`),
    )
  }
}

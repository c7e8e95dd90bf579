/** Who does what only one server does at a time. Whoever dies loses it after a while. */
import { randomUUID } from 'node:crypto'
import { LEASES_TABLE } from '../schema/own-table-names.ts'
import { sql, table, value } from '../sql/fragment.ts'
import type { Database } from '../storage/database.ts'
import { runningIn } from '../storage/run-fragment.ts'

/** Milliseconds. */
export const LEASE_TIME = 10_000

export class Lease {
  readonly #owner = randomUUID()
  readonly #database: Database
  readonly #name: string

  constructor(database: Database, name: string) {
    this.#database = database
    this.#name = name
  }

  /** Takes it, or keeps it for longer. By the clock of the database, which is the same for all servers. */
  hold(): Promise<boolean> {
    return this.#database.write(async transaction => {
      const { dialect } = this.#database
      const until = sql`${dialect.now} + ${value(dialect.encode('biginteger', LEASE_TIME))}`
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

/**
 * Counts attempts in our own table `attempts`, shared by all servers on one PostgreSQL. Periods are measured by the clock
 * of the database, because the clocks of the servers may differ.
 */

import { type Fragment, sql, table, value } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { ATTEMPTS_TABLE } from '../../tables/desired/own-tables.ts'
import { sha256 } from '../../util/sha256.ts'
import { changeIn } from '../records/change-rights.ts'
import type { Count, Counts } from './rate-limiter.ts'

export class DatabaseCounts implements Counts {
  readonly #database: Database
  #cleanedAt = performance.now()

  constructor(database: Database) {
    this.#database = database
  }

  async add(key: string, interval: number): Promise<Count> {
    const { now } = this.#database.dialect
    const reset = sql`${now} + ${this.#number(interval)}`
    // A period that ends later than one that begins now was begun before the clock was set back. It has ended.
    const running = sql`a.reset_at > ${now} and a.reset_at <= ${reset}`
    // More people may read the database than should see the addresses and accounts in a key.
    const what = value(sha256(key))
    const upsert = sql`
      insert into ${this.#table()} as a (what_hash, attempts, reset_at) values (${what}, 1, ${reset})
      on conflict (what_hash) do update set attempts = case when ${running} then a.attempts + 1 else 1 end,
        reset_at = case when ${running} then a.reset_at else excluded.reset_at end
      returning attempts, reset_at - ${now}`
    const [row] = await changeIn(this.#database, run => run(upsert))
    await this.#clean(interval)
    return { attempts: Number(row?.[0]), resetIn: Number(row?.[1]) }
  }

  /** Runs at most once per interval in each process. */
  async #clean(interval: number): Promise<void> {
    if (performance.now() - this.#cleanedAt < interval) return
    this.#cleanedAt = performance.now()
    const ended = sql`delete from ${this.#table()} where reset_at <= ${this.#database.dialect.now}`
    await changeIn(this.#database, run => run(ended))
  }

  #table(): Fragment {
    return table(ATTEMPTS_TABLE, this.#database.dialect.ownSchema)
  }

  #number(given: number): Fragment {
    return value(this.#database.dialect.encode('biginteger', given))
  }
}

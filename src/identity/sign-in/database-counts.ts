/** Counts attempts in our own table `attempts`, shared by all servers on one PostgreSQL. */
import { createHash } from 'node:crypto'
import { type Fragment, sql, table, value } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { ATTEMPTS_TABLE } from '../../tables/desired/own-tables.ts'
import { changeIn } from '../records/change-rights.ts'
import type { Count, Counts } from './rate-limiter.ts'

export class DatabaseCounts implements Counts {
  readonly #database: Database
  readonly #clock: () => number
  #cleanedAt: number

  constructor(database: Database, clock: () => number = Date.now) {
    this.#database = database
    this.#clock = clock
    this.#cleanedAt = clock()
  }

  async add(key: string, interval: number): Promise<Count> {
    const now = this.#clock()
    const reset = this.#moment(now + interval)
    const running = sql`a.reset_at > ${this.#moment(now)}`
    // More people may read the database than should see the addresses and accounts in a key.
    const what = value(createHash('sha256').update(key).digest('hex'))
    const upsert = sql`
      insert into ${this.#table()} as a (what_hash, attempts, reset_at) values (${what}, 1, ${reset})
      on conflict (what_hash) do update set attempts = case when ${running} then a.attempts + 1 else 1 end,
        reset_at = case when ${running} then a.reset_at else excluded.reset_at end
      returning attempts, reset_at`
    const [row] = await changeIn(this.#database, run => run(upsert))
    await this.#clean(now, interval)
    return { attempts: Number(row?.[0]), resetAt: Number(row?.[1]) }
  }

  /** Runs at most once per interval in each process. */
  async #clean(now: number, interval: number): Promise<void> {
    if (now - this.#cleanedAt < interval) return
    this.#cleanedAt = now
    const ended = sql`delete from ${this.#table()} where reset_at <= ${this.#moment(now)}`
    await changeIn(this.#database, run => run(ended))
  }

  #table(): Fragment {
    return table(ATTEMPTS_TABLE, this.#database.dialect.ownSchema)
  }

  #moment(milliseconds: number): Fragment {
    return value(this.#database.dialect.encode('biginteger', milliseconds))
  }
}

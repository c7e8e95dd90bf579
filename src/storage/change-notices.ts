/** Whether somebody may have changed the data of a PostgreSQL database: what was announced, and the time. */
import type postgres from 'postgres'
import { connect, type PostgresTarget } from './postgres-lane.ts'

const CHANNEL = 'populus'

/** A foreign writer may not announce its changes, so that no token is good for longer. */
const BUCKET_MILLISECONDS = 1000

export class ChangeNotices {
  readonly #sql: postgres.Sql
  #count = 0

  constructor(target: PostgresTarget) {
    this.#sql = connect(target)
  }

  /** The driver listens again by itself after a lost connection; what was announced in between is counted as a change. */
  async listen(): Promise<void> {
    const count = () => this.count()
    await this.#sql.listen(CHANNEL, count, count)
  }

  count(): void {
    this.#count += 1
  }

  token(): string {
    return `${this.#count}.${Math.floor(Date.now() / BUCKET_MILLISECONDS)}`
  }

  async send(): Promise<void> {
    this.count()
    await this.#sql.notify(CHANNEL, '')
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: 1 })
  }
}

/**
 * Whether somebody may have changed the data of a PostgreSQL database: what was announced, and the time. A notice takes
 * a moment to arrive; who cannot wait for it asks for the version, which the announcement has raised before.
 */
import postgres from 'postgres'
import { connect, type PostgresTarget } from './postgres-lane.ts'

const CHANNEL = 'populus'

/** A foreign writer may not announce its changes, so that no token is good for longer. */
const BUCKET_MILLISECONDS = 1000

/** The table of `own-tables.ts`, in which one row counts. */
const VERSION = 'select version::text from populus.access_version where id = 1'
const RAISE = 'update populus.access_version set version = version + 1 where id = 1'
const UNDEFINED_TABLE = '42P01'

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

  /** How often a change was announced, by whichever process. */
  async version(): Promise<string> {
    const [row] = await this.#sql.unsafe(VERSION, [], { prepare: true }).values()
    return String(row?.[0])
  }

  async send(): Promise<void> {
    this.count()
    await this.#raise()
    await this.#sql.notify(CHANNEL, '')
  }

  /** A database in which nothing of ours was ever made is one that nobody is served from. */
  async #raise(): Promise<void> {
    try {
      await this.#sql.unsafe(RAISE)
    } catch (error) {
      if (!(error instanceof postgres.PostgresError && error.code === UNDEFINED_TABLE)) throw error
    }
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: 1 })
  }
}

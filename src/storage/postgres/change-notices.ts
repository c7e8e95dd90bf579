/**
 * What others have changed in a PostgreSQL database. Our own writes, and triggers for foreign ones, announce the number
 * of their transaction and its tables. The question goes over the connection that listens, and the server sends what
 * was announced before an answer: no notice is ever late. The answer also tells which transactions have ended, so that
 * a change which nobody announced is seen too; then every table may have changed.
 */
import type postgres from 'postgres'
import type { TableVersions } from '../versions/table-versions.ts'
import { connect, type PostgresTarget } from './postgres-connection.ts'
import { isExplained, type PostgresSnapshot, parseSnapshot } from './postgres-snapshot.ts'

const CHANNEL = 'populus'
const LISTEN = `listen ${CHANNEL}`

/** Announces a change when the transaction commits. */
export const ANNOUNCE = `select pg_notify('${CHANNEL}', txid_current()::text || ' ' || $1::text)`
/** The server takes less than 8,000 bytes. */
const LONGEST = 7000
const ANY = '*'

/** The tables of an announcement as text. */
export function announcedText(tables: ReadonlySet<string> | 'all'): string {
  const text = tables === 'all' ? ANY : [...tables].join(' ')
  return text.length > LONGEST ? ANY : text
}

export const SNAPSHOT = 'txid_current_snapshot()::text'

/** Half of a request's time at most: it may have to ask twice. */
const LONGEST_WAIT_MILLISECONDS = 5000

/** Whoever asks at the same time would wait in vain. */
export class LateAnswer extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Announced transactions remembered at the same time. */
const MOST_ANNOUNCED = 10_000

export class ChangeNotices {
  readonly #target: PostgresTarget
  readonly #patience: number
  #sql: postgres.Sql
  readonly #versions: TableVersions
  readonly #announcedOnly: boolean
  /** Transactions whose tables are counted already. */
  readonly #announced = new Set<number>()
  #connection = 0
  #listeningOn = -1
  #seen: PostgresSnapshot | undefined

  /** `announcedOnly`: a change that nobody announces is none. */
  constructor(target: PostgresTarget, versions: TableVersions, announcedOnly: boolean) {
    this.#versions = versions
    this.#announcedOnly = announcedOnly
    this.#target = target
    this.#patience = Math.min(LONGEST_WAIT_MILLISECONDS, target.statementTimeout / 2 || LONGEST_WAIT_MILLISECONDS)
    this.#sql = this.#connect()
  }

  #connect(): postgres.Sql {
    return connect(this.#target, {
      onclose: () => {
        this.#connection += 1
      },
      onnotify: (_channel, text) => this.#receive(text),
      idle_timeout: 0,
    })
  }

  /** The text of the snapshot that was last compared; empty before the first. */
  get seen(): string {
    return this.#seen?.text ?? ''
  }

  /** One question to the server. Throws `LateAnswer` when it says nothing for too long. */
  async catchUp(): Promise<void> {
    let late = false
    const timer = setTimeout(() => {
      late = true
      this.#reconnect()
    }, this.#patience)
    try {
      await this.#ask()
    } catch (error) {
      throw late ? new LateAnswer(`The server has not answered within ${this.#patience} ms`) : error
    } finally {
      clearTimeout(timer)
    }
  }

  /** An answer that comes after all is not heard. The new connection knows nothing of what happened before. */
  #reconnect(): void {
    const silent = this.#sql
    this.#connection += 1
    this.#sql = this.#connect()
    silent.end({ timeout: 0 }).catch(() => undefined)
  }

  async #ask(): Promise<void> {
    const connection = await this.#listen()
    const [row] = await this.#sql.unsafe(`select ${SNAPSHOT}`, [], { prepare: true }).values()
    // What was announced while nobody listened is unknown.
    if (connection !== this.#connection) this.#forget()
    this.#compare(parseSnapshot(String(row?.[0])))
  }

  /** Gives the connection that listens; a new one knows nothing of what happened before. */
  async #listen(): Promise<number> {
    if (this.#listeningOn === this.#connection) return this.#connection
    await this.#sql.unsafe(LISTEN)
    this.#forget()
    this.#listeningOn = this.#connection
    return this.#connection
  }

  #forget(): void {
    this.#seen = undefined
    this.#announced.clear()
  }

  #compare(now: PostgresSnapshot): void {
    const before = this.#seen
    if (before?.text === now.text) return
    this.#seen = now
    const explained = before !== undefined && (this.#announcedOnly || isExplained(before, now, this.#announced))
    if (!explained) this.#versions.changed('all')
    for (const transaction of this.#announced) if (transaction < now.from) this.#announced.delete(transaction)
  }

  #receive(text: string): void {
    const [transaction = '', ...tables] = text.split(' ')
    if (tables.length === 0 || tables.includes(ANY)) this.#versions.changed('all')
    else this.#versions.changed(tables)
    // Forgotten, they are no explanation any more, which is safe.
    if (this.#announced.size >= MOST_ANNOUNCED) this.#announced.clear()
    this.#announced.add(Number(transaction))
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: 1 })
  }
}

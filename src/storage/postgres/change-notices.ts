/**
 * What others have changed in a PostgreSQL database. Our own writes, and triggers for foreign ones, announce the number
 * of their transaction and its tables. The question goes over the connection that listens, and the server sends what
 * was announced before an answer: no notice is ever late. The answer also tells which transactions have ended, so that
 * a change which nobody announced is seen too; then every table may have changed.
 */
import { PopulusError } from '../../errors.ts'
import type { TableVersions } from '../versions/table-versions.ts'
import { openSession, type PostgresSession, type PostgresTarget } from './open-session.ts'
import { isExplained, type PostgresSnapshot, parseSnapshot } from './postgres-snapshot.ts'
import type { ServerPlace } from './server-place.ts'

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
  readonly #versions: TableVersions
  readonly #place: ServerPlace
  readonly #announcedOnly: boolean
  /** Transactions whose tables are counted already. */
  readonly #announced = new Set<number>()
  /** How often somebody was called, or hung up on: who comes back to another number is not listened to. */
  #calls = 0
  #session: PostgresSession | undefined
  #seen: PostgresSnapshot | undefined

  /** `announcedOnly`: a change that nobody announces is none. */
  constructor(target: PostgresTarget, versions: TableVersions, place: ServerPlace, announcedOnly: boolean) {
    this.#target = target
    this.#versions = versions
    this.#place = place
    this.#announcedOnly = announcedOnly
    this.#patience = Math.min(LONGEST_WAIT_MILLISECONDS, target.statementTimeout / 2 || LONGEST_WAIT_MILLISECONDS)
  }

  /** The text of the snapshot that was last compared; empty before the first. */
  get seen(): string {
    return this.#seen?.text ?? ''
  }

  /** Whether the answers come from the server where the database was found last. */
  get misplaced(): boolean {
    return this.#session?.server !== this.#place.server
  }

  /** At the start no request is waiting: connecting may take longer than a short `limits.statementTimeout`. */
  connect(): Promise<void> {
    return this.catchUp(LONGEST_WAIT_MILLISECONDS)
  }

  /** One question to the server. Throws `LateAnswer` when it says nothing for too long. */
  async catchUp(patience = this.#patience): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#hangUp()
        reject(new LateAnswer(`The server has not answered within ${patience} ms`))
      }, patience)
    })
    try {
      await Promise.race([this.#ask(), late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** An answer that comes after all is not heard. The next session knows nothing of what happened before. */
  #hangUp(): void {
    this.#calls += 1
    this.#session?.sql.end({ timeout: 0 }).catch(() => undefined)
    this.#session = undefined
  }

  async #ask(): Promise<void> {
    const session = this.#session !== undefined && !this.misplaced ? this.#session : await this.#listen()
    const [row] = await session.sql.unsafe(`select ${SNAPSHOT}`, [], { prepare: true }).values()
    // What was announced while nobody listened is unknown.
    if (session !== this.#session) this.#forget()
    this.#compare(parseSnapshot(String(row?.[0])))
  }

  /** A new session knows nothing of what happened before, be it on the same server or on another one. */
  async #listen(): Promise<PostgresSession> {
    this.#hangUp()
    const call = this.#calls
    const onclose = () => {
      if (this.#calls === call) this.#hangUp()
    }
    const onnotify = (_channel: string, text: string) => this.#receive(text)
    const session = await openSession(this.#target, { onclose, onnotify, idle_timeout: 0 })
    try {
      await session.sql.unsafe(LISTEN)
      if (this.#calls !== call) throw new PopulusError('unavailable')
    } catch (error) {
      session.sql.end({ timeout: 0 }).catch(() => undefined)
      throw error
    }
    this.#forget()
    this.#session = session
    this.#place.found(session.server)
    return session
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
    await this.#session?.sql.end({ timeout: 1 })
  }
}

/**
 * Learns what others have changed in a PostgreSQL database. Our own writes, and triggers for foreign ones, announce
 * their transaction number and what it changed. The question goes over the connection that listens, and the server sends
 * earlier announcements before the answer, so no notice is ever late. The answer also shows which transactions have
 * ended. This reveals changes that nobody announced; after such a change, every table may have changed.
 */

import { randomBytes } from 'node:crypto'
import { PopulusError } from '../../errors.ts'
import type { ChangeLog } from '../../kept/dependencies/change-log.ts'
import { changeText, parseChange } from '../../kept/dependencies/change-text.ts'
import { type ContentChange, withoutMoves } from '../../kept/dependencies/content-change.ts'
import { HeardAnnouncements } from './heard-announcements.ts'
import { EXTENDED, openSession, type PostgresSession, type PostgresTarget } from './open-session.ts'
import { isExplained, type PostgresSnapshot, parseSnapshot, sees } from './postgres-snapshot.ts'
import { endOfRecord, type LogPositions } from './replicas/log-positions.ts'
import { PAGE_SIZE, PRIMARY_POSITION } from './replicas/replica-statements.ts'
import type { ServerPlace } from './server-place.ts'

const CHANNEL = 'populus'
const LISTEN = `listen ${CHANNEL}`

/** Announces a change when the transaction commits, and returns the number of the transaction. */
export const ANNOUNCE = `select txid_current()::text, pg_notify('${CHANNEL}', txid_current()::text || ' ' || $1::text)`
/** The server accepts less than 8,000 bytes, and the number of the transaction needs some of them. */
const LONGEST = 7900

export const SNAPSHOT = 'txid_current_snapshot()::text'

/** At most half of a request's time, because it may have to ask twice. */
const LONGEST_WAIT_MILLISECONDS = 5000
/** At the start no request is waiting, and a database that sleeps while nobody asks takes some seconds to wake up. */
const START_MILLISECONDS = 20_000

/** Other callers that ask at the same time would wait in vain. */
export class LateAnswer extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Maximum number of announced transactions to remember. */
const MOST_ANNOUNCED = 10_000
/** Maximum number of our own announcements that have not come back yet. */
const MOST_SENT = 1000

export interface ChangeNoticesInput {
  readonly target: PostgresTarget
  readonly versions: ChangeLog
  readonly place: ServerPlace
  /** Ignore changes that nobody announces. */
  readonly announcedOnly: boolean
  /** Learns where in the log the changes are. Absent where nobody needs that. */
  readonly positions?: LogPositions | undefined
}

export class ChangeNotices {
  readonly #target: PostgresTarget
  readonly #patience: number
  readonly #versions: ChangeLog
  readonly #place: ServerPlace
  readonly #announcedOnly: boolean
  readonly #positions: LogPositions | undefined
  readonly #question: string
  /** Transactions whose tables are already counted. */
  readonly #announced = new Set<number>()
  /** What our own announcements leave out, by their texts, until they come back. */
  readonly #sent = new Map<string, ContentChange>()
  readonly #heard = new HeardAnnouncements()
  readonly #name = randomBytes(6).toString('base64url')
  #number = 0
  /** Number of calls and hang-ups so far. An answer that comes back to a different number is ignored. */
  #calls = 0
  #session: PostgresSession | undefined
  #seen: PostgresSnapshot | undefined
  /** Of the server's log, in bytes. */
  #pageSize = 0

  constructor({ target, versions, place, announcedOnly, positions }: ChangeNoticesInput) {
    this.#target = target
    this.#versions = versions
    this.#place = place
    this.#announcedOnly = announcedOnly
    this.#positions = positions
    this.#question = `select ${SNAPSHOT}${positions === undefined ? '' : `, ${PRIMARY_POSITION}`}`
    this.#patience = Math.min(LONGEST_WAIT_MILLISECONDS, target.statementTimeout / 2 || LONGEST_WAIT_MILLISECONDS)
  }

  /** The text of the last compared snapshot; empty before the first one. */
  get seen(): string {
    return this.#seen?.text ?? ''
  }

  /** The server that answers; empty if there is none at the moment. */
  get server(): string {
    return this.#session?.server ?? ''
  }

  /** Whether the answers come from a server other than the one where the database was last found. */
  get misplaced(): boolean {
    return this.#session?.server !== this.#place.server
  }

  /** The text that announces a change. */
  announcementOf(change: ContentChange): string {
    this.#number += 1
    const name = `${this.#name}.${this.#number}`
    const text = changeText(change, LONGEST, name)
    if (this.#sent.size >= MOST_SENT) this.#sent.clear()
    if (text.includes(name)) this.#sent.set(text, change)
    return text
  }

  /** Whether the announcement of a transaction that is committed has come back, so that nobody else has to tell what it changed. */
  async hasHeard(transaction: number): Promise<boolean> {
    return this.#session !== undefined && !this.misplaced && this.#heard.has(transaction)
  }

  connect(): Promise<void> {
    return this.catchUp(START_MILLISECONDS)
  }

  /** Asks the server one question. Throws `LateAnswer` when it does not respond for too long. */
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

  /** Ignores an answer that still arrives. The next session knows nothing of what happened before. */
  #hangUp(): void {
    this.#calls += 1
    this.#session?.sql.end({ timeout: 0 }).catch(() => undefined)
    this.#session = undefined
    this.#heard.giveUp()
  }

  async #ask(): Promise<void> {
    const session = this.#session !== undefined && !this.misplaced ? this.#session : await this.#listen()
    const asked = this.#versions.now
    const [row] = await session.sql.unsafe(this.#question, [], EXTENDED).values()
    // Announcements made while nobody listened are unknown.
    if (session !== this.#session) this.#forget()
    const snapshot = parseSnapshot(String(row?.[0]))
    const isQuiet = this.#versions.now === asked
    this.#compare(snapshot)
    if (session !== this.#session) return
    // A change that was learned of since the question may be behind the position, but not one that only the snapshot shows.
    const until = isQuiet ? this.#versions.now : asked
    const position = endOfRecord(Number(row?.[1]), this.#pageSize)
    this.#positions?.learn({ until, position, running: snapshot.running, to: snapshot.to })
  }

  /** A new session knows nothing of what happened before, whether on the same server or on another one. */
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
      if (this.#positions !== undefined) this.#pageSize = Number((await session.sql.unsafe(PAGE_SIZE).values())[0]?.[0])
      if (this.#calls !== call) throw new PopulusError('unavailable')
    } catch (error) {
      session.sql.end({ timeout: 0 }).catch(() => undefined)
      throw error
    }
    this.#forget()
    this.#positions?.reset()
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
    const space = text.indexOf(' ')
    const change = space === -1 ? 'all' : this.#changeOf(text.slice(space + 1))
    const transaction = Number.parseInt(text, 10)
    // What was read since may have counted its rows already.
    const isLate = this.#seen !== undefined && sees(this.#seen, transaction)
    this.#versions.changed(isLate ? withoutMoves(change) : change)
    // Forgotten transactions no longer explain a change, which is safe.
    if (this.#announced.size >= MOST_ANNOUNCED) this.#announced.clear()
    this.#announced.add(transaction)
    this.#heard.hear(transaction)
  }

  #changeOf(text: string): ContentChange {
    const own = this.#sent.get(text)
    this.#sent.delete(text)
    return own ?? parseChange(text)
  }

  async close(): Promise<void> {
    this.#heard.giveUp()
    await this.#session?.sql.end({ timeout: 1 })
  }
}

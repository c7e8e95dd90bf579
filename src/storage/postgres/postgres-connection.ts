/**
 * One connection to PostgreSQL, used by one caller at a time. Statements submitted together are sent together and
 * answered in one round trip. It connects automatically when it is used, also after it was cut off.
 */
import postgres from 'postgres'
import { PopulusError } from '../../errors.ts'
import type { BoundStatement, Row, SqlValue, Unpack } from '../../sql/statement.ts'
import { EXTENDED, openSession, type PostgresSession, type PostgresTarget } from './open-session.ts'
import type { PreparedTexts } from './prepared-texts.ts'
import type { ServerPlace } from './server-place.ts'

/** Seconds. */
const CLOSE_TIMEOUT = 5

/** PostgreSQL's code for a write in a read-only transaction. */
const READ_ONLY = '25006'

/** How long the server may take to report that it has stopped a statement, in milliseconds. */
const GRACE_MILLISECONDS = 500

/** A query of the driver, sent by `execute`. */
interface Answering<T> {
  execute(): PromiseLike<T>
  /** Absent until the driver has sent the query. */
  readonly state?: unknown
  /**
   * The driver's own `cancel` calls this and ignores its promise, which ends the process when the promise is rejected.
   */
  readonly canceller?: ((query: unknown) => Promise<unknown>) | null
}

type PackedAnswer = Parameters<Unpack<unknown>>

export class PostgresConnection {
  /** By `performance.now()`. */
  readonly openedAt = performance.now()
  readonly #target: PostgresTarget
  readonly #prepared: PreparedTexts
  readonly #timeout: number
  readonly #running = new Set<Answering<unknown>>()
  readonly #unsent = new WeakSet<Answering<unknown>>()
  readonly #place: ServerPlace | undefined
  #session: PostgresSession | undefined
  #opening: Promise<PostgresSession> | undefined
  /** Releases callers that wait for the session. */
  #abandon: () => void = () => undefined
  #generation = 0
  #broken = false
  #silent = false

  constructor(target: PostgresTarget, prepared: PreparedTexts, place?: ServerPlace) {
    this.#target = target
    this.#prepared = prepared
    this.#timeout = target.statementTimeout
    this.#place = place
  }

  /** True when others have since found the database on another server. */
  get misplaced(): boolean {
    return this.#session !== undefined && this.#place !== undefined && this.#session.server !== this.#place.server
  }

  /** Changes whenever the connection is lost. Anything begun on it is gone then. */
  get generation(): number {
    return this.#generation
  }

  /** True after the connection failed while in use. Such a connection is discarded. */
  get broken(): boolean {
    return this.#broken
  }

  /** True after the server has not answered at all for too long. */
  get silent(): boolean {
    return this.#silent
  }

  /** Whether the server's own time limit applies. When off, nobody gives up waiting, as for changes to large tables. */
  limited = true

  /** Ends whatever runs. The connection is discarded afterwards: a late cancellation would hit the next statement. */
  stop(): void {
    this.#broken = true
    for (const query of this.#running) query.canceller?.(query).catch(() => undefined)
    setTimeout(() => this.#giveUp(), GRACE_MILLISECONDS).unref()
  }

  #giveUp(): void {
    if (this.#running.size === 0 && this.#opening === undefined) return
    this.#broken = true
    this.#silent = true
    this.#abandon()
    this.close().catch(() => undefined)
  }

  /** Sends the statement now. Several calls without an `await` in between share a round trip. */
  async run<R = Row>({ text, values, unpack }: BoundStatement<R>): Promise<readonly R[]> {
    const asked = (sql: postgres.Sql) => this.#query(sql, text, values)
    // Rows that are not packed have `R = Row`.
    if (unpack === undefined) return (await this.#answer(sql => asked(sql).values())) as readonly Row[] as never
    const [row] = await this.#answer(sql => asked(sql).raw())
    return unpack(Number(row![0]), row![1] ?? null)
  }

  /** Runs a statement that returns rows `[index, count, packed]`. The answer has counts and packed rows by index. */
  async runPacked(text: string, values: readonly SqlValue[]): Promise<readonly PackedAnswer[]> {
    const answers: PackedAnswer[] = []
    for (const [index, count, packed] of await this.#answer(sql => this.#query(sql, text, values).raw()))
      answers[Number(index)] = [Number(count), packed ?? null]
    return answers
  }

  #query(sql: postgres.Sql, text: string, values: readonly SqlValue[]) {
    return sql.unsafe(text, [...values] as never[], { ...EXTENDED, prepare: this.#prepared.admits(text) })
  }

  /** Runs a command without values or rows (`begin`, `commit`). Returns the command that the server reports as done. */
  async command(text: string): Promise<string> {
    const result = await this.#answer(sql => sql.unsafe(text))
    return result.command
  }

  /** Sends before this returns if a session already exists. */
  async #answer<T>(ask: (sql: postgres.Sql) => Answering<T>): Promise<T> {
    const limited = this.limited && this.#timeout > 0
    const timer = limited ? setTimeout(() => this.#giveUp(), this.#timeout + GRACE_MILLISECONDS) : undefined
    let query: Answering<T> | undefined
    try {
      const { sql } = this.#session ?? (await this.#open())
      query = ask(sql)
      this.#running.add(query)
      return await query.execute()
    } catch (error) {
      if (query !== undefined && this.#unsent.has(query)) throw new PopulusError('unavailable')
      // After anything except a refused statement, the driver may still hold half an exchange.
      // A server that is read-only may have been replaced; a new connection finds the one that accepts writes.
      if (!(error instanceof postgres.PostgresError && error.severity === 'ERROR') || error.code === READ_ONLY)
        this.#broken = true
      throw error
    } finally {
      clearTimeout(timer)
      if (query !== undefined) this.#running.delete(query)
    }
  }

  #open(): Promise<PostgresSession> {
    this.#opening ??= Promise.race([this.#openOnce(), this.#abandoned()]).finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  #abandoned(): Promise<never> {
    return new Promise((_, reject) => {
      this.#abandon = () => reject(new PopulusError('unavailable'))
    })
  }

  async #openOnce(): Promise<PostgresSession> {
    const generation = this.#generation
    const session = await openSession(this.#target, { onclose: () => this.#cutOff() })
    // The driver would reconnect by itself, and nobody would set up that session.
    if (generation !== this.#generation || this.#silent) {
      session.sql.end({ timeout: 0 }).catch(() => undefined)
      throw new PopulusError('unavailable')
    }
    this.#session = session
    this.#place?.found(session.server)
    return session
  }

  async close(): Promise<void> {
    const session = this.#session ?? (await this.#opening?.catch(() => undefined))
    await session?.sql.end({ timeout: this.#broken ? 0 : CLOSE_TIMEOUT })
  }

  /**
   * The driver keeps queries that it has not sent yet, and would send them by a new connection: outside of the transaction
   * that they belong to. They are taken back.
   */
  #cutOff(): void {
    this.#generation += 1
    this.#session = undefined
    for (const query of this.#running) {
      if (query.state) continue
      this.#unsent.add(query)
      query.canceller?.(query).catch(() => undefined)
    }
  }
}

/** A statement of a transaction must not run on a connection that replaced a lost one. */
export function checkConnection(connection: PostgresConnection, generation: number): void {
  if (isLost(connection, generation)) throw new PopulusError('unavailable')
}

export function isLost(connection: PostgresConnection, generation: number): boolean {
  return connection.broken || connection.generation !== generation
}

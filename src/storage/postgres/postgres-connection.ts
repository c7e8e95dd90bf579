/**
 * One connection to PostgreSQL that one caller has to itself for a while. Statements handed in together are sent
 * together and answered in one round trip. It connects by itself when it is used, also after it was cut off.
 */
import postgres from 'postgres'
import type { BoundStatement, Row, SqlValue, Unpack } from '../../sql/statement.ts'
import { postgresTypes } from './postgres-types.ts'
import type { PreparedTexts } from './prepared-texts.ts'

export interface PostgresTarget {
  readonly url: string
  readonly ssl: boolean
  /** The schema that unqualified names of tables belong to. */
  readonly schema: string
  /** Milliseconds; 0 for none. */
  readonly statementTimeout: number
}

/** Seconds. */
const CONNECT_TIMEOUT = 5
const CLOSE_TIMEOUT = 5
const IDLE_TIMEOUT = 60
/** Seconds between attempts to connect; a request that comes in between waits for the next one. */
const BACKOFF = 0.25

/** How long the server may take to say that it has stopped a statement, in milliseconds. */
const GRACE_MILLISECONDS = 500

/** A query of the driver, which is sent by `execute`. */
interface Answering<T> {
  execute(): PromiseLike<T>
  /** The driver's own `cancel` calls it and lets its promise go, which ends the process when it is rejected. */
  readonly canceller?: ((query: unknown) => Promise<unknown>) | null
}

type PackedAnswer = Parameters<Unpack<unknown>>

export class PostgresConnection {
  readonly openedAt = Date.now()
  readonly #sql: postgres.Sql
  readonly #prepared: PreparedTexts
  readonly #timeout: number
  readonly #running = new Set<Answering<unknown>>()
  #generation = 0
  #broken = false
  #silent = false

  constructor(target: PostgresTarget, prepared: PreparedTexts) {
    this.#prepared = prepared
    this.#timeout = target.statementTimeout
    this.#sql = connect(target, { onclose: () => this.#cutOff() })
  }

  /** Changes whenever the connection was lost: what was begun on it is gone. */
  get generation(): number {
    return this.#generation
  }

  /** True after the connection failed while it was used; such a one is thrown away. */
  get broken(): boolean {
    return this.#broken
  }

  /** True after the server has answered nothing at all for too long. */
  get silent(): boolean {
    return this.#silent
  }

  /**
   * Whether the server's own time limit holds. Off, nobody gives up waiting, as for changes of large tables.
   */
  limited = true

  /** Ends what runs. Afterwards the connection is thrown away: a late cancellation would hit the next statement. */
  stop(): void {
    this.#broken = true
    for (const query of this.#running) query.canceller?.(query).catch(() => undefined)
    setTimeout(() => this.#giveUp(), GRACE_MILLISECONDS).unref()
  }

  #giveUp(): void {
    if (this.#running.size === 0) return
    this.#broken = true
    this.#silent = true
    this.close().catch(() => undefined)
  }

  /** Sends the statement now; several calls without an `await` in between share a round trip. */
  async run<R = Row>({ text, values, unpack }: BoundStatement<R>): Promise<readonly R[]> {
    // What is not packed is `R = Row`.
    if (unpack === undefined) return (await this.#answer(this.#query(text, values).values())) as readonly Row[] as never
    const [row] = await this.#answer(this.#query(text, values).raw())
    return unpack(Number(row![0]), row![1] ?? null)
  }

  /** A statement that gives rows `[index, count, packed]`; the answer has counts and packed rows by their indexes. */
  async runPacked(text: string, values: readonly SqlValue[]): Promise<readonly PackedAnswer[]> {
    const answers: PackedAnswer[] = []
    for (const [index, count, packed] of await this.#answer(this.#query(text, values).raw()))
      answers[Number(index)] = [Number(count), packed ?? null]
    return answers
  }

  #query(text: string, values: readonly SqlValue[]) {
    return this.#sql.unsafe(text, [...values] as never[], { prepare: this.#prepared.admits(text), ...EXTENDED })
  }

  /** A command without values and rows (`begin`, `commit`); gives the command that the server says it has done. */
  async command(text: string): Promise<string> {
    const result = await this.#answer(this.#sql.unsafe(text))
    return result.command
  }

  async #answer<T>(query: Answering<T>): Promise<T> {
    const limited = this.limited && this.#timeout > 0
    const timer = limited ? setTimeout(() => this.#giveUp(), this.#timeout + GRACE_MILLISECONDS) : undefined
    this.#running.add(query)
    try {
      return await query.execute()
    } catch (error) {
      // After anything but a refused statement the driver may still hold half an exchange.
      if (!(error instanceof postgres.PostgresError && error.severity === 'ERROR')) this.#broken = true
      throw error
    } finally {
      clearTimeout(timer)
      this.#running.delete(query)
    }
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: this.#broken ? 0 : CLOSE_TIMEOUT })
  }

  #cutOff(): void {
    this.#generation += 1
  }
}

/** Without it the driver sends statements that have no values as plain text, which is parsed and planned every time. */
const EXTENDED = { simple: false } as object

export interface ConnectOptions {
  readonly onclose?: () => void
  /** Told of what other sessions announce; the driver's types do not know of it. */
  readonly onnotify?: (channel: string, text: string) => void
  /** Seconds; 0 keeps an unused connection. */
  readonly idle_timeout?: number
}

/** The driver with one connection, the types and the session settings that all of ours have. */
export function connect(target: PostgresTarget, options: ConnectOptions = {}): postgres.Sql {
  return postgres(target.url, {
    max: 1,
    ...(target.ssl ? { ssl: 'require' as const } : {}),
    idle_timeout: IDLE_TIMEOUT,
    ...options,
    connect_timeout: CONNECT_TIMEOUT,
    backoff: () => BACKOFF,
    // The driver's own limit of age would end a connection in the middle of a transaction; the pool does it instead.
    max_lifetime: null,
    fetch_types: false,
    types: postgresTypes,
    onnotice: () => {},
    connection: {
      application_name: 'populus',
      search_path: `"${target.schema.replaceAll('"', '""')}"`,
      statement_timeout: target.statementTimeout,
      TimeZone: 'UTC',
      DateStyle: 'ISO',
    },
  })
}

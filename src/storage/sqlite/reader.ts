/** One process that reads for this one (`reader-process.ts`): asks it a level at a time, and ends it. */
import { createRequire } from 'node:module'
import { PopulusError } from '../../errors.ts'
import type { BoundStatement } from '../../sql/statement.ts'
import { AskedChild, ChildGone } from '../../util/process/asked-child.ts'
import { translateError } from '../translate-error.ts'
import type { ReaderAnswer, ReaderRequest } from './reader-messages.ts'
import type { SqliteConnectionOptions } from './sqlite-connection.ts'

/** The built file, even when the sources run directly: a new process cannot run TypeScript. */
const PROGRAM = createRequire(import.meta.url).resolve('#sqlite-reader')

export class Reader {
  readonly #child: AskedChild<ReaderRequest, ReaderAnswer>
  #took = 0

  constructor(options: SqliteConnectionOptions) {
    this.#child = new AskedChild({
      program: PROGRAM,
      arguments: [JSON.stringify(options), String(process.pid)],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  }

  get usable(): boolean {
    return this.#child.usable
  }

  /** How long its statements took since the last snapshot began, in milliseconds. */
  get took(): number {
    return this.#took
  }

  /** Returns the rows of the statements. `begin` is for the first level of a snapshot. */
  async ask<R>(level: readonly BoundStatement<R>[], begin: boolean): Promise<readonly (readonly R[])[]> {
    const statements = level.map(({ text, values, unpack }) => ({ text, values, packed: unpack !== undefined }))
    if (begin) this.#took = 0
    const answer = await this.#send({ kind: 'level', begin, statements })
    if ('error' in answer) throw translateError(answer.error, 0)
    this.#took += answer.took
    return level.map(({ unpack }, index) => {
      const rows = answer.rows[index]!
      // Rows that are not packed have `R = Row`.
      return unpack === undefined ? (rows as never) : unpack(...(rows[0] as unknown as Parameters<typeof unpack>))
    })
  }

  /** Gives up the snapshot. */
  release(): void {
    this.#child.tell({ kind: 'end' })
  }

  /** Kills the process in the middle of whatever it does. The waiting question is answered with the error. */
  kill(why: PopulusError): void {
    this.#child.kill(why)
  }

  async #send(request: ReaderRequest): Promise<ReaderAnswer> {
    try {
      return await this.#child.ask(request)
    } catch (error) {
      throw error instanceof ChildGone ? new PopulusError('unavailable', {}, { cause: error }) : error
    }
  }
}

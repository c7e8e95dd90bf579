/** One process that reads for this one (`reader-process.ts`): asks it a level at a time, and ends it. */
import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { PopulusError } from '../../errors.ts'
import type { BoundStatement } from '../../sql/statement.ts'
import { translateError } from '../translate-error.ts'
import type { ReaderAnswer, ReaderRequest } from './reader-messages.ts'
import type { SqliteConnectionOptions } from './sqlite-connection.ts'

/** The built file, even when the sources run directly: a new process cannot run TypeScript. */
const PROGRAM = createRequire(import.meta.url).resolve('#sqlite-reader')

interface Question {
  readonly resolve: (answer: ReaderAnswer) => void
  readonly reject: (error: PopulusError) => void
}

export class Reader {
  readonly #child: ChildProcess
  #question: Question | undefined
  #took = 0
  /** Why the process can no longer be asked. */
  #ended: PopulusError | undefined

  constructor(options: SqliteConnectionOptions) {
    this.#child = fork(PROGRAM, [JSON.stringify(options), String(process.pid)], {
      // The process needs neither the server's secrets nor a debugger.
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child.on('message', answer => this.#settle(({ resolve }) => resolve(answer as ReaderAnswer)))
    const gone = () => this.#end(new PopulusError('unavailable', {}, { cause: new Error('A reader process ended') }))
    this.#child.once('exit', gone)
    this.#child.once('error', gone)
    // It must not keep a process alive that has nothing else to do.
    this.#child.unref()
    this.#child.channel?.unref()
  }

  get usable(): boolean {
    return this.#ended === undefined
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
    if (this.usable) this.#child.send({ kind: 'end' } satisfies ReaderRequest, () => undefined)
  }

  /** Kills the process in the middle of whatever it does. The waiting question is answered with the error. */
  kill(why: PopulusError): void {
    this.#child.kill('SIGKILL')
    this.#end(why)
  }

  #send(request: ReaderRequest): Promise<ReaderAnswer> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended)
    return new Promise((resolve, reject) => {
      this.#question = { resolve, reject }
      this.#child.send(request, error => {
        if (error !== null) this.kill(new PopulusError('unavailable', {}, { cause: error }))
      })
    })
  }

  #end(why: PopulusError): void {
    this.#ended ??= why
    this.#settle(({ reject }) => reject(why))
  }

  #settle(how: (question: Question) => void): void {
    const question = this.#question
    this.#question = undefined
    if (question !== undefined) how(question)
  }
}

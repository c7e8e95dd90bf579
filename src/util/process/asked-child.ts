/** A process of our own program that answers one question at a time. */
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'

/** Why a question has no answer: the process ended, or was ended. */
export class ChildGone extends Error {}

interface Question<Reply> {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
}

export interface ChildOptions<Reply> extends Pick<ForkOptions, 'execArgv' | 'stdio'> {
  /** The built file: a new process cannot run TypeScript. */
  readonly program: string
  readonly arguments: readonly string[]
  /** The whole environment. The process needs neither the server's secrets nor a debugger. */
  readonly env?: NodeJS.ProcessEnv
  /** Receives every message, before it answers the open question. False if it is no answer. */
  readonly isAnswer?: (reply: Reply) => boolean
  readonly ended?: () => void
}

export class AskedChild<Asked, Reply> {
  readonly #process: ChildProcess
  #question: Question<Reply> | undefined
  /** Why the process can no longer be asked. */
  #end: Error | undefined

  constructor(options: ChildOptions<Reply>) {
    const { program, env = {}, execArgv = [], stdio, isAnswer = () => true, ended = () => undefined } = options
    this.#process = fork(program, [...options.arguments], { env, execArgv, serialization: 'advanced', stdio })
    const gone = () => {
      this.#close(new ChildGone('A process ended'))
      ended()
    }
    this.#process.on('message', reply => {
      if (isAnswer(reply as Reply)) this.#settle(({ resolve }) => resolve(reply as Reply))
    })
    this.#process.once('exit', gone)
    this.#process.once('error', gone)
    // It must not keep a process alive that has nothing else to do.
    this.#process.unref()
    this.#process.channel?.unref()
  }

  get usable(): boolean {
    return this.#end === undefined
  }

  /** Only while no other question is open. */
  ask(question: Asked): Promise<Reply> {
    if (this.#end !== undefined) return Promise.reject(this.#end)
    return new Promise((resolve, reject) => {
      this.#question = { resolve, reject }
      this.#process.send(question as object, error => {
        if (error !== null) this.kill(new ChildGone('A process cannot be asked', { cause: error }))
      })
    })
  }

  /** Sends something that has no answer. */
  tell(message: Asked): void {
    if (this.usable) this.#process.send(message as object, () => undefined)
  }

  /** Ends the process in the middle of whatever it does. The open question is answered with the reason. */
  kill(why: Error = new ChildGone('A process was ended')): void {
    this.#process.kill('SIGKILL')
    this.#close(why)
  }

  #close(why: Error): void {
    this.#end ??= why
    this.#settle(({ reject }) => reject(why))
  }

  #settle(how: (question: Question<Reply>) => void): void {
    const question = this.#question
    this.#question = undefined
    if (question !== undefined) how(question)
  }
}

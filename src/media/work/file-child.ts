/** One process that looks inside files (`file-process.ts`): one file at a time, each with a time limit. */
import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import type { FileProcessOptions, FileReply, FileTask } from './file-messages.ts'

/** The built file, even when the sources run directly: a new process cannot run TypeScript. */
const PROGRAM = createRequire(import.meta.url).resolve('#file-process')

/** Megabytes for JavaScript values. Pixels are not among them. */
const HEAP = 256

const ENVIRONMENT = {
  // The threads that decode share the memory that is free, so that less of it is held.
  MALLOC_ARENA_MAX: '2',
  // Large images stay in memory, where they count. A temporary file would be left behind by a process that is killed.
  VIPS_DISC_THRESHOLD: '1000g',
}

/** The process ended before it answered. */
export class FileChildGone extends Error {}
/** The process was ended because the file took too long. */
export class FileTooSlow extends Error {}

interface Question {
  readonly resolve: (reply: FileReply) => void
  readonly reject: (error: Error) => void
}

export class FileChild {
  readonly #process: ChildProcess
  #question: Question | undefined
  #started = false
  #usable = true

  constructor(options: FileProcessOptions, ended: (child: FileChild) => void) {
    this.#process = fork(PROGRAM, [JSON.stringify(options)], {
      // The process needs neither the server's secrets nor a debugger.
      env: ENVIRONMENT,
      execArgv: [`--max-old-space-size=${HEAP}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const end = () => {
      this.#end()
      ended(this)
    }
    this.#process.on('message', reply => this.#settle(reply as FileReply))
    this.#process.once('exit', end)
    this.#process.once('error', end)
    // It must not keep a process alive that has nothing else to do.
    this.#process.unref()
    this.#process.channel?.unref()
  }

  /** False if the process ended before it could do anything, which is not the fault of a file. */
  get started(): boolean {
    return this.#started
  }

  get usable(): boolean {
    return this.#usable
  }

  /** Only while no other question is open. */
  async ask(task: FileTask, milliseconds: number): Promise<FileReply> {
    if (!this.#usable) throw new FileChildGone()
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<FileReply>((resolve, reject) => {
        this.#question = { resolve, reject }
        timer = setTimeout(() => {
          reject(new FileTooSlow())
          this.kill()
        }, milliseconds)
        this.#process.send(task, error => error !== null && this.kill())
      })
    } finally {
      clearTimeout(timer)
      this.#question = undefined
    }
  }

  kill(): void {
    this.#process.kill('SIGKILL')
    this.#end()
  }

  #settle(reply: FileReply): void {
    this.#started = true
    if (reply.kind === 'answer') this.#question?.resolve(reply)
  }

  #end(): void {
    this.#usable = false
    this.#question?.reject(new FileChildGone())
  }
}

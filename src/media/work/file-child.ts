/** One process that looks inside files (`file-process.ts`): one file at a time, each with a time limit. */
import { createRequire } from 'node:module'
import { AskedChild } from '../../util/process/asked-child.ts'
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

/** The process was ended because the file took too long. */
export class FileTooSlow extends Error {}

export class FileChild {
  readonly #child: AskedChild<FileTask, FileReply>
  #started = false

  constructor(options: FileProcessOptions, ended: (child: FileChild) => void) {
    this.#child = new AskedChild({
      program: PROGRAM,
      arguments: [JSON.stringify(options)],
      env: ENVIRONMENT,
      execArgv: [`--max-old-space-size=${HEAP}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      isAnswer: ({ kind }) => {
        this.#started = true
        return kind === 'answer'
      },
      ended: () => ended(this),
    })
  }

  /** False if the process ended before it could do anything, which is not the fault of a file. */
  get started(): boolean {
    return this.#started
  }

  get usable(): boolean {
    return this.#child.usable
  }

  /** Only while no other question is open. */
  async ask(task: FileTask, milliseconds: number): Promise<FileReply> {
    const timer = setTimeout(() => this.#child.kill(new FileTooSlow()), milliseconds)
    try {
      return await this.#child.ask(task)
    } finally {
      clearTimeout(timer)
    }
  }

  kill(): void {
    this.#child.kill()
  }
}

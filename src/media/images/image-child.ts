/** One process that works on images (`image-process.ts`): several tasks at a time, each with its own time limit. */
import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import {
  type ImageProcessOptions,
  type ImageReply,
  type ImageRequest,
  type ImageTask,
  READY,
} from './image-messages.ts'

/** The built file, even when the sources run directly: a new process cannot run TypeScript. */
const PROGRAM = createRequire(import.meta.url).resolve('#image-process')

/** The process ended before it answered: it crashed, or it was ended because of another image. */
export class ImageChildGone extends Error {}
/** The process was ended because this image took too long. */
export class ImageTooSlow extends Error {}

interface Question {
  readonly resolve: (reply: ImageReply) => void
  readonly reject: (error: Error) => void
}

export class ImageChild {
  readonly #process: ChildProcess
  readonly #questions = new Map<number, Question>()
  #count = READY
  #started = false
  #usable = true

  constructor(options: ImageProcessOptions) {
    this.#process = fork(PROGRAM, [JSON.stringify(options)], {
      // The process needs neither the server's secrets nor a debugger.
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#process.on('message', reply => this.#settle(reply as ImageReply))
    this.#process.once('exit', () => this.#end())
    this.#process.once('error', () => this.#end())
    // It must not keep a process alive that has nothing else to do.
    this.#process.unref()
    this.#process.channel?.unref()
  }

  /** False if the process ended before it could do anything, which is not the fault of an image. */
  get started(): boolean {
    return this.#started
  }

  get usable(): boolean {
    return this.#usable
  }

  get idle(): boolean {
    return this.#questions.size === 0
  }

  async ask(task: ImageTask, milliseconds: number): Promise<ImageReply> {
    if (!this.#usable) throw new ImageChildGone()
    this.#count += 1
    const request: ImageRequest = { ...task, id: this.#count }
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<ImageReply>((resolve, reject) => {
        this.#questions.set(request.id, { resolve, reject })
        timer = setTimeout(() => {
          reject(new ImageTooSlow())
          this.kill()
        }, milliseconds)
        this.#process.send(request, error => error !== null && this.kill())
      })
    } finally {
      clearTimeout(timer)
      this.#questions.delete(request.id)
    }
  }

  kill(): void {
    this.#process.kill('SIGKILL')
    this.#end()
  }

  #settle(reply: ImageReply): void {
    this.#started = true
    this.#questions.get(reply.id)?.resolve(reply)
  }

  #end(): void {
    this.#usable = false
    for (const { reject } of this.#questions.values()) reject(new ImageChildGone())
  }
}

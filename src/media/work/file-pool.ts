/**
 * The processes that look inside files. Each has one file at a time, so that a file that crashes, hangs or exhausts its process
 * harms no other. Started when needed, ended when there was nothing to do for a while, and replaced when they die.
 */
import { PopulusError } from '../../errors.ts'
import { ChildGone } from '../../util/process/asked-child.ts'
import { FileChild, FileTooSlow } from './file-child.ts'
import { type FileProblem, type FileReply, type FileTask, isImageWork, type WorkResult } from './file-messages.ts'

export interface PoolLimits {
  /** Largest number of pixels of an image. */
  readonly imagePixels: number
  /** Longest time for one file, in milliseconds. */
  readonly imageTimeout: number
  /** Bytes that a process may take for one file. */
  readonly imageMemory: number
}

/** Processes that have been unused for this long are ended, which gives back their memory. */
const IDLE_MILLISECONDS = 60_000
/** A process that still holds more than this share of what it may take is not used again. */
const HELD_SHARE = 0.5

export class FilePool {
  readonly #limits: PoolLimits
  readonly #children = new Set<FileChild>()
  #idle: FileChild[] = []
  #idleTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(limits: PoolLimits) {
    this.#limits = limits
  }

  /** Somebody else may have ended the process, so the file gets a second chance. */
  async run(task: FileTask): Promise<WorkResult | undefined> {
    const reply = await this.#attempt(this.#take(), task, () => this.#attempt(this.#start(), task, refuse(task)))
    if (reply.problem !== undefined) throw errorOf(reply.problem)
    return reply.result
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#idleTimer)
    for (const child of this.#children) child.kill()
  }

  async #attempt(
    child: FileChild,
    task: FileTask,
    died: (child: FileChild, cause: Error) => Promise<FileReply>,
  ): Promise<FileReply> {
    const { imageTimeout } = this.#limits
    try {
      const reply = await child.ask(task, imageTimeout)
      this.#giveBack(child, reply)
      return reply
    } catch (error) {
      if (this.#closed) throw new PopulusError('imagesUnavailable', {}, { cause: error })
      if (error instanceof FileTooSlow) throw new PopulusError('imageTooSlow', { limit: imageTimeout })
      if (!(error instanceof ChildGone)) throw error
      return died(child, error)
    }
  }

  #take(): FileChild {
    return this.#idle.pop() ?? this.#start()
  }

  #start(): FileChild {
    if (this.#closed) throw new PopulusError('imagesUnavailable')
    const { imagePixels: pixels, imageMemory: memory } = this.#limits
    const child = new FileChild({ pixels, memory }, ended => {
      this.#children.delete(ended)
      this.#idle = this.#idle.filter(other => other !== ended)
    })
    this.#children.add(child)
    return child
  }

  #giveBack(child: FileChild, { memory = Number.POSITIVE_INFINITY }: FileReply): void {
    if (this.#closed || !child.usable || memory > this.#limits.imageMemory * HELD_SHARE) {
      child.kill()
      return
    }
    this.#idle.push(child)
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => this.#endIdle(), IDLE_MILLISECONDS).unref()
  }

  #endIdle(): void {
    for (const child of this.#idle) child.kill()
    this.#idle = []
  }
}

/** The file has ended two processes, or no process can start. */
const refuse = (task: FileTask) => async (child: FileChild, cause: Error) => {
  if (!child.started) throw new PopulusError('imagesUnavailable', {}, { cause })
  throw new PopulusError(isImageWork(task) ? 'notAnImage' : 'fileUnreadable', {}, { cause })
}

function errorOf({ key, data, hint, reason }: FileProblem): PopulusError {
  return new PopulusError(key, data, { hint, ...(reason === undefined ? {} : { cause: new Error(reason) }) })
}

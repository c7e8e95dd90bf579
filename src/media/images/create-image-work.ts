/**
 * Image work in a process of its own: started with the first image, ended when there was none for a while, and started
 * again if it dies. A limited number of images is worked on at the same time, and a limited number waits.
 */
import { availableParallelism } from 'node:os'
import { PopulusError } from '../../errors.ts'
import { BoundedQueue, QueueFull } from '../../util/bounded-queue.ts'
import { ImageChild, ImageChildGone, ImageTooSlow } from './image-child.ts'
import type { ImageProblem, ImageReply, ImageTask } from './image-messages.ts'
import type { ImageFile, ImageWork, ProcessedImage } from './image-work.ts'

export interface ImageLimits {
  /** Largest number of pixels of an image. */
  readonly imagePixels: number
  /** Largest number of images that wait. */
  readonly imageQueue: number
  /** Longest wait, in milliseconds. */
  readonly imageWait: number
  /** Longest time for one image, in milliseconds. */
  readonly imageTimeout: number
}

/** A process that has been unused for this long is ended, which gives back its memory. */
const IDLE_MILLISECONDS = 60_000
const MOST_AT_ONCE = 4

/** Create one per process. Starts nothing by itself. */
export function createImageWork(limits: ImageLimits): ImageWork {
  return new ChildImageWork(limits)
}

class ChildImageWork implements ImageWork {
  readonly #limits: ImageLimits
  readonly #queue: BoundedQueue
  readonly #children = new Set<ImageChild>()
  #shared: ImageChild | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(limits: ImageLimits) {
    this.#limits = limits
    // Never the last processor, which belongs to the server.
    const atOnce = Math.max(1, Math.min(MOST_AT_ONCE, availableParallelism() - 1))
    this.#queue = new BoundedQueue({ atOnce, length: limits.imageQueue, patience: limits.imageWait })
  }

  async process(source: string, folder: string, wishes: Parameters<ImageWork['process']>[2]): Promise<ProcessedImage> {
    return (await this.#run({ kind: 'process', source, folder, wishes })) as ProcessedImage
  }

  async transform(source: string, target: string, wish: Parameters<ImageWork['transform']>[2]): Promise<ImageFile> {
    return (await this.#run({ kind: 'transform', source, target, wish })) as ImageFile
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idleTimer)
    for (const child of this.#children) child.kill()
  }

  async #run(task: ImageTask): Promise<ImageReply['result']> {
    try {
      const { result, problem } = await this.#queue.run(() => this.#attempt(task))
      if (problem !== undefined) throw this.#errorOf(problem)
      return result
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      const retryAfter = Math.max(1, Math.ceil(error.expected / 1000))
      throw new PopulusError('imagesBusy', { limit: this.#limits.imageQueue }, { retryAfter })
    }
  }

  /** If the process dies, any of its images may be the reason. Each gets a second chance in a process of its own. */
  async #attempt(task: ImageTask): Promise<ImageReply> {
    try {
      return await this.#ask(this.#take(), task)
    } catch (error) {
      if (!(error instanceof ImageChildGone) || this.#closed) throw error
    }
    const own = this.#start()
    try {
      return await this.#ask(own, task)
    } catch (error) {
      if (!(error instanceof ImageChildGone) || this.#closed) throw error
      throw new PopulusError(own.started ? 'notAnImage' : 'imagesUnavailable', {}, { cause: error })
    } finally {
      own.kill()
      this.#children.delete(own)
    }
  }

  async #ask(child: ImageChild, task: ImageTask): Promise<ImageReply> {
    const { imageTimeout } = this.#limits
    try {
      return await child.ask(task, imageTimeout)
    } catch (error) {
      if (this.#closed) throw new PopulusError('imagesUnavailable', {}, { cause: error })
      if (error instanceof ImageTooSlow) throw new PopulusError('imageTooSlow', { limit: imageTimeout })
      throw error
    }
  }

  #take(): ImageChild {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => this.#endIdle(), IDLE_MILLISECONDS).unref()
    if (this.#shared?.usable) return this.#shared
    if (this.#shared !== undefined) this.#children.delete(this.#shared)
    this.#shared = this.#start()
    return this.#shared
  }

  #start(): ImageChild {
    if (this.#closed) throw new PopulusError('imagesUnavailable')
    const child = new ImageChild({ pixels: this.#limits.imagePixels })
    this.#children.add(child)
    return child
  }

  #endIdle(): void {
    const child = this.#shared
    if (child === undefined) return
    if (!child.idle) {
      this.#idleTimer = setTimeout(() => this.#endIdle(), IDLE_MILLISECONDS).unref()
      return
    }
    this.#shared = undefined
    this.#children.delete(child)
    child.kill()
  }

  #errorOf(problem: ImageProblem): PopulusError {
    const { imagePixels: limit } = this.#limits
    switch (problem.key) {
      case 'notAnImage':
        return new PopulusError('notAnImage', {}, { cause: new Error(problem.reason) })
      case 'tooManyPixels':
        return new PopulusError('tooManyPixels', { width: problem.width, height: problem.height, limit })
      case 'failed':
        return new PopulusError('imagesUnavailable', {}, { cause: new Error(problem.reason) })
    }
  }
}

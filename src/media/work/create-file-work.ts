/** Work on files in processes of their own. Of each kind a limited number runs at the same time, and a limited number waits. */
import { availableParallelism } from 'node:os'
import { PopulusError } from '../../errors.ts'
import { BoundedQueue, QueueFull } from '../../util/process/bounded-queue.ts'
import { type FileTask, type FileWorks, isImageWork, type WorkKind } from './file-messages.ts'
import { FilePool, type PoolLimits } from './file-pool.ts'
import type { FileWork } from './file-work.ts'

export interface FileLimits extends PoolLimits {
  /** Largest number of files that wait. */
  readonly imageQueue: number
  /** Longest wait, in milliseconds. */
  readonly imageWait: number
}

const MOST_IMAGES_AT_ONCE = 4
/** A document does not wait until an image is done. */
const LOOKS_AT_ONCE = 2

/** Create one per process. Starts nothing by itself. */
export function createFileWork(limits: FileLimits): FileWork {
  return new PooledFileWork(limits)
}

class PooledFileWork implements FileWork {
  readonly #limits: FileLimits
  readonly #pool: FilePool
  readonly #looks: BoundedQueue
  readonly #images: BoundedQueue

  constructor(limits: FileLimits) {
    this.#limits = limits
    this.#pool = new FilePool(limits)
    const waiting = { length: limits.imageQueue, patience: limits.imageWait }
    // Never the last processor, which belongs to the server.
    const atOnce = Math.max(1, Math.min(MOST_IMAGES_AT_ONCE, availableParallelism() - 1))
    this.#looks = new BoundedQueue({ atOnce: LOOKS_AT_ONCE, ...waiting })
    this.#images = new BoundedQueue({ atOnce, ...waiting })
  }

  accept: FileWork['accept'] = (source, claimed, lists) =>
    this.#run<'accept'>({ kind: 'accept', source, claimed: bare(claimed), lists: listsOf(lists) })

  detect: FileWork['detect'] = (source, claimed) =>
    this.#run<'detect'>({ kind: 'detect', source, claimed: bare(claimed) })

  process: FileWork['process'] = (source, folder, wishes) =>
    this.#run<'process'>({ kind: 'process', source, folder, wishes })

  transform: FileWork['transform'] = (source, target, wish) =>
    this.#run<'transform'>({ kind: 'transform', source, target, wish })

  async close(): Promise<void> {
    this.#pool.close()
  }

  async #run<K extends WorkKind>(task: FileTask & { readonly kind: K }): Promise<FileWorks[K]['output']> {
    const queue = isImageWork(task) ? this.#images : this.#looks
    try {
      return (await queue.run(() => this.#pool.run(task))) as FileWorks[K]['output']
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      const retryAfter = Math.max(1, Math.ceil(error.expected / 1000))
      throw new PopulusError('imagesBusy', { limit: this.#limits.imageQueue }, { retryAfter })
    }
  }
}

// Callers hand over larger values that have these; only what is needed crosses to the other process.
const bare = ({ name, mime }: Parameters<FileWork['detect']>[1]) => ({ name, mime })
const listsOf = ({ allow, deny }: Parameters<FileWork['accept']>[2]) => ({ allow, deny })

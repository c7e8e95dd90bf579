/** Other sizes of images, made when they are first asked for and kept from then on. */
import { PopulusError } from '../../errors.ts'
import { BoundedQueue, QueueFull } from '../../util/process/bounded-queue.ts'
import { formatOf, imageFormat } from '../images/image-formats.ts'
import { typeOfExtension } from '../types/media-types.ts'
import type { FileWork } from '../work/file-work.ts'
import type { SizeRequest } from './size-request.ts'
import type { SizeSource } from './size-source.ts'
import type { SizeStore } from './size-store.ts'

export interface MadeSize {
  readonly path: string
  readonly mime: string
}

/** Requests from anybody must not fill the queue in which uploads wait. */
const AT_ONCE = 2
const WAITING = 32
const PATIENCE = 20_000

export class ImageSizes {
  readonly #work: FileWork
  readonly #store: SizeStore
  readonly #queue = new BoundedQueue({ atOnce: AT_ONCE, length: WAITING, patience: PATIENCE })
  /** What is being made at the moment. */
  readonly #making = new Map<string, Promise<string>>()

  constructor(work: FileWork, store: SizeStore) {
    this.#work = work
    this.#store = store
  }

  /** `undefined` if the image is sent as it is: a vector image has every size, and a moving one would stand still. */
  async get(source: SizeSource, request: SizeRequest): Promise<MadeSize | undefined> {
    const given = formatOf(typeOfExtension(extensionOf(source.name)) ?? '')
    if (given === undefined) throw new PopulusError('notAnImage')
    if ((given === 'svg' || given === 'gif') && request.format === undefined) return undefined
    const key = keyOf(source, request)
    const path = (await this.#store.find(source.name, key)) ?? (await this.#makeOnce(source, request, key))
    return { path, mime: imageFormat(request.format ?? given).mime }
  }

  /** To be called when a file was replaced or deleted, or when its focal point has moved. */
  forget(name: string): Promise<void> {
    return this.#store.forget(name)
  }

  #makeOnce(source: SizeSource, request: SizeRequest, key: string): Promise<string> {
    const id = `${source.name}\n${key}`
    const running = this.#making.get(id)
    if (running !== undefined) return running
    const made = this.#make(source, request, key).finally(() => this.#making.delete(id))
    this.#making.set(id, made)
    return made
  }

  async #make(source: SizeSource, request: SizeRequest, key: string): Promise<string> {
    try {
      return await this.#queue.run(() =>
        this.#store.keep(source.name, key, target =>
          source.use((path, focalPoint) => this.#work.transform(path, target, { ...request, focalPoint })),
        ),
      )
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      const retryAfter = Math.max(1, Math.ceil(error.expected / 1000))
      throw new PopulusError('sizesBusy', { limit: WAITING }, { retryAfter })
    }
  }
}

function keyOf({ version }: SizeSource, { width, height, fit, format, quality }: SizeRequest): string {
  return JSON.stringify([version, width, height, fit ?? 'inside', format, quality])
}

function extensionOf(name: string): string {
  return /\.[^./]+$/.exec(name)?.[0] ?? ''
}

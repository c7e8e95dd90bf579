/**
 * Response bodies, kept until the tables they were made from change. Equal requests at the same time share one read.
 */
import type { BoundedCache } from './bounded-cache.ts'
import { CachedBody } from './cached-body.ts'
import { type Gone, SharedInterest } from './shared-interest.ts'

export interface CacheFigures {
  readonly hits: number
  readonly misses: number
  /** Bodies that were found but were made before a change. */
  readonly stale: number
  readonly entries: number
  readonly bytes: number
}

export interface ResponseCache {
  /** The body that was made at this version, if it is kept. */
  get(key: string, version: number): CachedBody | undefined
  /** Makes a body and keeps it, or waits for the one that is being made for the same key and version. */
  load(key: string, version: number, make: MakeBody, gone?: Gone): Promise<CachedBody>
  figures(): CacheFigures
}

/** `gone` returns a signal that fires when nobody is waiting for the body any more. */
export type MakeBody = (gone: Gone | undefined) => Promise<Buffer>

export interface KeptBody {
  readonly version: number
  readonly body: CachedBody
}

/** Keeps nothing. */
export const NO_RESPONSES: ResponseCache = Object.freeze({
  get: () => undefined,
  load: async (_key: string, _version: number, make: MakeBody, gone?: Gone) => new CachedBody(await make(gone)),
  figures: () => ({ hits: 0, misses: 0, stale: 0, entries: 0, bytes: 0 }),
})

/** A body that is being made. */
interface Running {
  readonly version: number
  readonly made: Promise<CachedBody>
  readonly interest: SharedInterest
}

/**
 * The size of a body in addition to its bytes: the system allocates the memory of a buffer, and several objects lead to
 * it.
 */
const OVERHEAD = 700

export function createResponseCache(entries: BoundedCache<KeptBody>): ResponseCache {
  const running = new Map<string, Running>()
  const count = { hits: 0, misses: 0, stale: 0 }

  const put = (key: string, version: number, body: CachedBody) =>
    entries.set(key, { version, body }, body.bytes + OVERHEAD)
  const keep = (key: string, version: number, body: CachedBody) => {
    const known = entries.peek(key)
    if (known === undefined || known.version <= version) put(key, version, body)
  }
  const make = async (key: string, version: number, read: MakeBody, gone: Gone) => {
    const plain = await read(gone)
    // A compressed form is counted once it exists.
    const body: CachedBody = new CachedBody(plain, () => {
      if (entries.peek(key)?.body === body) put(key, version, body)
    })
    keep(key, version, body)
    return body
  }

  return {
    get: (key, version) => {
      const entry = entries.get(key)
      if (entry?.version === version) {
        count.hits += 1
        return entry.body
      }
      count.misses += 1
      if (entry !== undefined) {
        count.stale += 1
        if (entry.version < version) entries.delete(key)
      }
      return undefined
    },
    load: (key, version, read, gone) => {
      const known = running.get(key)
      if (known?.version === version && !known.interest.isOver) {
        known.interest.join(gone)
        return known.made
      }
      const interest = new SharedInterest()
      interest.join(gone)
      const made = make(key, version, read, interest.gone).finally(() => {
        if (running.get(key)?.made === made) running.delete(key)
      })
      running.set(key, { version, made, interest })
      return made
    },
    figures: () => ({ ...count, ...entries.use() }),
  }
}

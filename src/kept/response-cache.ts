/**
 * Answers, kept until a change touches what they were made from. Equal requests at the same time share one read. Without
 * bodies, nothing is shared, and only tags are kept, which is enough to say that a client's copy is still right.
 */

import type { BoundedCache } from './bounded-cache.ts'
import { CachedBody, contentTag } from './cached-body.ts'
import type { ChangeLog } from './dependencies/change-log.ts'
import type { Dependencies, PlanDependencies } from './dependencies/dependencies.ts'
import { type Gone, SharedInterest } from './shared-interest.ts'

export interface CacheFigures {
  readonly hits: number
  readonly misses: number
  /** Answers that were found but had been touched by a change. */
  readonly stale: number
  readonly entries: number
  readonly bytes: number
}

export interface MadeAnswer {
  readonly body: CachedBody
  readonly tag: string
}

/** The entries of a list, and what surrounds them in the answer. */
export interface ListedEntries {
  readonly ids: readonly number[]
  readonly frame: { readonly open: string; readonly close: string }
  /** The number of the last change up to which they are known to be right. */
  readonly asOf: number
}

export interface KeptAnswer {
  /** `undefined` where only tags are kept, and for an answer that can be put together again from kept entries. */
  readonly body: CachedBody | undefined
  readonly tag: string
  readonly dependencies: readonly Dependencies[]
  readonly listed?: Omit<ListedEntries, 'asOf'> | undefined
  /** The number of the last change up to which it is known to be right. */
  asOf: number
}

/** Which answer, and the tables that it is read from. */
export interface AnswerKey {
  readonly key: string
  readonly tables: readonly string[]
}

export interface WantedAnswer extends AnswerKey {
  /** Whether the client has a copy. Where only tags are kept, only those of such clients are. */
  readonly conditional?: boolean
  /** What is kept of it. */
  readonly kept?: KeptAnswer | undefined
}

export interface ResponseCache {
  /** The answer, if it is kept and no change has touched it. */
  get(key: string): KeptAnswer | undefined
  /** Makes an answer and keeps it, or waits for the one that is being made from the same state of the tables. */
  load(answer: WantedAnswer, make: MakeBody, gone?: Gone): Promise<MadeAnswer>
  figures(): CacheFigures
}

export interface FreshBody {
  readonly plain: Buffer
  /** All that it depends on. */
  readonly dependencies: () => readonly Dependencies[]
  /** Present if it was put together from entries that are kept. Its body is kept when it is asked for again. */
  readonly listed?: Omit<ListedEntries, 'asOf'>
}

/** `gone` returns a signal that fires when nobody is waiting for the body any more; `listed` is known of the answer. */
export type MakeBody = (gone: Gone | undefined, listed?: ListedEntries) => Promise<FreshBody>

/** Keeps nothing. */
export const NO_RESPONSES: ResponseCache = Object.freeze({
  get: () => undefined,
  load: async (_answer: AnswerKey, make: MakeBody, gone?: Gone) => {
    const { plain } = await make(gone)
    return { body: new CachedBody(plain), tag: contentTag(plain) }
  },
  figures: () => ({ hits: 0, misses: 0, stale: 0, entries: 0, bytes: 0 }),
})

/** An answer that is being made. */
interface Running {
  readonly version: number
  readonly made: Promise<MadeAnswer>
  readonly interest: SharedInterest
}

interface Making {
  readonly key: string
  /** The number of the last change before it is read. */
  readonly asOf: number
  /** Whether it is kept. */
  readonly keeps: boolean
  /** What is kept of it so far. */
  readonly kept: KeptAnswer | undefined
}

/**
 * The size of an answer in addition to the bytes of its body and its ids: the system allocates the memory of a buffer, and
 * several objects lead to it.
 */
const OVERHEAD = 900
/** An id, and the place of what its entry depends on. */
const ID_BYTES = 16

export interface ResponseCacheInput {
  readonly entries: BoundedCache<KeptAnswer>
  readonly changes: ChangeLog
  /** False: only tags are kept. */
  readonly bodies: boolean
}

/** Answers to one query share its part of the dependencies, which the first of them is charged for. */
function answerSizes(): (key: string, answer: KeptAnswer) => number {
  const payers = new WeakMap<PlanDependencies, string>()
  return (key, { body, dependencies, listed }) => {
    let bytes = (body?.bytes ?? 0) + (listed === undefined ? 0 : listed.ids.length * ID_BYTES) + OVERHEAD
    for (const { plan, ids } of dependencies) {
      if (!payers.has(plan)) payers.set(plan, key)
      bytes += ids.byteLength + (payers.get(plan) === key ? plan.bytes : 0)
    }
    return bytes
  }
}

export function createResponseCache({ entries, changes, bodies }: ResponseCacheInput): ResponseCache {
  const running = new Map<string, Running>()
  const count = { hits: 0, misses: 0, stale: 0 }

  const sizeOf = answerSizes()
  const put = (key: string, kept: KeptAnswer) => entries.set(key, kept, sizeOf(key, kept))
  const keep = (key: string, kept: KeptAnswer) => {
    const known = entries.peek(key)
    if (known === undefined || known.asOf <= kept.asOf) put(key, kept)
  }
  /** A compressed form is counted once it exists. */
  const countAgain = (key: string, body: CachedBody) => {
    const known = entries.peek(key)
    if (known?.body === body) put(key, { ...known })
  }
  const make = async ({ key, asOf, keeps, kept }: Making, read: MakeBody, gone?: Gone): Promise<MadeAnswer> => {
    const known = kept?.listed === undefined ? undefined : { ...kept.listed, asOf: kept.asOf }
    const { plain, dependencies, listed } = await read(gone, known)
    const tag = contentTag(plain)
    const isFirst = listed !== undefined && kept === undefined
    const body: CachedBody = new CachedBody(plain, isFirst ? undefined : () => countAgain(key, body))
    const keptBody = bodies && !isFirst ? body : undefined
    if (keeps && entries.wants(key, (keptBody?.bytes ?? 0) + OVERHEAD))
      keep(key, { body: keptBody, tag, dependencies: dependencies(), asOf, listed: isFirst ? listed : undefined })
    return { body, tag }
  }

  return {
    get: key => {
      const kept = entries.get(key)
      if (kept === undefined) {
        count.misses += 1
        return undefined
      }
      if (kept.asOf !== changes.now) {
        if (kept.dependencies.some(part => changes.hasTouched(part, kept.asOf))) {
          count.misses += 1
          count.stale += 1
          entries.delete(key)
          return undefined
        }
        kept.asOf = changes.now
      }
      count.hits += 1
      return kept
    },
    load: ({ key, tables, conditional = false, kept }, read, gone) => {
      if (!bodies) return make({ key, asOf: changes.now, keeps: conditional, kept: undefined }, read, gone)
      const version = changes.latest(tables)
      const known = running.get(key)
      if (known?.version === version && !known.interest.isOver) {
        known.interest.join(gone)
        return known.made
      }
      const interest = new SharedInterest()
      interest.join(gone)
      const made = make({ key, asOf: changes.now, keeps: true, kept }, read, interest.gone).finally(() => {
        if (running.get(key)?.made === made) running.delete(key)
      })
      running.set(key, { version, made, interest })
      return made
    },
    figures: () => ({ ...count, ...entries.use() }),
  }
}

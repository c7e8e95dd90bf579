/**
 * Answers, kept until a change touches what they were made from. Equal requests at the same time share one read. Without
 * bodies, nothing is shared, and only tags are kept, which is enough to say that a client's copy is still right.
 */

import type { BoundedCache } from './bounded-cache.ts'
import { CachedBody } from './cached-body.ts'
import { contentTag } from './content-tag.ts'
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

export interface KeptAnswer {
  /** `undefined` where only tags are kept. */
  readonly body: CachedBody | undefined
  readonly tag: string
  readonly dependencies: Dependencies
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
  readonly dependencies: () => Dependencies
}

/** `gone` returns a signal that fires when nobody is waiting for the body any more. */
export type MakeBody = (gone: Gone | undefined) => Promise<FreshBody>

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
}

/**
 * The size of an answer in addition to the bytes of its body and its ids: the system allocates the memory of a buffer, and
 * several objects lead to it.
 */
const OVERHEAD = 900

export interface ResponseCacheInput {
  readonly entries: BoundedCache<KeptAnswer>
  readonly changes: ChangeLog
  /** False: only tags are kept. */
  readonly bodies: boolean
}

export function createResponseCache({ entries, changes, bodies }: ResponseCacheInput): ResponseCache {
  const running = new Map<string, Running>()
  const count = { hits: 0, misses: 0, stale: 0 }

  /** Answers to one query share its part of the dependencies, which the first of them is charged for. */
  const payers = new WeakMap<PlanDependencies, string>()
  const sizeOf = (key: string, { body, dependencies: { plan, ids } }: KeptAnswer) => {
    if (!payers.has(plan)) payers.set(plan, key)
    return (body?.bytes ?? 0) + ids.byteLength + OVERHEAD + (payers.get(plan) === key ? plan.bytes : 0)
  }
  const put = (key: string, kept: KeptAnswer) => entries.set(key, kept, sizeOf(key, kept))
  const keep = (key: string, kept: KeptAnswer) => {
    const known = entries.peek(key)
    if (known === undefined || known.asOf <= kept.asOf) put(key, kept)
  }
  const make = async ({ key, asOf, keeps }: Making, read: MakeBody, gone?: Gone): Promise<MadeAnswer> => {
    const { plain, dependencies } = await read(gone)
    const tag = contentTag(plain)
    const body: CachedBody = new CachedBody(plain, () => {
      // A compressed form is counted once it exists.
      const known = entries.peek(key)
      if (known?.body === body) put(key, { ...known })
    })
    if (keeps) keep(key, { body: bodies ? body : undefined, tag, dependencies: dependencies(), asOf })
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
        if (changes.hasTouched(kept.dependencies, kept.asOf)) {
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
    load: ({ key, tables, conditional = false }, read, gone) => {
      if (!bodies) return make({ key, asOf: changes.now, keeps: conditional }, read, gone)
      const version = changes.latest(tables)
      const known = running.get(key)
      if (known?.version === version && !known.interest.isOver) {
        known.interest.join(gone)
        return known.made
      }
      const interest = new SharedInterest()
      interest.join(gone)
      const made = make({ key, asOf: changes.now, keeps: true }, read, interest.gone).finally(() => {
        if (running.get(key)?.made === made) running.delete(key)
      })
      running.set(key, { version, made, interest })
      return made
    },
    figures: () => ({ ...count, ...entries.use() }),
  }
}

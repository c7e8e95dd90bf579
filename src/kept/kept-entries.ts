/** The JSON of single entries, kept until a change touches what it was made from. Lists are put together from it. */
import type { BoundedCache } from './bounded-cache.ts'
import type { ChangeLog } from './dependencies/change-log.ts'
import type { Dependencies } from './dependencies/dependencies.ts'

export interface KeptEntry {
  readonly bytes: Buffer
  /** How many entries are populated in it. */
  readonly entries: number
  /** What it depends on. */
  readonly dependencies: () => Dependencies
  /** The number of the last change up to which it is known to be right. */
  asOf: number
}

export interface KeptEntries {
  /** Whether anything is kept at all. */
  readonly keeps: boolean
  /** The entry, if it is kept and no change has touched it. */
  get(key: string): KeptEntry | undefined
  set(key: string, entry: KeptEntry): void
}

/** The size of an entry in addition to its bytes and ids: several objects lead to it. */
const OVERHEAD = 500

export function createKeptEntries(entries: BoundedCache<KeptEntry>, changes: ChangeLog): KeptEntries {
  return {
    keeps: true,
    get: key => {
      const kept = entries.get(key)
      if (kept === undefined || kept.asOf === changes.now) return kept
      if (changes.hasTouched(kept.dependencies(), kept.asOf)) {
        entries.delete(key)
        return undefined
      }
      kept.asOf = changes.now
      return kept
    },
    set: (key, entry) => {
      const known = entries.peek(key)
      if (known !== undefined && known.asOf > entry.asOf) return
      const least = entry.bytes.length + OVERHEAD
      if (!entries.wants(key, least)) return
      // Computed from the rows, which are not kept.
      const made = entry.dependencies()
      const kept = { bytes: entry.bytes, entries: entry.entries, dependencies: () => made, asOf: entry.asOf }
      entries.set(key, kept, least + made.ids.byteLength)
    },
  }
}

/** Keeps nothing. */
export const NO_ENTRIES: KeptEntries = Object.freeze({ keeps: false, get: () => undefined, set: () => {} })

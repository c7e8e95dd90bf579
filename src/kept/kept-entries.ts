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
  /** The entries of one selection, which the name stands for. */
  of(selection: string): KeptSelection
}

export interface KeptSelection {
  /** The entry, if it is kept and no change has touched it. */
  get(id: number): KeptEntry | undefined
  set(id: number, entry: KeptEntry): void
}

/** An entry in the cache. */
export interface HeldEntry extends KeptEntry {
  readonly id: number
  readonly selection: Selection
  /** The round of the cache in which it was asked for last. */
  round: number
}

/** The size of an entry in addition to its bytes and ids: several objects lead to it. */
const OVERHEAD = 600

interface Kept {
  readonly cache: BoundedCache<HeldEntry>
  readonly changes: ChangeLog
  /** Those that have entries, by name. */
  readonly selections: Map<string, Selection>
}

/**
 * Most lists take every entry from here, so an entry is found by its number. Its name in the cache, by which it is dropped, is needed only
 * when it is kept, and once in a while to say that it is still in use.
 */
class Selection implements KeptSelection {
  readonly #name: string
  readonly #kept: Kept
  readonly #held = new Map<number, HeldEntry>()

  constructor(name: string, kept: Kept) {
    this.#name = name
    this.#kept = kept
  }

  get(id: number): KeptEntry | undefined {
    const held = this.#held.get(id)
    if (held === undefined) return undefined
    const { cache, changes } = this.#kept
    if (held.round !== cache.round) {
      cache.get(this.#nameOf(id))
      held.round = cache.round
    }
    if (held.asOf === changes.now) return held
    if (changes.hasTouched(held.dependencies(), held.asOf)) {
      cache.delete(this.#nameOf(id))
      return undefined
    }
    held.asOf = changes.now
    return held
  }

  set(id: number, entry: KeptEntry): void {
    const { cache, selections } = this.#kept
    const known = this.#held.get(id)
    if (known !== undefined && known.asOf > entry.asOf) return
    const { bytes, entries, asOf } = entry
    const least = bytes.length + OVERHEAD
    const name = this.#nameOf(id)
    if (!cache.wants(name, least)) return
    // Computed from the rows, which are not kept.
    const made = entry.dependencies()
    const held = { bytes, entries, dependencies: () => made, asOf, id, selection: this, round: cache.round }
    cache.set(name, held, least + made.ids.byteLength)
    if (cache.peek(name) !== held) return
    this.#held.set(id, held)
    selections.set(this.#name, this)
  }

  /** The cache has dropped it. */
  forget({ id }: HeldEntry): void {
    this.#held.delete(id)
    const { selections } = this.#kept
    if (this.#held.size === 0 && selections.get(this.#name) === this) selections.delete(this.#name)
  }

  #nameOf(id: number): string {
    return `${this.#name}.${id}`
  }
}

/** The cache has to call `forgetEntry` with what it drops. */
export function createKeptEntries(cache: BoundedCache<HeldEntry>, changes: ChangeLog): KeptEntries {
  const selections = new Map<string, Selection>()
  const kept = { cache, changes, selections }
  return { keeps: true, of: name => selections.get(name) ?? new Selection(name, kept) }
}

/** Other values are left alone. */
export function forgetEntry(dropped: object): void {
  if ('selection' in dropped) (dropped as HeldEntry).selection.forget(dropped as HeldEntry)
}

const NOTHING: KeptSelection = Object.freeze({ get: () => undefined, set: () => {} })

/** Keeps nothing. */
export const NO_ENTRIES: KeptEntries = Object.freeze({ keeps: false, of: () => NOTHING })

/**
 * The one door for entries, whichever list they are in: those that are kept are taken as they are, and the others are read
 * together with those that other requests want at the same time. Requests that arrive together wait for the same `catchUp`,
 * so none of them waits any longer for this.
 */
import { PopulusError } from '../../errors.ts'
import type { KeptEntries, KeptEntry } from '../../kept/kept-entries.ts'
import type { ReadOptions } from '../../storage/database.ts'
import type { PreparedShown } from './prepared-read.ts'

export type EntriesById = ReadonlyMap<number, KeptEntry>

/** Reads entries; `undefined` if something may have changed meanwhile. */
export type LoadEntries = (ids: readonly number[], gone?: ReadOptions['gone']) => Promise<EntriesById | undefined>

export interface EntryRequest {
  readonly shown: PreparedShown
  readonly ids: readonly number[]
  readonly gone: ReadOptions['gone']
  /** All requests with the same `shown` pass an equivalent function. */
  readonly load: LoadEntries
  /** Whether they take so long that other requests should not wait for them. */
  readonly isAlone: boolean
  /** Whether they are those of a list, which shows how many of its entries are kept. */
  readonly isList: boolean
}

interface Waiting extends Pick<EntryRequest, 'ids' | 'gone' | 'load'> {
  readonly resolve: (loaded: EntriesById | undefined) => void
  readonly reject: (error: unknown) => void
}

interface Group {
  readonly waiting: Waiting[]
  entries: number
}

/** More of them would keep other requests waiting. */
const MOST_TOGETHER = 32

export class EntryReads {
  readonly #kept: KeptEntries
  readonly #groups = new Map<PreparedShown, Group>()

  constructor(kept: KeptEntries) {
    this.#kept = kept
  }

  get keeps(): boolean {
    return this.#kept.keeps
  }

  /** Those that exist; `undefined` if something may have changed meanwhile. */
  async read(request: EntryRequest): Promise<EntriesById | undefined> {
    const { shown, ids } = request
    const found = new Map<number, KeptEntry>()
    const missing: number[] = []
    const entries = this.#kept.of(shown.key)
    for (const id of ids) {
      const kept = entries.get(id)
      if (kept === undefined) missing.push(id)
      else found.set(id, kept)
    }
    if (request.isList && ids.length > 0) shown.isMostlyKept = missing.length * 2 <= ids.length
    if (missing.length === 0) return found
    const loaded = await (request.isAlone ? this.#alone(request, missing) : this.#together(request, missing))
    if (loaded === undefined) return undefined
    for (const id of missing) {
      const entry = loaded.get(id)
      if (entry !== undefined) found.set(id, entry)
    }
    return found
  }

  /** Entries that were read with their list. */
  keepList(shown: PreparedShown, entries: EntriesById): void {
    // A list without entries shows nothing about others.
    if (entries.size === 0) return
    const kept = this.#kept.of(shown.key)
    const known = [...entries.keys()].filter(id => kept.get(id) !== undefined)
    // The next list may well have entries of the first one.
    shown.isMostlyKept = shown.isMostlyKept === undefined || known.length * 2 >= entries.size
    this.#keep(shown, entries)
  }

  #keep(shown: PreparedShown, entries: EntriesById): void {
    const kept = this.#kept.of(shown.key)
    for (const [id, entry] of entries) kept.set(id, entry)
  }

  async #alone({ shown, load, gone }: EntryRequest, ids: readonly number[]): Promise<EntriesById | undefined> {
    const loaded = await load(ids, gone)
    if (loaded !== undefined) this.#keep(shown, loaded)
    return loaded
  }

  #together({ shown, load, gone }: EntryRequest, ids: readonly number[]): Promise<EntriesById | undefined> {
    return new Promise((resolve, reject) => {
      const one: Waiting = { ids, gone, load, resolve, reject }
      const group = this.#groups.get(shown)
      if (group !== undefined && group.entries + one.ids.length <= MOST_TOGETHER) {
        group.waiting.push(one)
        group.entries += one.ids.length
        return
      }
      const first: Group = { waiting: [one], entries: one.ids.length }
      this.#groups.set(shown, first)
      // Runs when everybody who waited for the same `catchUp` has come this far.
      process.nextTick(() => {
        if (this.#groups.get(shown) === first) this.#groups.delete(shown)
        this.#load(shown, first.waiting)
      })
    })
  }

  async #load(shown: PreparedShown, waiting: readonly Waiting[]): Promise<void> {
    const [first, ...others] = waiting
    if (others.length === 0) return this.#settle(shown, first!)
    try {
      const loaded = await first!.load([...new Set(waiting.flatMap(({ ids }) => ids))])
      if (loaded !== undefined) this.#keep(shown, loaded)
      for (const { resolve } of waiting) resolve(loaded)
    } catch (error) {
      // The limits of one answer apply to each request, not to all of them together.
      if (error instanceof PopulusError && error.status === 400) for (const each of waiting) this.#settle(shown, each)
      else for (const { reject } of waiting) reject(error)
    }
  }

  #settle(shown: PreparedShown, { ids, gone, load, resolve, reject }: Waiting): void {
    this.#alone({ shown, ids, gone, load, isAlone: true, isList: false }, ids).then(resolve, reject)
  }
}

/** Linked entries in their order. One is found, removed or inserted without looking at the others. */

export interface PlacedEntry {
  readonly id: number
  /** The stored number of a linked entry; `null` if it has none. */
  readonly order: number | null
  /** Whether it was linked before. */
  readonly isLinked: boolean
}

/** A place of the list: that of an entry, or one of the two ends. */
interface Place {
  readonly entry: PlacedEntry
  before: Place
  after: Place
}

export class PlacedEntries implements Iterable<PlacedEntry> {
  readonly #places = new Map<number, Place>()
  /** The list is a ring: after the last entry comes this place, and then the first one. */
  readonly #ends: Place

  /** Of several entries with one id, the first one counts. */
  constructor(entries: Iterable<PlacedEntry>) {
    const ends = { entry: { id: 0, order: null, isLinked: true } } as Place
    ends.before = ends
    ends.after = ends
    this.#ends = ends
    for (const entry of entries) if (!this.#places.has(entry.id)) this.insert(entry, this.end)
  }

  /** An entry that is inserted after this is the first one. */
  get start(): Place {
    return this.#ends
  }

  /** An entry that is inserted after this is the last one. */
  get end(): Place {
    return this.#ends.before
  }

  find(id: number): Place | undefined {
    return this.#places.get(id)
  }

  insert(entry: PlacedEntry, before: Place): void {
    const place: Place = { entry, before, after: before.after }
    before.after.before = place
    before.after = place
    this.#places.set(entry.id, place)
  }

  remove(id: number): void {
    const place = this.#places.get(id)
    if (place === undefined) return
    place.before.after = place.after
    place.after.before = place.before
    this.#places.delete(id)
  }

  *[Symbol.iterator](): IterableIterator<PlacedEntry> {
    for (let place = this.#ends.after; place !== this.#ends; place = place.after) yield place.entry
  }
}

/** Cuts long work of this thread into slices. Everybody else gets a turn after each of them. */
import { setImmediate } from 'node:timers/promises'

/** The length of a slice in milliseconds. */
const SLICE_MILLISECONDS = 10

export class Slices {
  #since = performance.now()
  #pause: Promise<void> | undefined

  /** Waits for the next slice, if this one is over. Callers go on in the order in which they came. */
  async next(): Promise<void> {
    this.#end()
    while (this.#pause !== undefined) {
      await this.#pause
      this.#end()
    }
  }

  /** True if nobody has to wait. */
  get goesOn(): boolean {
    return this.#pause === undefined && performance.now() - this.#since < SLICE_MILLISECONDS
  }

  #end(): void {
    if (this.#pause !== undefined || this.goesOn) return
    this.#pause = setImmediate()
    // The first of those that wait for it.
    this.#pause.then(() => {
      this.#since = performance.now()
      this.#pause = undefined
    })
  }
}

/** `items.map(change)` in slices. */
export async function mapInSlices<T, R>(items: Iterable<T>, change: (item: T, index: number) => R): Promise<R[]> {
  const slices = new Slices()
  const changed: R[] = []
  for (const item of items) {
    if (!slices.goesOn) await slices.next()
    changed.push(change(item, changed.length))
  }
  return changed
}

/** Values that the form is still making, such as the slug of a title. A save waits for them. */
export class UnfinishedValues {
  /** By path: what makes the value there, or waits until it is made. */
  readonly #finish = new Map<string, () => Promise<void>>()

  async add(path: string, made: Promise<void>): Promise<void> {
    const finish = () => made
    this.#finish.set(path, finish)
    await made
    this.#drop(path, finish)
  }

  /** Makes the value after a pause, or at once when the form is saved. The result cancels it. */
  later(path: string, make: () => Promise<void>, milliseconds: number): () => void {
    const now = () => {
      cancel()
      return make()
    }
    const timer = setTimeout(now, milliseconds)
    const cancel = () => {
      clearTimeout(timer)
      this.#drop(path, now)
    }
    this.#finish.set(path, now)
    return cancel
  }

  async finish(): Promise<void> {
    await Promise.all([...this.#finish.values()].map(finish => finish()))
  }

  #drop(path: string, finish: () => Promise<void>): void {
    if (this.#finish.get(path) === finish) this.#finish.delete(path)
  }
}

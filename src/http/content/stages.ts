/** How long the stages of an answer took. The `Server-Timing` header shows it to developers. */

export class Stages {
  #last = performance.now()
  readonly #entries: string[] = []

  /** Records the work done since the previous stage. */
  end(name: string): void {
    const now = performance.now()
    this.#entries.push(`${name};dur=${(now - this.#last).toFixed(2)}`)
    this.#last = now
  }

  /** `access;dur=0.05, plan;dur=0.31, answer;dur=1.20` */
  get header(): string {
    return this.#entries.join(', ')
  }
}

/** How long the stages of an answer took, as the `Server-Timing` header tells it to developers. */

export class Stages {
  #last = performance.now()
  readonly #entries: string[] = []

  /** What was done since the stage before. */
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

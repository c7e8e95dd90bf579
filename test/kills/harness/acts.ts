/** Requests and commands by kind, with what they take; one of them is the one in whose middle the kill comes. */
import type { Random } from '../../content/kept/exact/random.ts'

/** Before anything was measured. */
const GUESS_MILLISECONDS = 40
/** A little more than all of it: the moment after the end is one as well. */
const WHOLE = 1.1

export class Acts {
  readonly #durations = new Map<string, number>()
  readonly #random: Random
  #armed: { readonly kind: string | undefined; left: number; readonly kill: () => void } | undefined
  /** During which kind the last kill came. */
  killedDuring = ''

  constructor(random: Random) {
    this.#random = random
  }

  /** The kill comes at a random moment of an act of a random kind, or of the given one, after some others. */
  arm(kill: () => void, given?: string, others = 3 + this.#random.below(30)): void {
    const kinds = [...this.#durations.keys()].sort()
    const kind = given ?? (kinds.length === 0 ? undefined : this.#random.pick(kinds))
    this.#armed = { kind, left: others, kill }
  }

  async run<Result>(kind: string, work: () => Promise<Result>): Promise<Result> {
    const armed = this.#armed
    const started = performance.now()
    if (armed !== undefined) {
      armed.left -= 1
      const isChosen = armed.left <= 0 && (armed.kind === undefined || armed.kind === kind || armed.left < -100)
      if (isChosen) {
        this.#armed = undefined
        this.killedDuring = kind
        setTimeout(armed.kill, this.#random.next() * WHOLE * (this.#durations.get(kind) ?? GUESS_MILLISECONDS))
      }
    }
    const result = await work()
    const took = performance.now() - started
    const known = this.#durations.get(kind)
    this.#durations.set(kind, known === undefined ? took : known * 0.8 + took * 0.2)
    return result
  }
}

/** What was asked for and what was acknowledged, so that what is found after a crash can be judged. */

/** What is read back of a thing under its key; `null`: it is not there. */
export type State = unknown

interface Intent {
  readonly before: ReadonlyMap<string, string | null>
  readonly after: ReadonlyMap<string, string | null>
}

const textOf = (state: State): string | null => (state === null ? null : JSON.stringify(state))

export class Ledger {
  readonly #known = new Map<string, string>()
  readonly #open = new Set<Intent>()
  acknowledged = 0

  /** One request changes all of these things, or none. Call what is returned when it is acknowledged. */
  intend(changes: Readonly<Record<string, State>>): () => void {
    const keys = Object.keys(changes)
    const intent: Intent = {
      before: new Map(keys.map(key => [key, this.#known.get(key) ?? null])),
      after: new Map(keys.map(key => [key, textOf(changes[key])])),
    }
    this.#open.add(intent)
    return () => {
      this.#open.delete(intent)
      this.acknowledged += 1
      this.#take(intent.after)
    }
  }

  get size(): number {
    return this.#known.size
  }

  /** Compares everything that is there with what was acknowledged. An open request may have been done, as a whole. */
  settle(things: ReadonlyMap<string, State>): readonly string[] {
    const found = new Map([...things].map(([key, state]) => [key, textOf(state)]))
    const findings: string[] = []
    for (const { before, after } of this.#open) {
      if (isThere(after, found)) this.#take(after)
      else if (!isThere(before, found))
        findings.push(`half-written: ${shown(before, found)} for ${shown(after, after)}`)
    }
    const open = new Set([...this.#open].flatMap(({ after }) => [...after.keys()]))
    this.#open.clear()
    for (const key of new Set([...this.#known.keys(), ...found.keys()])) {
      const [is, shouldBe] = [found.get(key) ?? null, this.#known.get(key) ?? null]
      if (is !== shouldBe && !open.has(key))
        findings.push(`${is === null ? 'lost' : 'changed'}: ${key} is ${is} instead of ${shouldBe}`)
    }
    this.#known.clear()
    this.#take(found)
    return findings
  }

  #take(states: ReadonlyMap<string, string | null>): void {
    for (const [key, state] of states) {
      if (state === null) this.#known.delete(key)
      else this.#known.set(key, state)
    }
  }
}

function isThere(states: ReadonlyMap<string, string | null>, found: ReadonlyMap<string, string | null>): boolean {
  return [...states].every(([key, state]) => (found.get(key) ?? null) === state)
}

function shown(keys: ReadonlyMap<string, unknown>, states: ReadonlyMap<string, string | null>): string {
  return [...keys.keys()].map(key => `${key} ${states.get(key) ?? null}`).join(', ')
}

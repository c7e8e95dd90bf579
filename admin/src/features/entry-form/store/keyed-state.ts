/** Values by key. Whoever shows one value hears of that value only, so that a key press draws one field. */

type Listener = () => void

export class KeyedState<Value> {
  private readonly values = new Map<string, Value>()
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly everywhere = new Set<(key: string, before: Value | undefined) => void>()

  get(key: string): Value | undefined {
    return this.values.get(key)
  }

  has(key: string): boolean {
    return this.values.has(key)
  }

  keys(): readonly string[] {
    return [...this.values.keys()]
  }

  set(key: string, value: Value): void {
    const before = this.values.get(key)
    if (this.values.has(key) && Object.is(before, value)) return
    this.values.set(key, value)
    this.notify(key, before)
  }

  delete(key: string): void {
    const before = this.values.get(key)
    if (this.values.delete(key)) this.notify(key, before)
  }

  subscribe(key: string, listener: Listener): () => void {
    const known = this.listeners.get(key) ?? new Set()
    this.listeners.set(key, known.add(listener))
    return () => {
      known.delete(listener)
      if (known.size === 0 && this.listeners.get(key) === known) this.listeners.delete(key)
    }
  }

  /** Hears of every change, with its key and the value before it. */
  subscribeAll(listener: (key: string, before: Value | undefined) => void): () => void {
    this.everywhere.add(listener)
    return () => this.everywhere.delete(listener)
  }

  private notify(key: string, before: Value | undefined): void {
    for (const listener of [...(this.listeners.get(key) ?? [])]) listener()
    for (const listener of [...this.everywhere]) listener(key, before)
  }
}

/** Which client has how much of what all clients share: streams, and different questions. */
import { FairShares } from '../../util/fair-shares.ts'

export class LiveShares<T> {
  readonly #streams = new FairShares<T>()
  /** All streams of a client with the same question are one item. */
  readonly #questions = new FairShares<ReadonlySet<T>>()
  readonly #asking = new Map<string, Set<T>>()

  /** `key`: that of the question. Returns a function that takes the stream away. */
  add(client: string, key: string, stream: T): () => void {
    const name = `${client} ${key}`
    const asking = this.#asking.get(name) ?? new Set()
    asking.add(stream)
    this.#asking.set(name, asking)
    this.#streams.add(client, stream)
    this.#questions.add(client, asking)
    return () => {
      this.#streams.delete(client, stream)
      asking.delete(stream)
      if (asking.size > 0) return
      this.#asking.delete(name)
      this.#questions.delete(client, asking)
    }
  }

  /** What gives way to another stream of a client; nothing if no other client has more. */
  excessStreams(client: string): readonly T[] {
    const stream = this.#streams.excessOver(client)
    return stream === undefined ? [] : [stream]
  }

  /** What gives way to another question of a client. */
  excessQuestion(client: string): readonly T[] {
    return [...(this.#questions.excessOver(client) ?? [])]
  }
}

/** Writers of entries: each has its own, so that it knows what they must be. */
import { Random } from '../../content/kept/exact/random.ts'
import type { Acts } from './acts.ts'
import { bodyOf, type Item, randomItem } from './items.ts'
import type { Ledger } from './ledger.ts'
import type { Answer, World } from './world.ts'

/** One translation of a document. */
export interface Version {
  readonly id: number
  readonly code: string
  item: Item
}

export interface Doc {
  en: Version
  fr: Version | undefined
}

/** So many characters of the server's log are shown with a finding. */
const LOG_END = 3000

/** A request that was not acknowledged, because the server or its database is gone. */
class Unanswered extends Error {}

export interface WriterInput {
  readonly world: World
  readonly acts: Acts
  readonly ledger: Ledger
  readonly random: Random
}

export class Writer {
  readonly random: Random
  readonly world: World
  readonly #acts: Acts
  readonly #ledger: Ledger
  /** Known for certain: every request about them was acknowledged. */
  docs: Doc[] = []
  #count = 0
  readonly #name: string

  constructor({ world, acts, ledger, random }: WriterInput) {
    this.world = world
    this.#acts = acts
    this.#ledger = ledger
    this.random = new Random(random.below(2 ** 31))
    this.#name = `w${random.below(2 ** 31).toString(36)}`
  }

  newCode(): string {
    this.#count += 1
    return `${this.#name}-${this.#count}`
  }

  /** Sends a request that makes these changes, and gives the answer's body. */
  async change(kind: string, changes: Readonly<Record<string, unknown>>, request: Request): Promise<Answer['body']> {
    const acknowledge = this.#ledger.intend(changes)
    const { body } = await this.#ask(kind, request)
    acknowledge()
    return body
  }

  /** Begins something that changes nothing yet, and gives the address at which it goes on. */
  async begin(kind: string, path: string, headers: object): Promise<string> {
    return (await this.#ask(kind, ['POST', path, undefined, headers])).location
  }

  async #ask(kind: string, [method, path, body, headers]: Request): Promise<Answer> {
    const answer = await this.#acts.run(kind, () =>
      this.world.send(method, path, body, headers).catch(error => {
        throw new Unanswered(`${kind}: ${error}`)
      }),
    )
    // Its database was killed.
    if (answer.status >= 500) throw new Unanswered(`${kind}: ${answer.status} ${JSON.stringify(answer.body)}`)
    if (answer.status >= 300) throw new Error(`${kind}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }

  /** Acts until a request is not answered. */
  async loop(stopped: () => boolean, act: (writer: Writer) => Promise<void>): Promise<void> {
    try {
      while (!stopped()) await act(this)
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      // The connection may end a moment before we know that we have killed the server.
      await new Promise(resolve => setTimeout(resolve, 200))
      if (!stopped()) throw new Error(`without a kill: ${error.message} ${this.world.running?.error().slice(-LOG_END)}`)
    }
  }

  async create(): Promise<Doc> {
    const code = this.newCode()
    const item = randomItem(this.random, this.world.seeds)
    const data = bodyOf(item, code, this.world.seeds)
    const { data: made } = await this.change('create', { [code]: item }, ['POST', '/api/items', { data }])
    const doc = { en: { id: made.id, code, item }, fr: undefined }
    this.docs.push(doc)
    return doc
  }
}

type Request = readonly [method: string, path: string, body?: FormData | object | undefined, headers?: object]

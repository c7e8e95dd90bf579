/** A receiver of webhooks that compares what has arrived with what was committed. Now and then it is in trouble itself. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Random } from '../../content/kept/exact/random.ts'
import { cleanUp } from '../../support/clean-up.ts'

/** A delivery that the receiver has refused comes again after 5 and 30 seconds; another server takes over after 10. */
const SETTLED_WITHIN = 120_000

type Committed = readonly (readonly [id: number, action: string])[]

export class ReceivedInOrder {
  readonly #random: Random
  /** By entry: the actions, in the order of their first arrival. */
  readonly #arrived = new Map<number, string[]>()
  readonly #numbers = new Set<string>()
  #server: Server | undefined

  constructor(random: Random) {
    this.#random = random
  }

  async start(): Promise<string> {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', chunk => chunks.push(chunk))
      request.on('end', () => {
        if (this.#random.chance(0.01)) return response.writeHead(503).end()
        this.#take(String(request.headers['x-populus-delivery']), JSON.parse(Buffer.concat(chunks).toString()))
        response.writeHead(200).end()
      })
    })
    await new Promise<void>(resolve => this.#server!.listen(0, '127.0.0.1', resolve))
    cleanUp(() => {
      this.#server?.closeAllConnections()
      this.#server?.close()
    })
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  #take(number: string, { event, uid, entry }: { event: string; uid: string; entry: { id: number } }): void {
    // What arrived shortly before a kill arrives again.
    if (uid !== 'api::label.label' || this.#numbers.has(number)) return
    this.#numbers.add(number)
    const actions = this.#arrived.get(entry.id) ?? []
    this.#arrived.set(entry.id, [...actions, event.slice('entry.'.length)])
  }

  /** Waits until everything has arrived. Says what has not, or in another order. */
  async settled(read: () => Promise<Committed>): Promise<readonly string[]> {
    const latest = performance.now() + SETTLED_WITHIN
    for (;;) {
      const wrong = this.#compare(await read())
      if (wrong.length === 0 || performance.now() > latest) return wrong
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  }

  #compare(committed: Committed): readonly string[] {
    const expected = new Map<number, string[]>()
    for (const [id, action] of committed) expected.set(id, [...(expected.get(id) ?? []), action])
    return [...expected].flatMap(([id, actions]) => {
      const arrived = this.#arrived.get(id) ?? []
      return String(arrived) === String(actions)
        ? []
        : [`label ${id}: ${actions} was committed, ${arrived} has arrived`]
    })
  }
}

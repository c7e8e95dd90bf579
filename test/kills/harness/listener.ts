/** A live query whose servers are killed. Whenever its stream ends, it goes on at any server that runs, with the id of its last event. */
import { setTimeout as pause } from 'node:timers/promises'
import { readEvents } from '../../support/server-events.ts'
import type { World } from './world.ts'

const PAUSE = 50
/** How long the last change may take to arrive, in milliseconds. */
const PATIENCE = 90_000

export class Listener {
  readonly #path: string
  readonly #servers: readonly World[]
  readonly #closed = new AbortController()
  readonly #wrong: string[] = []
  #last: { readonly id: string; readonly data: string } | undefined
  #turn = 0

  constructor(path: string, servers: readonly World[]) {
    this.#path = path
    this.#servers = servers
    void this.#listen()
  }

  close(): void {
    this.#closed.abort()
  }

  /** Waits until the last event is what a read gives. Returns what was wrong since it was last asked. */
  async settled(server: World): Promise<readonly string[]> {
    const until = Date.now() + PATIENCE
    let read = ''
    do {
      read = JSON.stringify((await server.send('GET', this.#path)).body)
      if (this.#last?.data === read) return this.#wrong.splice(0)
      await pause(PAUSE)
    } while (Date.now() < until)
    return [...this.#wrong.splice(0), `the stream ended with ${this.#last?.data}, a read gives ${read}`]
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closed
    while (!signal.aborted) {
      await this.#follow().catch(() => undefined)
      await pause(PAUSE)
    }
  }

  async #follow(): Promise<void> {
    const running = this.#servers.filter(server => server.running !== undefined)
    const server = running[this.#turn++ % running.length]
    if (server === undefined) return
    const known = this.#last === undefined ? {} : { 'last-event-id': this.#last.id }
    const headers = { accept: 'text/event-stream', ...known }
    const response = await fetch(`${server.address}${this.#path}`, { headers, signal: this.#closed.signal })
    if (response.status === 200) await readEvents(response, fields => this.#take(fields))
  }

  #take(fields: ReadonlyMap<string, string>): void {
    const [id, data] = [fields.get('id'), fields.get('data')]
    if (fields.get('event') !== 'answer' || id === undefined || data === undefined) return
    if (data === this.#last?.data) this.#wrong.push(`the stream repeated ${data}`)
    this.#last = { id, data }
  }
}

/** Collects the events of a live query. */
import { expect } from 'vitest'
import { readEvents } from '../support/server-events.ts'

export interface Sent {
  readonly event: string
  readonly id: string | undefined
  readonly data: { readonly data?: unknown; readonly error?: { readonly status: number } }
}

export class EventReader {
  readonly events: Sent[] = []
  readonly #abort = new AbortController()
  isOver = false

  async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', ...headers },
      signal: this.#abort.signal,
    })
    if (response.status === 200) void this.#collect(response)
    return response
  }

  /** Waits for so many events, and takes them. */
  async next(count = 1): Promise<readonly Sent[]> {
    await expect.poll(() => this.events.length, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(count)
    return this.events.splice(0, count)
  }

  async over(): Promise<void> {
    await expect.poll(() => this.isOver, { timeout: 60_000, interval: 20 }).toBe(true)
  }

  close(): void {
    this.#abort.abort()
  }

  async #collect(response: Response): Promise<void> {
    await readEvents(response, fields => {
      const data = fields.get('data')
      if (data === undefined) return
      this.events.push({ event: fields.get('event') ?? '', id: fields.get('id'), data: JSON.parse(data) })
    })
    this.isOver = true
  }
}

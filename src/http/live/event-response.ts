/** The response of a stream of server-sent events. Nothing follows its end, which a slow client may not have taken yet. */
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

const COMMENT = ':\n\n'

export class EventResponse {
  readonly #response: ServerResponse
  #isOver = false

  constructor(reply: Pick<FastifyReply, 'raw' | 'getHeaders'>) {
    this.#response = reply.raw
    // A stream ends with its connection. Without the lengths of chunks, an event is one piece of bytes for the system: half the work.
    this.#response.removeHeader('transfer-encoding')
    this.#response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    this.#response.write(COMMENT)
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Whether the client has taken what was written. */
  get isReady(): boolean {
    return !this.#isOver && !this.#response.writableNeedDrain
  }

  /** Text or bytes of whole events. */
  write(events: string | Buffer): void {
    if (!this.#isOver) this.#response.write(events)
  }

  /** Proxies close connections on which nothing happens. */
  beat(): void {
    if (this.isReady) this.#response.write(COMMENT)
  }

  end(events = ''): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#response.end(events)
  }

  /** Called when a client that was too slow has taken everything. */
  ready(callback: () => void): void {
    this.#response.on('drain', callback)
  }

  /** Called once, later, even if the client left before anybody asked. */
  closed(callback: () => void): void {
    if (this.#response.destroyed) setImmediate(callback)
    else this.#response.once('close', callback)
  }
}

export function eventText(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`
}

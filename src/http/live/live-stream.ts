/** One stream of server-sent events. A client that reads slowly gets only the newest answer. */
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { searchOf } from '../content/search-of.ts'
import { answerDelta } from './answer-delta.ts'

/** The tag of the answer that the client has, if it says so. */
export function lastTag({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const id = headers['last-event-id']
  return typeof id === 'string' && /^(W\/)?"[\w+/=-]+"$/.test(id) ? id : undefined
}

/** Whether the client wants only what has changed, where that is less: `delta=1`. */
export function wantsDeltas({ url = '' }: { readonly url?: string | undefined }): boolean {
  return new URLSearchParams(searchOf(url)).get('delta') === '1'
}

/** The streams of one query get the same bytes, one after the other: they are put together once. */
let lastFrame: { readonly data: Buffer; readonly bytes: Buffer } | undefined

/** JSON has no line breaks outside of its texts, and none inside of them. */
function frameOf(id: string, event: 'answer' | 'delta', data: Buffer): Buffer {
  if (lastFrame?.data === data) return lastFrame.bytes
  const bytes = Buffer.concat([Buffer.from(`id: ${id}\nevent: ${event}\ndata: `), data, EVENT_END])
  lastFrame = { data, bytes }
  return bytes
}

const EVENT_END = Buffer.from('\n\n')

export class LiveStream {
  readonly #response: ServerResponse
  #last: string
  /** The newest answer, while the client has not taken the one before. */
  #waiting: { readonly id: string; readonly body: Buffer } | undefined
  /** A slow client still takes what came before; nothing may follow it. */
  #isOver = false
  /** What the client has, if it wants to know what has changed since. */
  #sent: Buffer | undefined
  readonly #deltas: boolean

  /** `last` is the tag of the answer that the client has, or gets first. */
  constructor(reply: FastifyReply, last: string, deltas: boolean) {
    this.#response = reply.raw
    this.#deltas = deltas
    this.#last = last
    // A stream ends with its connection. Without the lengths of chunks, an event is one piece of bytes for the system: half the work.
    this.#response.removeHeader('transfer-encoding')
    this.#response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    this.#response.write(':\n\n')
    this.#response.on('drain', () => this.#sendWaiting())
  }

  sendFirst(id: string, body: Buffer): void {
    this.#write(id, body)
  }

  send(id: string, body: Buffer): void {
    if (this.#isOver) return
    if (id === this.#last) {
      this.#waiting = undefined
      return
    }
    this.#waiting = { id, body }
    if (!this.#response.writableNeedDrain) this.#sendWaiting()
  }

  /** Says something besides answers; `code` names it. */
  tell(event: string, code: string, data: string): void {
    if (this.#isOver || code === this.#last) return
    this.#last = code
    this.#waiting = undefined
    this.#response.write(`event: ${event}\ndata: ${data}\n\n`)
  }

  beat(): void {
    if (!this.#isOver && !this.#response.writableNeedDrain) this.#response.write(':\n\n')
  }

  /** The last event, if there is one, says why. */
  end(event?: string, data = '{}'): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#waiting = undefined
    this.#response.end(event === undefined ? '' : `event: ${event}\ndata: ${data}\n\n`)
  }

  closed(callback: () => void): void {
    this.#response.once('close', callback)
  }

  #sendWaiting(): void {
    const waiting = this.#waiting
    if (waiting === undefined) return
    this.#waiting = undefined
    this.#last = waiting.id
    this.#write(waiting.id, waiting.body)
  }

  #write(id: string, body: Buffer): void {
    const delta = this.#sent === undefined ? null : answerDelta(this.#sent, body)
    if (this.#deltas) this.#sent = body
    this.#response.write(delta === null ? frameOf(id, 'answer', body) : frameOf(id, 'delta', delta))
  }
}

/** One stream of server-sent events. A client that reads slowly gets only the newest answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { searchOf } from '../content/address-parts.ts'
import { answerDelta } from './answer-delta.ts'
import { EventResponse, eventText } from './event-response.ts'

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
export class Frames {
  #last: { readonly data: Buffer; readonly bytes: Buffer } | undefined

  /** JSON has no line breaks outside of its texts, and none inside of them. */
  of(id: string, event: 'answer' | 'delta', data: Buffer): Buffer {
    if (this.#last?.data !== data) {
      const bytes = Buffer.concat([Buffer.from(`id: ${id}\nevent: ${event}\ndata: `), data, EVENT_END])
      this.#last = { data, bytes }
    }
    return this.#last.bytes
  }
}

const EVENT_END = Buffer.from('\n\n')

export interface StreamOptions {
  /** Whether the client wants to be told only what has changed. */
  readonly deltas: boolean
  /** Shared by all streams. */
  readonly frames: Frames
}

export class LiveStream {
  readonly #stream: EventResponse
  #last: string
  /** The newest answer, while the client has not taken the one before. */
  #waiting: { readonly id: string; readonly body: Buffer } | undefined
  /** What the client has, if it wants to know what has changed since. */
  #sent: Buffer | undefined
  readonly #deltas: boolean
  readonly #frames: Frames

  /** `last` is the tag of the answer that the client has, or gets first. */
  constructor(reply: FastifyReply, last: string, { deltas, frames }: StreamOptions) {
    this.#stream = new EventResponse(reply)
    this.#deltas = deltas
    this.#frames = frames
    this.#last = last
    this.#stream.ready(() => this.#sendWaiting())
  }

  sendFirst(id: string, body: Buffer): void {
    this.#write(id, body)
  }

  send(id: string, body: Buffer): void {
    if (this.#stream.isOver) return
    if (id === this.#last) {
      this.#waiting = undefined
      return
    }
    this.#waiting = { id, body }
    if (this.#stream.isReady) this.#sendWaiting()
  }

  /** Says why there is no answer any more; `code` names it. A client that comes back does not say that it has the one before. */
  fail(code: string, data: string): void {
    this.#waiting = undefined
    if (this.#stream.isOver || code === this.#last) return
    this.#last = code
    this.#stream.write(`id:\n${eventText('failed', data)}`)
  }

  beat(): void {
    this.#stream.beat()
  }

  /** The last event, if there is one, says why. */
  end(event?: string, data = '{}'): void {
    this.#waiting = undefined
    this.#stream.end(event === undefined ? '' : eventText(event, data))
  }

  closed(callback: () => void): void {
    this.#stream.closed(callback)
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
    this.#stream.write(delta === null ? this.#frames.of(id, 'answer', body) : this.#frames.of(id, 'delta', delta))
  }
}

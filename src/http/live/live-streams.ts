/**
 * Reads with `Accept: text/event-stream`: the answer, and again whenever it has changed, as server-sent events. The id of an event is
 * the tag of its answer, so that a client that comes back gets nothing twice.
 */
import type { FastifyReply } from 'fastify'
import type { ContentContext } from '../../content/content-context.ts'
import { type LiveEvent, LiveQueries } from '../../content/live/live-queries.ts'
import type { Question, Reading } from '../../content/read/read.ts'
import { PopulusError } from '../../errors.ts'
import type { Authenticator } from '../../identity/access/authenticate.ts'
import { may } from '../../plan/access.ts'
import type { Answer } from '../content/front-door.ts'
import { errorBody } from '../error-reply.ts'
import { LiveStream, wantsDeltas } from './live-stream.ts'

/** Proxies close connections on which nothing happens; in milliseconds. Credentials are checked as often. */
const HEARTBEAT = 15_000
/** Of one process. */
const MOST_STREAMS = 10_000

export interface LiveInput {
  readonly context: ContentContext
  readonly authenticate: Authenticator
  /** Changes whenever rights have changed. */
  readonly accessVersion: () => number
}

export interface OpenedRead {
  readonly reading: Reading
  readonly question: Question
  readonly answer: Answer
  /** The path as registered. */
  readonly route: string
  readonly authorization: string | undefined
  /** The actions that the caller must be granted. */
  readonly scopes: readonly string[]
}

interface Open extends OpenedRead {
  readonly stream: LiveStream
}

export class LiveStreams {
  readonly #input: LiveInput
  readonly #queries: LiveQueries
  readonly #open = new Set<Open>()
  #beat: NodeJS.Timeout | undefined
  #accessVersion = -1

  constructor(input: LiveInput) {
    this.#input = input
    this.#queries = new LiveQueries(input.context, () => this.#checkRights())
  }

  /** Throws when there are too many already. */
  open(reply: FastifyReply, read: OpenedRead): FastifyReply {
    const { reading, question, answer, route } = read
    const { name, tag, body } = reading
    const live = { key: `${route} ${name.key}`, question, timed: name.timed, answer }
    if (this.#open.size >= MOST_STREAMS || !this.#queries.takes(live))
      throw new PopulusError('tooManyStreams', {}, { retryAfter: 10 })
    reply.hijack()
    const stream = new LiveStream(reply, tag, wantsDeltas(reply.request.raw))
    const opened: Open = { ...read, stream }
    if (body !== undefined) stream.sendFirst(tag, body.plain)
    this.#open.add(opened)
    this.#beat ??= startBeat(() => this.#beatAll())
    const unwatch = this.#queries.watch(live, tag, event => this.#send(stream, event))
    stream.closed(() => {
      unwatch()
      this.#open.delete(opened)
      if (this.#open.size > 0) return
      clearInterval(this.#beat)
      this.#beat = undefined
    })
    return reply
  }

  close(): void {
    for (const { stream } of this.#open) stream.end()
    this.#queries.stop()
    clearInterval(this.#beat)
  }

  #send(stream: LiveStream, event: LiveEvent): void {
    if (event.kind === 'answer') stream.send(event.tag, event.body)
    else stream.tell('failed', event.error.code, errorBody(event.error))
  }

  async #beatAll(): Promise<void> {
    this.#accessVersion = -1
    for (const { stream } of this.#open) stream.beat()
    this.#queries.refresh()
  }

  /** Before anything is sent: nobody is told anything after a right was withdrawn. */
  async #checkRights(): Promise<void> {
    const version = this.#input.accessVersion()
    if (version === this.#accessVersion) return
    for (const opened of [...this.#open]) await this.#check(opened)
    this.#accessVersion = version
  }

  async #check({ stream, question, authorization, scopes }: Open): Promise<void> {
    try {
      const access = await this.#input.authenticate(authorization)
      if (!scopes.every(scope => may(access, scope))) throw new PopulusError('forbidden')
      // With other rights, it is another question. The client asks it when it comes back.
      if (access.fingerprint !== question.access.fingerprint) stream.end('changed', '{}')
    } catch (error) {
      if (!(error instanceof PopulusError) || error.status >= 500) throw error
      stream.end('end', errorBody(error))
    }
  }
}

function startBeat(beat: () => Promise<void>): NodeJS.Timeout {
  const timer = setInterval(() => void beat(), HEARTBEAT)
  timer.unref()
  return timer
}

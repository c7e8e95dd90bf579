/**
 * Reads with `Accept: text/event-stream`: the answer, and again whenever it has changed, as server-sent events. The id of an event is
 * the tag of its answer, so that a client that comes back gets nothing twice.
 */
import type { FastifyReply } from 'fastify'
import type { ContentContext } from '../../content/content-context.ts'
import { type LiveEvent, LiveQueries, type LiveQuestion } from '../../content/live/live-queries.ts'
import type { Question, Reading } from '../../content/read/read.ts'
import { PopulusError } from '../../errors.ts'
import type { Authenticator, Caller } from '../../identity/access/authenticate.ts'
import { networkOf } from '../../identity/sign-in/rate-limiter.ts'
import { may } from '../../plan/access.ts'
import { Slices } from '../../util/process/slices.ts'
import type { Answer } from '../content/front-door.ts'
import { errorBody } from '../error-reply.ts'
import { LiveShares } from './live-shares.ts'
import { Frames, LiveStream, wantsDeltas } from './live-stream.ts'

/** Proxies close connections on which nothing happens; in milliseconds. Credentials are checked as often. */
const HEARTBEAT = 15_000
/** So many groups of streams have their heartbeats one after the other: all at once would keep requests waiting. */
const GROUPS = 60
/** Of one process. */
const MOST_STREAMS = 10_000

export interface LiveInput {
  readonly context: ContentContext
  readonly authenticate: Authenticator
  /** Changes whenever rights have changed. */
  readonly accessVersion: () => number
  /** Changes whenever something has changed about users that decides which rows they see. */
  readonly usersVersion: () => number
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
  /** Whether the address still stands for this question, if that can change. */
  readonly isMeant: IsMeant | undefined
}

export type IsMeant = () => Promise<boolean>

/** Kept for as long as the stream is open, so it has nothing of the answer. */
interface Open extends Pick<OpenedRead, 'authorization' | 'scopes' | 'isMeant'> {
  readonly stream: LiveStream
  /** That of the rights with which it was opened. */
  readonly fingerprint: string
  /** Gives its place to others. */
  readonly remove: () => void
}

export class LiveStreams {
  readonly #input: LiveInput
  readonly #queries: LiveQueries
  readonly #open = new Set<Open>()
  /** By the network of the client. */
  readonly #shares = new LiveShares<Open>()
  /** Those whose rights may have been withdrawn between the question and its first answer. */
  readonly #unchecked = new Set<Open>()
  readonly #frames = new Frames()
  readonly #groups = Array.from({ length: GROUPS }, () => new Set<LiveStream>())
  #opened = 0
  #beat: NodeJS.Timeout | undefined
  /** What all open streams were checked after. */
  #checkedAt = ''
  /** One check after the other: the next one finds most of the work done. */
  #checking: Promise<void> = Promise.resolve()

  constructor(input: LiveInput) {
    this.#input = input
    const { context, accessVersion: planVersion } = input
    this.#queries = new LiveQueries({ context, planVersion, changed: () => this.#checkRights() })
  }

  /** When there are too many, those of the client with most give way; throws if that is this one. */
  open(reply: FastifyReply, read: OpenedRead): FastifyReply {
    const { reading, question, answer, route, authorization, scopes, isMeant } = read
    const { name, tag, body } = reading
    const live = { key: `${route} ${name.key}`, question, timed: name.timed, answer }
    const client = networkOf(reply.request.ip)
    this.#makeRoom(client, live)
    reply.hijack()
    const stream = new LiveStream(reply, tag, { deltas: wantsDeltas(reply.request.raw), frames: this.#frames })
    if (body !== undefined) stream.sendFirst(tag, body.plain)
    const group = this.#groups[this.#opened++ % GROUPS]!
    const unwatch = this.#queries.watch(live, tag, event => this.#send(stream, event))
    const { fingerprint } = question.access
    const opened: Open = {
      stream,
      authorization,
      scopes,
      isMeant,
      fingerprint,
      remove: () => this.#remove(opened, leave),
    }
    const leave = () => {
      unwatch()
      group.delete(stream)
      giveBack()
    }
    this.#open.add(opened)
    this.#unchecked.add(opened)
    const giveBack = this.#shares.add(client, live.key, opened)
    group.add(stream)
    this.#beat ??= this.#startBeat()
    stream.closed(opened.remove)
    return reply
  }

  #makeRoom(client: string, live: LiveQuestion): void {
    while (!this.#queries.takes(live)) giveWay(this.#shares.excessQuestion(client))
    if (this.#open.size >= MOST_STREAMS) giveWay(this.#shares.excessStreams(client))
  }

  #remove(opened: Open, leave: () => void): void {
    if (!this.#open.delete(opened)) return
    this.#unchecked.delete(opened)
    leave()
    if (this.#open.size > 0) return
    clearInterval(this.#beat)
    this.#beat = undefined
  }

  close(): void {
    for (const { stream } of this.#open) stream.end()
    this.#queries.stop()
    clearInterval(this.#beat)
  }

  #send(stream: LiveStream, event: LiveEvent): void {
    if (event.kind === 'answer') stream.send(event.tag, event.body)
    else stream.fail(event.error.code, errorBody(event.error))
  }

  #startBeat(): NodeJS.Timeout {
    let turn = 0
    const timer = setInterval(() => {
      turn = (turn + 1) % GROUPS
      for (const stream of this.#groups[turn]!) stream.beat()
      if (turn > 0) return
      this.#checkedAt = ''
      this.#queries.refresh()
    }, HEARTBEAT / GROUPS)
    timer.unref()
    return timer
  }

  /** Before anything is sent: nobody is told anything after a right was withdrawn. */
  #checkRights(): Promise<void> {
    const checked = this.#checking.then(() => this.#checkDue())
    this.#checking = checked.catch(() => {
      this.#checkedAt = ''
    })
    return checked
  }

  async #checkDue(): Promise<void> {
    const { accessVersion, usersVersion } = this.#input
    const now = `${accessVersion()} ${usersVersion()}`
    const due = [...(now === this.#checkedAt ? this.#unchecked : this.#open)]
    this.#checkedAt = now
    const callers = await eachOf(
      due.map(({ authorization }) => authorization),
      authorization => this.#callerOf(authorization),
    )
    const meant = await eachOf(
      due.flatMap(({ isMeant }) => isMeant ?? []),
      isMeant => isMeant(),
    )
    const slices = new Slices()
    for (const opened of due) {
      if (!slices.goesOn) await slices.next()
      const { authorization, isMeant } = opened
      endIfChanged(opened, callers.get(authorization)!, isMeant === undefined || meant.get(isMeant)!)
      this.#unchecked.delete(opened)
    }
  }

  /** Or why it is nobody. */
  async #callerOf(authorization: string | undefined): Promise<Caller | PopulusError> {
    try {
      return await this.#input.authenticate(authorization)
    } catch (error) {
      if (!(error instanceof PopulusError) || error.status >= 500) throw error
      return error
    }
  }
}

/** So many questions about callers are asked of the database at the same time. */
const AT_ONCE = 50

/** What is found for each of them; for equal ones once. */
async function eachOf<Key, Found>(
  keys: readonly Key[],
  find: (key: Key) => Promise<Found>,
): Promise<ReadonlyMap<Key, Found>> {
  const found = new Map<Key, Found>()
  const left = new Set(keys).values()
  const findSome = async () => {
    for (const key of left) found.set(key, await find(key))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, findSome))
  return found
}

/** A client whose stream ends without a last event comes back, and is told then that there are too many. */
function giveWay(excess: readonly Open[]): void {
  if (excess.length === 0) throw new PopulusError('tooManyStreams', {}, { retryAfter: 10 })
  for (const { remove, stream } of excess) {
    remove()
    stream.end()
  }
}

function endIfChanged({ stream, scopes, fingerprint }: Open, caller: Caller | PopulusError, isMeant: boolean): void {
  if (caller instanceof PopulusError) stream.end('end', errorBody(caller))
  else if (!scopes.every(scope => may(caller, scope))) stream.end('end', errorBody(new PopulusError('forbidden')))
  // With other rights, or another named query, it is another question. The client asks it when it comes back.
  else if (caller.fingerprint !== fingerprint || !isMeant) stream.end('changed', '{}')
}

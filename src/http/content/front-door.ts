/**
 * Answers addresses whose path was asked for before, before the web server looks at the request. Routing was done the first time; for
 * callers without credentials, who have the rights of everybody, so were rights, and planning, if the whole address is known. Who sends
 * credentials is found out for every request, and anything unusual is passed on.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ContentContext } from '../../content/content-context.ts'
import type { AnswerName, Client, Question, Reading } from '../../content/read/read.ts'
import type { SurrogateKeys } from '../../content/read/surrogate-keys.ts'
import { type Authenticator, bearerToken } from '../../identity/access/authenticate.ts'
import type { BoundedCache } from '../../kept/bounded-cache.ts'
import { may } from '../../plan/access.ts'
import { sendError } from '../error-reply.ts'
import { entryPlace, type Place, pathKey, placeOf, searchOf } from './address-parts.ts'
import { asksToExplain } from './explain-read.ts'
import {
  type AnswerHeads,
  answerHeads,
  callerName,
  clientGone,
  countAnswer,
  PUBLIC,
  sendAnswer,
  wantsEvents,
  wantsFresh,
} from './send-answer.ts'

/** Makes an answer. `remembered` is the name of a question that was asked before. */
export type Answer = (
  context: ContentContext,
  question: Question,
  client: Client,
  remembered?: AnswerName,
) => Promise<Reading>

/** What an address stands for, or any address of a path, or of the paths of all entries of a type. */
export interface KnownAddress {
  readonly question: Question
  /** Absent for a path. */
  readonly name?: AnswerName | undefined
  readonly answer: Answer
  /** The path as registered. */
  readonly route: string
  readonly heads: AnswerHeads
  readonly compress: boolean
  /** The version of the rights with which the question was planned. */
  readonly accessVersion: number
}

/** What any address of a path stands for, if the caller has these rights. */
export interface KnownPath extends Pick<KnownAddress, 'answer' | 'route' | 'heads' | 'compress'> {
  readonly question: Pick<Question, 'type' | 'target'>
  /** The actions that the caller must be granted. */
  readonly scopes: readonly string[]
}

export interface FrontDoorInput {
  /** Where addresses are remembered. */
  readonly addresses: BoundedCache<Address>
  readonly authenticate: Authenticator
  readonly context: ContentContext
  /** Changes whenever rights, or anything else that plans depend on, have changed. Valid after `catchUp`. */
  readonly accessVersion: () => number
  /** Whether answers depend on the origin of a request. */
  readonly byOrigin: boolean
  /** Whether answers report how long they took. */
  readonly timed: boolean
  /** The `Surrogate-Key` header of answers, if they have one. */
  readonly keys: SurrogateKeys | undefined
  /** Headers of every answer: name, value, name, value. */
  readonly common: readonly string[]
  /** Called for every answer, if answers are counted. */
  readonly answered: ((route: string, status: number, seconds: number) => void) | undefined
  /** Called with errors on the server's side. */
  readonly failed: (error: unknown) => void
  /** Whether errors have their hint in the body, too. */
  readonly hinting: boolean
  /** Whether what is true of the path of one entry is true of all. Paths of the project's own may look like one. */
  readonly entriesAlike: boolean
}

export interface Address {
  readonly known: KnownAddress
  /** The number of the last change up to which the rights are known to be the same. */
  asOf: number
}

/** An address, or one of a path that is known. */
interface FoundAddress {
  /** Where it is remembered. */
  readonly key: string
  readonly address: Address
  readonly question: Question
}

/** What an address takes besides its own text and that of its query: question, name, route. */
const ADDRESS_BYTES = 600

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** A time of `performance.now()`. */
  readonly begun: number
}

type Pass = (request: IncomingMessage, response: ServerResponse) => void

export class FrontDoor {
  readonly #addresses: BoundedCache<Address>
  /** For callers with credentials: one for each route. */
  readonly #paths = new Map<string, KnownPath>()
  readonly #input: FrontDoorInput
  #closing = false

  constructor(input: FrontDoorInput) {
    this.#input = input
    this.#addresses = input.addresses
  }

  /** The current version. Ask for it before looking up the rights of a caller. */
  accessVersion(): number {
    return this.#input.accessVersion()
  }

  /** The headers of a route whose answers have these besides the common ones. */
  heads(policy: readonly string[]): AnswerHeads {
    return answerHeads(this.#input.common, policy)
  }

  /** An address that the web server has routed: from now on, those that differ in their query or their id alone need not be. */
  remember(url: string, known: KnownAddress): void {
    this.#remember(url, known)
    const key = this.#keyOfMany(url, known)
    if (key !== undefined) this.#remember(key, { ...known, name: undefined })
  }

  /** The same for callers with credentials, whoever they are. */
  rememberPath(
    url: string,
    { question, answer, route, heads, compress, scopes }: Omit<KnownAddress, 'accessVersion'> & KnownPath,
  ): void {
    const key = this.#keyOfMany(url, { question })
    const { type, target } = question
    // Other spellings of a path are routed.
    if (key?.trimStart() !== route.replace(/:id$/, '')) return
    this.#paths.set(key, { question: { type, target }, answer, route, heads, compress, scopes })
  }

  /** Names all addresses that stand for the same, except for their query or their id. */
  #keyOfMany(url: string, { question: { search, target, queryLength } }: Pick<KnownAddress, 'question'>) {
    // The query of a named one is not that of its address.
    if (this.#input.timed || queryLength !== undefined || search !== searchOf(url)) return undefined
    if (target === 'collection') return pathKey(url)
    return target === 'entry' && this.#input.entriesAlike ? entryPlace(url)?.key : undefined
  }

  #remember(key: string, known: KnownAddress): void {
    const { search } = known.question
    this.#addresses.set(key, { known, asOf: -1 }, ADDRESS_BYTES + search.length)
  }

  /** From now on every answer is the last one on its connection. */
  close(): void {
    this.#closing = true
  }

  /** Sends the answer, or passes the request on. */
  serve(request: IncomingMessage, response: ServerResponse, pass: Pass): void {
    const exchange = { request, response, begun: performance.now() }
    const answering = this.#isUsual(request) ? this.#answerKnown(exchange) : undefined
    if (answering === undefined) pass(request, response)
    else
      answering
        .then(isAnswered => isAnswered || pass(request, response))
        .catch((error: unknown) => {
          this.#input.failed(error)
          response.destroy()
        })
  }

  #isUsual({ method, headers }: IncomingMessage): boolean {
    if (method !== 'GET' || wantsEvents({ method, headers })) return false
    return !(this.#input.byOrigin && headers.origin !== undefined)
  }

  /** `undefined`, or false later, if the request has to be routed. */
  #answerKnown(exchange: Exchange): Promise<boolean> | undefined {
    const { url = '', headers } = exchange.request
    if (headers.authorization === undefined) {
      const found = this.#lookUp(url)
      return found && this.#answer(found, exchange)
    }
    const place = placeOf(url)
    const path = this.#paths.get(place.key)
    const isPlain = path !== undefined && !wantsFresh(exchange.request) && !asksToExplain(url)
    return isPlain ? this.#answerCaller(path, place, exchange) : undefined
  }

  #lookUp(url: string): FoundAddress | undefined {
    const address = this.#addresses.get(url)
    if (address !== undefined) return { key: url, address, question: address.known.question }
    const place = placeOf(url)
    const path = this.#addresses.get(place.key)
    return path && { key: place.key, address: path, question: questionAt(path.known.question, searchOf(url), place) }
  }

  async #answer({ key, address, question }: FoundAddress, exchange: Exchange): Promise<boolean> {
    const { context } = this.#input
    const { known } = address
    return this.#reply(known, exchange, async () => {
      await context.database.catchUp()
      if (!this.#hasSameRights(address)) {
        this.#addresses.delete(key)
        return undefined
      }
      const reading = await known.answer(context, question, clientOf(exchange), known.name)
      this.#send(reading, known, question, exchange)
      countAnswer(context, reading, PUBLIC, exchange.begun)
      // Most addresses are asked for once.
      const isAskedAgain = reading.kept || reading.body === undefined
      if (known.name === undefined && isAskedAgain)
        this.#remember(exchange.request.url ?? '', { ...known, question, name: reading.name })
      return reading
    })
  }

  /** Why somebody may not read is for the route to say. */
  async #answerCaller(path: KnownPath, place: Place, exchange: Exchange): Promise<boolean> {
    const { authenticate, context } = this.#input
    const {
      headers: { authorization },
      url = '',
    } = exchange.request
    if (bearerToken(authorization) === undefined) return false
    return this.#reply(path, exchange, async () => {
      const access = await authenticate(authorization).catch(() => undefined)
      if (access === undefined || !path.scopes.every(scope => may(access, scope))) return undefined
      const question = questionAt(
        { type: path.question.type, target: path.question.target, access },
        searchOf(url),
        place,
      )
      const reading = await path.answer(context, question, clientOf(exchange))
      this.#send(reading, path, undefined, exchange)
      countAnswer(context, reading, callerName(access), exchange.begun)
      return reading
    })
  }

  /** False if `make` has neither answered nor failed. */
  async #reply(
    { route }: Pick<KnownPath, 'route'>,
    { response, begun }: Exchange,
    make: () => Promise<Reading | undefined>,
  ): Promise<boolean> {
    try {
      if ((await make()) === undefined) return false
    } catch (error) {
      this.#endWithAnswer(response)
      sendError(response, error, this.#input)
    }
    this.#input.answered?.(route, response.statusCode, (performance.now() - begun) / 1000)
    return true
  }

  /** Whether the rights are those with which the question was planned. */
  #hasSameRights(address: Address): boolean {
    const { context, accessVersion } = this.#input
    const { now } = context.database.versions
    if (address.asOf === now) return true
    if (address.known.accessVersion !== accessVersion()) return false
    address.asOf = now
    return true
  }

  #endWithAnswer(response: ServerResponse): void {
    if (this.#closing) response.shouldKeepAlive = false
  }

  /** `asked`: the question, for callers without credentials. Shared caches keep only what they may give to everybody. */
  #send(
    reading: Reading,
    { heads, compress }: Pick<KnownPath, 'heads' | 'compress'>,
    asked: Question | undefined,
    { request, response, begun }: Exchange,
  ): void {
    this.#endWithAnswer(response)
    sendAnswer(response, reading, {
      heads,
      accepted: compress ? request.headers['accept-encoding'] : undefined,
      timing: this.#input.timed ? timingOf(reading, begun) : undefined,
      keys: asked && this.#input.keys?.(reading.name.tables, asked),
    })
  }
}

function clientOf({ request, response }: Exchange): Client {
  return { tags: request.headers['if-none-match'], fresh: false, gone: clientGone(response) }
}

/** The question of another address. */
function questionAt(
  { type, access, target }: Pick<Question, 'type' | 'access' | 'target'>,
  search: string,
  { entryId }: Place,
): Question {
  return entryId === undefined ? { type, access, target, search } : { type, access, target, search, entryId }
}

function timingOf({ kept }: Reading, begun: number): string {
  return kept ? 'kept' : `answer;dur=${(performance.now() - begun).toFixed(2)}`
}

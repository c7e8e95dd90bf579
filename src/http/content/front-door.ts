/**
 * Answers addresses whose path was asked for before, before the web server looks at the request. Routing and rights were done
 * the first time; planning, too, if the whole address is known. Only for callers without credentials, who have the rights of everybody.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ContentContext } from '../../content/content-context.ts'
import type { AnswerName, Client, Question, Reading } from '../../content/read/read.ts'
import type { SurrogateKeys } from '../../content/read/surrogate-keys.ts'
import type { BoundedCache } from '../../kept/bounded-cache.ts'
import { sendError } from '../error-reply.ts'
import { searchOf } from './search-of.ts'
import {
  type AnswerHeads,
  answerHeads,
  clientGone,
  countAnswer,
  PUBLIC,
  sendAnswer,
  wantsEvents,
} from './send-answer.ts'

/** Makes an answer. `remembered` is the name of a question that was asked before. */
export type Answer = (
  context: ContentContext,
  question: Question,
  client: Client,
  remembered?: AnswerName,
) => Promise<Reading>

/** What an address stands for, or any address of a path. */
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

export interface FrontDoorInput {
  /** Where addresses are remembered. */
  readonly addresses: BoundedCache<Address>
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

type Pass = (request: IncomingMessage, response: ServerResponse) => void

export class FrontDoor {
  readonly #addresses: BoundedCache<Address>
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

  /** An address that the web server has routed: from now on, those that differ in their query alone need not be. */
  remember(url: string, known: KnownAddress): void {
    this.#remember(url, known)
    const { search, target, queryLength } = known.question
    // The query of a named one is not that of its address, and few queries are asked of one entry.
    const isList = target === 'collection' && queryLength === undefined && search === searchOf(url)
    if (isList && !this.#input.timed) this.#remember(pathKey(url), { ...known, name: undefined })
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
    const found = this.#lookUp(request)
    if (found === undefined) pass(request, response)
    else
      this.#answer(found, request, response, pass).catch((error: unknown) => {
        this.#input.failed(error)
        response.destroy()
      })
  }

  #lookUp({ method, url = '', headers }: IncomingMessage): FoundAddress | undefined {
    if (method !== 'GET' || headers.authorization !== undefined || wantsEvents({ method, headers })) return undefined
    if (this.#input.byOrigin && headers.origin !== undefined) return undefined
    const address = this.#addresses.get(url)
    if (address !== undefined) return { key: url, address, question: address.known.question }
    const key = pathKey(url)
    const path = this.#addresses.get(key)
    return path && { key, address: path, question: { ...path.known.question, search: searchOf(url) } }
  }

  async #answer(
    { key, address, question }: FoundAddress,
    request: IncomingMessage,
    response: ServerResponse,
    pass: Pass,
  ): Promise<void> {
    const { answered, context } = this.#input
    const begun = performance.now()
    const { known } = address
    try {
      await context.database.catchUp()
      if (!this.#hasSameRights(address)) {
        this.#addresses.delete(key)
        pass(request, response)
        return
      }
      const client = { tags: request.headers['if-none-match'], fresh: false, gone: clientGone(response) }
      const reading = await known.answer(context, question, client, known.name)
      this.#send(reading, { ...known, question }, request, response, begun)
      countAnswer(context, reading, PUBLIC, begun)
      // Most addresses are asked for once.
      const isAskedAgain = reading.kept || reading.body === undefined
      if (known.name === undefined && isAskedAgain)
        this.#remember(request.url ?? '', { ...known, question, name: reading.name })
    } catch (error) {
      this.#endWithAnswer(response)
      sendError(response, error, this.#input)
    }
    answered?.(known.route, response.statusCode, (performance.now() - begun) / 1000)
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

  #send(
    reading: Reading,
    known: KnownAddress,
    request: IncomingMessage,
    response: ServerResponse,
    begun: number,
  ): void {
    this.#endWithAnswer(response)
    sendAnswer(response, reading, {
      heads: known.heads,
      accepted: known.compress ? request.headers['accept-encoding'] : undefined,
      timing: this.#input.timed ? timingOf(reading, begun) : undefined,
      keys: this.#input.keys?.(reading.name.tables, known.question),
    })
  }
}

/** Not an address: those begin with no space. */
function pathKey(url: string): string {
  const end = url.indexOf('?')
  return ` ${end === -1 ? url : url.slice(0, end)}`
}

function timingOf({ kept }: Reading, begun: number): string {
  return kept ? 'kept' : `answer;dur=${(performance.now() - begun).toFixed(2)}`
}

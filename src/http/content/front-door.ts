/**
 * Answers addresses that were asked for before, before the web server looks at the request. Routing, rights and
 * planning were done the first time. Only for callers without credentials, who have the rights of everybody.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ContentContext } from '../../content/content-context.ts'
import type { AnswerName, Client, Question, Reading } from '../../content/read/read.ts'
import type { SurrogateKeys } from '../../content/read/surrogate-keys.ts'
import type { BoundedCache } from '../../kept/bounded-cache.ts'
import { sendError } from '../error-reply.ts'
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

/** What an address stands for. */
export interface KnownAddress {
  readonly question: Question
  readonly name: AnswerName
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

  remember(url: string, known: KnownAddress): void {
    const { search } = known.question
    this.#addresses.set(url, { known, asOf: -1 }, ADDRESS_BYTES + search.length)
  }

  /** From now on every answer is the last one on its connection. */
  close(): void {
    this.#closing = true
  }

  /** Sends the answer, or passes the request on. */
  serve(request: IncomingMessage, response: ServerResponse, pass: Pass): void {
    const address = this.#lookUp(request)
    if (address === undefined) pass(request, response)
    else
      this.#answer(address, request, response, pass).catch((error: unknown) => {
        this.#input.failed(error)
        response.destroy()
      })
  }

  #lookUp({ method, url = '', headers }: IncomingMessage): Address | undefined {
    if (method !== 'GET' || headers.authorization !== undefined || wantsEvents({ method, headers })) return undefined
    return this.#input.byOrigin && headers.origin !== undefined ? undefined : this.#addresses.get(url)
  }

  async #answer(address: Address, request: IncomingMessage, response: ServerResponse, pass: Pass): Promise<void> {
    const { answered, context } = this.#input
    const begun = performance.now()
    const { known } = address
    try {
      await context.database.catchUp()
      if (!this.#hasSameRights(address)) {
        this.#addresses.delete(request.url ?? '')
        pass(request, response)
        return
      }
      const client = { tags: request.headers['if-none-match'], fresh: false, gone: clientGone(response) }
      const reading = await known.answer(context, known.question, client, known.name)
      this.#send(reading, known, request, response, begun)
      countAnswer(context, reading, PUBLIC, begun)
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
      keys: this.#input.keys?.(known.name.tables, known.question),
    })
  }
}

function timingOf({ kept }: Reading, begun: number): string {
  return kept ? 'kept' : `answer;dur=${(performance.now() - begun).toFixed(2)}`
}

/**
 * Answers that are kept are sent from here, before the web server looks at the request: routing, rights and planning
 * were done when the same address was asked for the first time. Only for callers without credentials, whose rights are
 * those of everybody.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRecentlyUsed } from '../cache/recently-used.ts'
import type { Answer } from '../content/answer.ts'
import { bestEncoding, JSON_TYPE } from './answer-headers.ts'
import { hasTag, isAny } from './entity-tag.ts'

/** What an address stands for. */
export interface KnownAddress {
  /** The answer as of now, for which the database has caught up. */
  readonly answer: () => Answer
  /** The path as it was registered. */
  readonly route: string
  /** `etag` excepted: name, value, name, value. */
  readonly headers: readonly string[]
  readonly compress: boolean
  /** Those under which the answer was planned. */
  readonly conditions: number
}

export interface FrontDoorInput {
  readonly catchUp: () => Promise<void>
  /** Another number whenever rights, or anything else that plans depend on, have changed. After `catchUp`. */
  readonly conditions: () => number
  /** Whether answers depend on where the request comes from. */
  readonly byOrigin: boolean
  /** Told of every answer, where somebody counts them. */
  readonly answered: ((route: string, status: number, seconds: number) => void) | undefined
}

/** Addresses remembered at the same time. */
const MOST = 2000

type Pass = (request: IncomingMessage, response: ServerResponse) => void

export class FrontDoor {
  readonly #known = createRecentlyUsed<KnownAddress>(MOST)
  readonly #input: FrontDoorInput
  /** Headers that every answer has. */
  #common: readonly string[] | undefined

  constructor(input: FrontDoorInput) {
    this.#input = input
  }

  /** Opens it. */
  open(common: readonly string[]): void {
    this.#common = common
  }

  /** What holds now; to be asked for before the rights of a caller are looked up. */
  conditions(): number {
    return this.#input.conditions()
  }

  remember(url: string, known: KnownAddress): void {
    this.#known.set(url, known)
  }

  /** Sends the answer, or hands the request on. */
  serve(request: IncomingMessage, response: ServerResponse, pass: Pass): void {
    const known = this.#lookUp(request)
    if (known === undefined) pass(request, response)
    else
      this.#input.catchUp().then(
        () => this.#sendOrPass(known, request, response, pass),
        () => pass(request, response),
      )
  }

  #sendOrPass(known: KnownAddress, request: IncomingMessage, response: ServerResponse, pass: Pass): void {
    const { answered } = this.#input
    const begun = answered === undefined ? 0 : performance.now()
    if (!this.#send(known, request, response)) pass(request, response)
    else answered?.(known.route, response.statusCode, (performance.now() - begun) / 1000)
  }

  #lookUp({ method, url = '', headers }: IncomingMessage): KnownAddress | undefined {
    if (this.#common === undefined || method !== 'GET' || headers.authorization !== undefined) return undefined
    return this.#input.byOrigin && headers.origin !== undefined ? undefined : this.#known.get(url)
  }

  #send(known: KnownAddress, { url = '', headers }: IncomingMessage, response: ServerResponse): boolean {
    if (known.conditions !== this.#input.conditions()) {
      this.#known.delete(url)
      return false
    }
    const answer = known.answer()
    const { 'if-none-match': tag } = headers
    if (tag !== undefined && isAny(tag)) return false
    const common = [...this.#common!, ...known.headers, 'etag', answer.tag]
    if (tag !== undefined && hasTag(tag, answer.tag)) {
      response.writeHead(304, common).end()
      return true
    }
    const body = answer.kept()
    if (body === undefined) return false
    const { 'accept-encoding': accepted } = headers
    const encoding = known.compress && accepted !== undefined ? bestEncoding(accepted) : undefined
    const compressed = encoding === undefined ? undefined : body.as(encoding)
    const sent = compressed ?? body.plain
    common.push('content-type', JSON_TYPE, 'content-length', String(sent.length))
    if (compressed !== undefined) common.push('content-encoding', encoding!)
    response.writeHead(200, common).end(sent)
    return true
  }
}

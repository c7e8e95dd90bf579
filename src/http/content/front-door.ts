/**
 * Addresses that were asked for before are answered from here, before the web server looks at the request: routing,
 * rights and planning were done the first time. Only for callers without credentials, whose rights are those of everybody.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRecentlyUsed } from '../../cache/recently-used.ts'
import type { Answer, AnswerBody } from '../../content/read/answer.ts'
import { clientGone } from '../client-gone.ts'
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
  /** Whether answers that are not kept must be made behind the door, where their stages are measured. */
  readonly timed: boolean
  /** Those under which the answer was planned. */
  readonly accessVersion: number
}

export interface FrontDoorInput {
  readonly catchUp: () => Promise<void>
  /** Another number whenever anything at all has changed. After `catchUp`. */
  readonly now: () => number
  /** Another number whenever rights, or anything else that plans depend on, have changed. After `catchUp`. */
  readonly accessVersion: () => number
  /** Whether answers depend on where the request comes from. */
  readonly byOrigin: boolean
  /** Headers that every answer has: name, value, name, value. */
  readonly common: readonly string[]
  /** Told of every answer, where somebody counts them. */
  readonly answered: ((route: string, status: number, seconds: number) => void) | undefined
}

/** The answer of an address while nothing changes. */
interface Standing {
  readonly now: number
  readonly answer: Answer
  /** The headers of a 200, but for those of its body, and of a 304, which repeats only what a cache must know. */
  readonly full: readonly string[]
  readonly unchanged: string[]
}

interface Address {
  readonly known: KnownAddress
  standing: Standing | undefined
}

/** Addresses remembered at the same time, and how long one of them may be. */
const MOST = 5000
const LONGEST = 2048

type Pass = (request: IncomingMessage, response: ServerResponse) => void

export class FrontDoor {
  readonly #addresses = createRecentlyUsed<Address>(MOST)
  readonly #input: FrontDoorInput

  constructor(input: FrontDoorInput) {
    this.#input = input
  }

  /** What holds now; to be asked for before the rights of a caller are looked up. */
  accessVersion(): number {
    return this.#input.accessVersion()
  }

  remember(url: string, known: KnownAddress): void {
    if (url.length <= LONGEST) this.#addresses.set(url, { known, standing: undefined })
  }

  /** Sends the answer, or hands the request on. */
  serve(request: IncomingMessage, response: ServerResponse, pass: Pass): void {
    const address = this.#lookUp(request)
    if (address === undefined) pass(request, response)
    else
      this.#input
        .catchUp()
        .then(
          () => this.#sendOrPass(address, request, response, pass),
          () => pass(request, response),
        )
        .catch(() => response.destroy())
  }

  #lookUp({ method, url = '', headers }: IncomingMessage): Address | undefined {
    if (method !== 'GET' || headers.authorization !== undefined) return undefined
    return this.#input.byOrigin && headers.origin !== undefined ? undefined : this.#addresses.get(url)
  }

  async #sendOrPass(address: Address, request: IncomingMessage, response: ServerResponse, pass: Pass): Promise<void> {
    const { answered } = this.#input
    const begun = answered === undefined ? 0 : performance.now()
    const standing = this.#stand(address)
    if (standing === undefined) this.#addresses.delete(request.url ?? '')
    if (standing === undefined || !(await send(standing, address.known, request, response))) pass(request, response)
    else answered?.(address.known.route, response.statusCode, (performance.now() - begun) / 1000)
  }

  /** `undefined` when the rights are not those any more under which the answer was planned. */
  #stand(address: Address): Standing | undefined {
    const now = this.#input.now()
    const { known, standing } = address
    if (standing?.now === now) return standing
    if (known.accessVersion !== this.#input.accessVersion()) return undefined
    const answer = known.answer()
    const validators = [...known.headers, 'etag', answer.tag]
    const unchanged = [...this.#input.common.filter(isForCors), ...validators]
    const full = [...this.#input.common, ...validators, 'content-type', JSON_TYPE]
    address.standing = { now, answer, full, unchanged }
    return address.standing
  }
}

/** False, with nothing sent, where the answer is another one than 200 or 304. */
async function send(
  { answer, full, unchanged }: Standing,
  { compress, timed }: KnownAddress,
  { headers }: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { 'if-none-match': tag, 'accept-encoding': accepted } = headers
  if (tag !== undefined && isAny(tag)) return false
  if (tag !== undefined && hasTag(tag, answer.tag)) {
    response.writeHead(304, unchanged).end()
    return true
  }
  const body = answer.kept() ?? (timed ? undefined : await made(answer, response))
  if (body === undefined) return false
  const encoding = compress && accepted !== undefined ? bestEncoding(accepted) : undefined
  const compressed = encoding === undefined ? undefined : body.as(encoding)
  const sent = compressed ?? body.plain
  const head = [...full, 'content-length', String(sent.length)]
  if (compressed !== undefined) head.push('content-encoding', encoding!)
  response.writeHead(200, head).end(sent)
  return true
}

/** What goes wrong goes wrong again behind the door, where it is told to the client. */
function made(answer: Answer, response: ServerResponse): Promise<AnswerBody | undefined> {
  return answer.body(true, clientGone(response)).catch(() => undefined)
}

/** Of a list of names and values in turn, those that browsers check before they hand an answer to a script. */
function isForCors(_text: string, index: number, headers: readonly string[]): boolean {
  return headers[index - (index % 2)]!.startsWith('access-control-')
}

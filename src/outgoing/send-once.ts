/** One request and its answer, over connections whose addresses a policy has allowed. */
import * as http from 'node:http'
import * as https from 'node:https'
import type { AddressPolicy } from './address-policy.ts'
import type { OutgoingRequest } from './outgoing-request.ts'

export type Sender = (request: OutgoingRequest) => Promise<Response>

/** The longest pause in the body of an answer, in milliseconds. */
const LONGEST_PAUSE = 300_000
/** May be sent twice without harm. */
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])

export function createSender(policy: AddressPolicy): Sender {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) }
  const send = (request: OutgoingRequest, url: URL, mayRepeat: boolean): Promise<Response> =>
    new Promise((resolve, reject) => {
      const sent = open(request, url, policy, mayRepeat ? agents : undefined)
      const limit = setTimeout(() => sent.destroy(new Error(`no answer within ${request.timeout} ms`)), request.timeout)
      let isAnswered = false
      sent.once('response', answer => {
        isAnswered = true
        clearTimeout(limit)
        try {
          resolve(responseOf(answer, request.longest))
        } catch (error) {
          // A status that no answer can have, for example.
          sent.destroy()
          reject(error)
        }
      })
      // Without a listener, Node closes the connection and reports no error.
      sent.once('upgrade', (_answer, socket) => {
        clearTimeout(limit)
        socket.destroy()
        reject(new Error('the answer is 101 Switching Protocols, which was not asked for'))
      })
      sent.on('error', error => {
        clearTimeout(limit)
        // Whoever reads the body learns of it.
        if (isAnswered) return
        // A server may close an idle connection in the moment in which it is used again.
        const isStale = mayRepeat && sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
        if (isStale) send(request, url, false).then(resolve, reject)
        else reject(error)
      })
      sent.end(request.body)
    })
  return async request => {
    const url = webAddress(request.url)
    policy.check(url.hostname.replace(/^\[|\]$/g, ''))
    return send(request, url, REPEATABLE.has(request.method ?? 'GET'))
  }
}

/** Throws for anything else. */
export function webAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new Error(`${text} is not an address of a web server`)
  if (url.username !== '' || url.password !== '') throw new Error('the address has a user name or a password in it')
  return url
}

function open(
  { method = 'GET', headers = {}, body, signal }: OutgoingRequest,
  url: URL,
  { lookup }: AddressPolicy,
  agents: { readonly http: http.Agent; readonly https: https.Agent } | undefined,
): http.ClientRequest {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const all = { 'user-agent': 'populus', 'accept-encoding': 'identity', ...headers, ...length }
  const options = { method, headers: all, lookup, ...(signal === undefined ? {} : { signal }) }
  return url.protocol === 'https:'
    ? https.request(url, { ...options, agent: agents?.https ?? false })
    : http.request(url, { ...options, agent: agents?.http ?? false })
}

/** Statuses whose answers have no body. */
const EMPTY: ReadonlySet<number> = new Set([101, 204, 205, 304])

function responseOf(answer: http.IncomingMessage, longest: number): Response {
  const { statusCode: status = 0 } = answer
  const pairs: [string, string][] = []
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    pairs.push([answer.rawHeaders[at]!, answer.rawHeaders[at + 1]!])
  }
  answer.setTimeout(LONGEST_PAUSE, () => answer.destroy(new Error(`nothing arrived for ${LONGEST_PAUSE} ms`)))
  if (EMPTY.has(status)) {
    answer.resume()
    return new Response(null, { status, headers: pairs })
  }
  return new Response(bodyOf(answer, longest), { status, headers: pairs })
}

function bodyOf(answer: http.IncomingMessage, longest: number): ReadableStream<Uint8Array> {
  // Whoever reads the body learns of the error.
  answer.on('error', () => undefined)
  const chunks: AsyncIterator<Uint8Array> = answer[Symbol.asyncIterator]()
  let length = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await chunks.next()
        if (done === true) return controller.close()
        length += value.length
        if (length > longest) {
          answer.destroy()
          throw new Error(`the answer is longer than ${longest} bytes`)
        }
        controller.enqueue(value)
      },
      cancel: () => void answer.destroy(),
    },
    { highWaterMark: 0 },
  )
}

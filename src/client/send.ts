/** Sends requests: tries again when the server asks for it, and loads nothing that it has already. */
import { ClientError } from './client-error.ts'

export interface SendOptions {
  readonly fetch: typeof fetch
  readonly headers: Readonly<Record<string, string>>
  /** How often a request is sent again after 429 or 503. */
  readonly retries: number
  /** How many answers are kept for `If-None-Match`. */
  readonly kept: number
}

export interface Sent {
  readonly method: string
  readonly url: string
  readonly body?: string | FormData
  readonly signal?: AbortSignal | undefined
}

export type Send = (request: Sent) => Promise<unknown>

const FIRST_PAUSE = 200
const LONGEST_PAUSE = 30_000

export function createSend(options: SendOptions): Send {
  const known = new Map<string, { readonly tag: string; readonly text: string }>()
  return async request => {
    const { method, url } = request
    const keeps = method === 'GET' && options.kept > 0
    const kept = keeps ? known.get(url) : undefined
    const response = await attempt(request, kept?.tag, options)
    if (response.status === 304 && kept !== undefined) return JSON.parse(kept.text)
    const text = await response.text()
    const tag = response.headers.get('etag')
    if (!response.ok) throw new ClientError(url, response, parsed(text))
    if (keeps && tag !== null) {
      // The oldest one goes first.
      known.delete(url)
      known.set(url, { tag, text })
      if (known.size > options.kept) known.delete(known.keys().next().value!)
    }
    return parsed(text)
  }
}

async function attempt(request: Sent, tag: string | undefined, options: SendOptions): Promise<Response> {
  const { method, url, body, signal } = request
  const headers = {
    accept: 'application/json',
    ...options.headers,
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    ...(tag !== undefined && { 'if-none-match': tag }),
  }
  const init = { method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) }
  for (let attempts = 0; ; attempts += 1) {
    const response = await options.fetch(url, init)
    // A server that answers 503 may have done something before it gave up.
    const again = response.status === 429 || (response.status === 503 && method === 'GET')
    if (!again || attempts >= options.retries) return response
    await response.body?.cancel()
    await pause(pauseAfter(response, attempts), signal)
  }
}

function pauseAfter(response: Response, attempts: number): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const wanted = Number.isNaN(seconds) ? FIRST_PAUSE * 2 ** attempts : seconds * 1000
  return Math.min(LONGEST_PAUSE, wanted) * (1 + Math.random() / 10)
}

/** Rejects when the signal fires. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends a request to the management API. A session that has ended is renewed by the person, then the request goes on. */
import { CODE_HEADER, errorOf, offlineError } from './api-error.ts'
import { sessionEnded } from './session-gate.ts'

const PREFIX = '/admin/api'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RequestOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** False: a refused session is an error like any other. */
  readonly renew?: boolean
}

/** Rejects with an `ApiError`. */
export async function request<Body>(method: Method, path: string, options: RequestOptions = {}): Promise<Body> {
  const response = await send(method, path, options)
  if (response.status === 401 && options.renew !== false) {
    await sessionEnded()
    return request(method, path, options)
  }
  // A connection can end in the middle of an answer.
  const text = await response.text().catch(failed)
  if (!response.ok) throw errorOf(response.status, response.headers.get(CODE_HEADER), text)
  return (text === '' ? undefined : JSON.parse(text)) as Body
}

function failed(error: unknown): never {
  throw error instanceof DOMException && error.name === 'AbortError' ? error : offlineError()
}

async function send(method: Method, path: string, { body, headers, signal }: RequestOptions): Promise<Response> {
  const isForm = body instanceof FormData || body instanceof Blob
  return fetch(`${PREFIX}${path}`, {
    method,
    credentials: 'same-origin',
    headers: {
      'x-populus-admin': '1',
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch(failed)
}

/** An answer that is not a success. */

export interface ErrorDetails {
  /** One entry for each invalid value of a body. */
  readonly errors?: readonly { readonly path: readonly string[]; readonly message: string; readonly name: string }[]
  readonly [key: string]: unknown
}

/** Thrown for every answer with a status of 400 or more, with the server's own words. */
export class ClientError extends Error {
  readonly status: number
  readonly details: ErrorDetails
  /** What the server suggests, if it does. */
  readonly hint: string | null
  readonly url: string

  constructor(url: string, response: Response, body: unknown) {
    const { status, name, message, details } = errorOf(body)
    super(message ?? `${response.status} ${response.statusText}`.trim())
    this.name = name ?? 'ClientError'
    // In a stream, the status of the response is that of its beginning.
    this.status = status ?? response.status
    this.details = details ?? {}
    this.hint = response.headers.get('x-populus-hint')
    this.url = url
  }
}

function errorOf(body: unknown): { status?: number; name?: string; message?: string; details?: ErrorDetails } {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  return typeof error === 'object' && error !== null ? error : {}
}

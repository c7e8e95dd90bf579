/** A request that the server sends to another one. */
export interface OutgoingRequest {
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string | undefined
  /** Who has named the address: the operator in a setting, or anybody else (a database, another server, a client). */
  readonly namedBy: 'operator' | 'others'
  /** Milliseconds until the head of the answer must be there. */
  readonly timeout: number
  /** The longest body of an answer, in bytes. */
  readonly longest: number
  /** How many redirects are followed; none without it, and then the answer is the redirect itself. Only for `GET`. */
  readonly redirects?: number
  /** Ends the whole exchange. */
  readonly signal?: AbortSignal
}

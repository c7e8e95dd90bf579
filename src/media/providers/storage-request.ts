/** A request to a storage service: bounded in time, repeated when that may help, and with errors of our own. */
import { setTimeout as pause } from 'node:timers/promises'
import { PopulusError } from '../../errors.ts'
import { AddressRefused } from '../../outgoing/address-policy.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import type { OutgoingRequest } from '../../outgoing/outgoing-request.ts'

export interface StorageRequest {
  /** The name of the provider, for messages. */
  readonly provider: string
  /** Makes the request again for each attempt: signatures have a time in them. */
  readonly request: () => Request | Promise<Request>
  /** Milliseconds until the head of the answer must be there. Reading a large file may take longer. */
  readonly timeout: number
  /** Who has named the address; the operator if absent. */
  readonly namedBy?: OutgoingRequest['namedBy']
  /** The longest answer in bytes; files may be longer than what the service says about them. */
  readonly longest?: number
  readonly redirects?: number
  /** Answers that are no failure besides 2xx. */
  readonly accept?: readonly number[]
}

const ATTEMPTS = 3
const FIRST_PAUSE = 200
const LONGEST_ANSWER = 32 * 1024 * 1024

/**
 * Fails with `storageFailed` when the service refuses, and with `storageUnavailable` when it cannot be reached, does not
 * answer in time, or answers 429 or 5xx three times.
 */
export async function sendToStorage(outgoing: Outgoing, wanted: StorageRequest): Promise<Response> {
  let cause: unknown
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await pause(FIRST_PAUSE * 4 ** (attempt - 1) * (0.5 + Math.random() / 2))
    try {
      const response = await attemptOnce(outgoing, wanted)
      if (response.ok || wanted.accept?.includes(response.status)) return response
      cause = await refusal(response)
      if (!isPassing(response.status)) throw refusedBy(wanted, cause)
    } catch (error) {
      if (error instanceof PopulusError) throw error
      if (error instanceof AddressRefused) throw refusedBy(wanted, error)
      cause = error
    }
  }
  throw new PopulusError('storageUnavailable', { provider: wanted.provider }, { cause })
}

async function attemptOnce(outgoing: Outgoing, wanted: StorageRequest): Promise<Response> {
  const { request, timeout, namedBy = 'operator', longest = LONGEST_ANSWER, redirects = 0 } = wanted
  const made = await request()
  const { method, url } = made
  const body = made.body === null ? undefined : new Uint8Array(await made.arrayBuffer())
  const headers = Object.fromEntries(made.headers)
  return outgoing.send({ url, method, headers, body, namedBy, timeout, longest, redirects })
}

const refusedBy = ({ provider }: StorageRequest, cause: unknown): PopulusError =>
  new PopulusError('storageFailed', { provider }, { cause })

const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408

/** What the service said, for the log. */
async function refusal(response: Response): Promise<Error> {
  const said = await response.text().catch(() => '')
  return new Error(`${response.status} ${said.slice(0, 500)}`)
}

/** A request to a storage service: bounded in time, repeated when that may help, and with errors of our own. */
import { setTimeout as pause } from 'node:timers/promises'
import { PopulusError } from '../../errors.ts'

export interface StorageRequest {
  /** The name of the provider, for messages. */
  readonly provider: string
  /** Makes the request again for each attempt: signatures have a time in them. */
  readonly request: () => Request | Promise<Request>
  /** Milliseconds until the head of the answer must be there. */
  readonly timeout: number
  /** Answers that are no failure besides 2xx. */
  readonly accept?: readonly number[]
}

const ATTEMPTS = 3
const FIRST_PAUSE = 200

/**
 * Fails with `storageFailed` when the service refuses, and with `storageUnavailable` when it cannot be reached, does not
 * answer in time, or answers 429 or 5xx three times.
 */
export async function sendToStorage(wanted: StorageRequest): Promise<Response> {
  let cause: unknown
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await pause(FIRST_PAUSE * 4 ** (attempt - 1) * (0.5 + Math.random() / 2))
    try {
      const response = await attemptOnce(wanted)
      if (response.ok || wanted.accept?.includes(response.status)) return response
      cause = await refusal(response)
      if (!isPassing(response.status)) throw new PopulusError('storageFailed', { provider: wanted.provider }, { cause })
    } catch (error) {
      if (error instanceof PopulusError) throw error
      cause = error
    }
  }
  throw new PopulusError('storageUnavailable', { provider: wanted.provider }, { cause })
}

/** The time limit ends with the head of the answer: reading a large file may take longer. */
async function attemptOnce({ request, timeout }: StorageRequest): Promise<Response> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error(`no answer within ${timeout} ms`)), timeout)
  try {
    return await fetch(await request(), { signal: limit.signal })
  } finally {
    clearTimeout(timer)
  }
}

const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408

/** What the service said, for the log. */
async function refusal(response: Response): Promise<Error> {
  const said = await response.text().catch(() => '')
  return new Error(`${response.status} ${said.slice(0, 500)}`)
}

/** Requests to a provider. Whatever goes wrong there becomes one error for the client; the log has the rest. */
import { PopulusError } from '../../errors.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'

/** In milliseconds. */
const PATIENCE = 10_000
/** In bytes; profiles and tokens are far smaller. */
const LONGEST_ANSWER = 1_000_000

export interface ProviderRequest {
  readonly provider: string
  readonly url: string
  /** The hosts that the operator has named in a setting; all others must be public. */
  readonly trustedHosts: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as a form. Without it, the request is a GET. */
  readonly form?: Readonly<Record<string, string>>
}

/** The parsed JSON of the answer. Throws `providerFailed`. */
export async function askJson(outgoing: Outgoing, request: ProviderRequest): Promise<unknown> {
  const { provider, url, trustedHosts, headers = {}, form } = request
  try {
    const isTrusted = URL.canParse(url) && trustedHosts.includes(new URL(url).hostname)
    const response = await outgoing.send({
      url,
      namedBy: isTrusted ? 'operator' : 'others',
      headers: { accept: 'application/json', ...headers, ...(form === undefined ? {} : FORM) },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form).toString() }),
      timeout: PATIENCE,
      longest: LONGEST_ANSWER,
      signal: AbortSignal.timeout(PATIENCE),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 500)}`)
    return parse(text)
  } catch (error) {
    throw new PopulusError('providerFailed', { provider }, { cause: error })
  }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }

/** Some providers answer with a form instead of JSON. */
function parse(text: string): unknown {
  return /^\s*[{[]/.test(text) ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
}

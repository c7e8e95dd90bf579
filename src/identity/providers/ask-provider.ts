/** Requests to a provider. Whatever goes wrong there becomes one error for the client; the log has the rest. */
import { PopulusError } from '../../errors.ts'

/** In milliseconds. */
const PATIENCE = 10_000
/** In bytes; profiles and tokens are far smaller. */
const LONGEST_ANSWER = 1_000_000

export interface ProviderRequest {
  readonly provider: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as a form. Without it, the request is a GET. */
  readonly form?: Readonly<Record<string, string>>
}

/** The parsed JSON of the answer. Throws `providerFailed`. */
export async function askJson({ provider, url, headers = {}, form }: ProviderRequest): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'populus', ...headers },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    })
    const text = await response.text()
    if (text.length > LONGEST_ANSWER) throw new Error(`the answer has ${text.length} characters`)
    if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 500)}`)
    return parse(text)
  } catch (error) {
    throw new PopulusError('providerFailed', { provider }, { cause: error })
  }
}

/** Some providers answer with a form instead of JSON. */
function parse(text: string): unknown {
  return /^\s*[{[]/.test(text) ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
}

/** Sends a form with files to the management API, with progress. A session that ends in between is renewed by the person. */
import { CODE_HEADER, errorOf, offlineError } from './api-error.ts'
import { sessionEnded } from './session-gate.ts'

export interface SendOptions {
  readonly signal?: AbortSignal | undefined
  /** 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined
}

/** - `sendForm('/media', form)`. Rejects with an `ApiError`. */
export async function sendForm<Answer>(path: string, form: FormData, options: SendOptions = {}): Promise<Answer> {
  const { status, code, text } = await post(path, form, options)
  if (status === 401) {
    await sessionEnded()
    return sendForm(path, form, options)
  }
  if (status >= 400) throw errorOf(status, code, text)
  return JSON.parse(text) as Answer
}

interface Sent {
  readonly status: number
  readonly code: string | null
  readonly text: string
}

/** `fetch` does not tell how much of a body has been sent. */
function post(path: string, form: FormData, { signal, onProgress }: SendOptions): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open('POST', `/admin/api${path}`)
    request.setRequestHeader('x-populus-admin', '1')
    request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      lengthComputable && onProgress?.(loaded / total)
    request.onload = () => {
      const { status, responseText: text } = request
      resolve({ status, code: request.getResponseHeader(CODE_HEADER), text })
    }
    request.onerror = () => reject(offlineError())
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    request.onloadend = () => signal?.removeEventListener('abort', stop)
    signal?.addEventListener('abort', stop)
    request.send(form)
  })
}

/** Sends a form with files to the management API, with progress. A session that ends in between is renewed by the person. */
import { ApiError, errorOf } from './api-error.ts'
import { sessionEnded } from './session-gate.ts'

export interface SendOptions {
  readonly signal?: AbortSignal | undefined
  /** 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined
}

/** - `sendForm('/media', form)`. Rejects with an `ApiError`. */
export async function sendForm<Answer>(path: string, form: FormData, options: SendOptions = {}): Promise<Answer> {
  const { status, statusText, text } = await post(path, form, options)
  if (status === 401) {
    await sessionEnded()
    return sendForm(path, form, options)
  }
  if (status >= 400) throw errorOf(new Response(null, { status, statusText }), text)
  return JSON.parse(text) as Answer
}

interface Sent {
  readonly status: number
  readonly statusText: string
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
      const { status, statusText, responseText: text } = request
      resolve({ status, statusText, text })
    }
    request.onerror = () =>
      reject(new ApiError({ status: 0, name: 'Offline', message: 'The server cannot be reached.' }))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    request.onloadend = () => signal?.removeEventListener('abort', stop)
    signal?.addEventListener('abort', stop)
    request.send(form)
  })
}

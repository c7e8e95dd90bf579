/** Sends one file, with progress. A session that ends in between is renewed by the person. */
import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import { ApiError, errorOf } from '../../../api/api-error.ts'
import { sessionEnded } from '../../../api/session-gate.ts'

export interface FileInput {
  readonly file: File
  readonly info: FileInfo
  readonly folder: number | null
}

export interface FileInfo {
  readonly name?: string
  readonly alternativeText?: string
  readonly caption?: string
}

export interface SendOptions {
  readonly signal: AbortSignal
  /** 0 to 1. */
  readonly onProgress: (part: number) => void
}

export async function sendFile({ file, info, folder }: FileInput, options: SendOptions): Promise<MediaFile> {
  const form = new FormData()
  form.append('fileInfo', JSON.stringify(info))
  if (folder !== null) form.append('folder', String(folder))
  form.append('files', file, file.name)
  const { data } = await sendForm<{ data: readonly MediaFile[] }>('/admin/api/media', form, options)
  return data[0]!
}

/** The address of the stored file stays. */
export async function replaceWith(id: number, file: File, options: SendOptions): Promise<MediaFile> {
  const form = new FormData()
  form.append('files', file, file.name)
  return (await sendForm<{ data: MediaFile }>(`/admin/api/media/${id}/replace`, form, options)).data
}

/** `fetch` does not tell how much of a body has been sent. */
async function sendForm<Answer>(address: string, form: FormData, options: SendOptions): Promise<Answer> {
  const { status, statusText, text } = await post(address, form, options)
  if (status === 401) {
    await sessionEnded()
    return sendForm(address, form, options)
  }
  if (status >= 400) throw errorOf(new Response(null, { status, statusText }), text)
  return JSON.parse(text) as Answer
}

interface Sent {
  readonly status: number
  readonly statusText: string
  readonly text: string
}

function post(address: string, form: FormData, { signal, onProgress }: SendOptions): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open('POST', address)
    request.setRequestHeader('x-populus-admin', '1')
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress(loaded / total)
    request.onload = () => {
      const { status, statusText, responseText: text } = request
      resolve({ status, statusText, text })
    }
    request.onerror = () =>
      reject(new ApiError({ status: 0, name: 'Offline', message: 'The server cannot be reached.' }))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    request.onloadend = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop)
    request.send(form)
  })
}

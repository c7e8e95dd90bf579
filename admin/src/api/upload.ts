/** Sends files to the media library, with progress. A session that ends in between is renewed by the person. */
import type { MediaFile } from '../../../src/admin-api/media-api.ts'
import { ApiError, errorOf } from './api-error.ts'
import { sessionEnded } from './session-gate.ts'

export interface UploadOptions {
  readonly folder?: number | undefined
  /** From 0 to 1. */
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
}

export async function uploadFiles(files: readonly File[], options: UploadOptions = {}): Promise<readonly MediaFile[]> {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  if (options.folder !== undefined) form.append('folder', String(options.folder))
  const { status, text } = await send(form, options)
  if (status === 401) {
    await sessionEnded()
    return uploadFiles(files, options)
  }
  if (status >= 400) throw errorOf(new Response(null, { status }), text)
  return (JSON.parse(text) as { data: readonly MediaFile[] }).data
}

function send(form: FormData, { onProgress, signal }: UploadOptions): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/admin/api/media')
    request.setRequestHeader('x-populus-admin', '1')
    request.upload.onprogress = event => event.lengthComputable && onProgress?.(event.loaded / event.total)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () =>
      reject(new ApiError({ status: 0, name: 'Offline', message: 'The server cannot be reached.' }))
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

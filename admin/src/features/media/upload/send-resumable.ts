/** Sends a large file in parts. What has arrived stays when the connection is lost, and also when the page is closed. */
import { Upload as TusUpload } from 'tus-js-client'
import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import { CODE_HEADER, errorOf, offlineError } from '../../../api/api-error.ts'
import type { SendOptions } from '../../../api/send-form.ts'
import { sessionEnded } from '../../../api/session-gate.ts'
import type { FileInput } from './send-file.ts'

const ADDRESS = '/admin/api/media/tus'
const PART = 8 * 1024 * 1024

export function sendResumable({ file, info, folder }: FileInput, options: SendOptions): Promise<MediaFile> {
  return new Promise((resolve, reject) => {
    let [status, code, answer] = [0, '', '']
    const upload = new TusUpload(file, {
      endpoint: ADDRESS,
      chunkSize: PART,
      retryDelays: [0, 1000, 3000, 5000, 10_000, 20_000],
      headers: { 'x-populus-admin': '1' },
      metadata: {
        filename: file.name,
        filetype: file.type,
        fileInfo: JSON.stringify(info),
        ...(folder === null ? {} : { folder: String(folder) }),
      },
      removeFingerprintOnSuccess: true,
      onBeforeRequest: () => {
        status = 0
      },
      onAfterResponse: async (_request, response) => {
        answer = response.getBody()
        status = response.getStatus()
        code = response.getHeader(CODE_HEADER) ?? ''
        if (status === 401) await sessionEnded()
      },
      onShouldRetry: error => {
        const refused = 'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0
        return refused === 0 || refused === 401 || refused === 409 || refused === 423 || refused >= 500
      },
      onProgress: (sent, total) => options.onProgress?.(total === 0 ? 0 : sent / total),
      onSuccess: () => resolve(fileOf(answer)),
      onError: () => reject(status === 0 ? offlineError() : errorOf(status, code, answer)),
    })
    options.signal?.addEventListener('abort', () => {
      upload.abort(true).catch(() => {})
      reject(new DOMException('Cancelled', 'AbortError'))
    })
    upload.findPreviousUploads().then(previous => {
      if (previous[0] !== undefined) upload.resumeFromPreviousUpload(previous[0])
      upload.start()
    }, reject)
  })
}

function fileOf(text: string): MediaFile {
  const answer = JSON.parse(text) as { data: MediaFile | readonly MediaFile[] } | readonly MediaFile[]
  const data = 'data' in answer ? answer.data : answer
  return (Array.isArray(data) ? data[0] : data) as MediaFile
}

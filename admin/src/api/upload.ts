/** Sends files to the media library, with progress. */
import type { MediaFile } from '../../../src/admin-api/media-api.ts'
import { type SendOptions, sendForm } from './send-form.ts'

export interface UploadOptions extends SendOptions {
  readonly folder?: number | undefined
}

export async function uploadFiles(
  files: readonly File[],
  { folder, ...options }: UploadOptions = {},
): Promise<readonly MediaFile[]> {
  const form = new FormData()
  if (folder !== undefined) form.append('folder', String(folder))
  for (const file of files) form.append('files', file)
  return (await sendForm<{ data: readonly MediaFile[] }>('/media', form, options)).data
}

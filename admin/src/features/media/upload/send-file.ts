/** Sends one file with the words that describe it. */
import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import { type SendOptions, sendForm } from '../../../api/send-form.ts'

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

export async function sendFile({ file, info, folder }: FileInput, options: SendOptions): Promise<MediaFile> {
  const form = new FormData()
  form.append('fileInfo', JSON.stringify(info))
  if (folder !== null) form.append('folder', String(folder))
  form.append('files', file, file.name)
  const { data } = await sendForm<{ data: readonly MediaFile[] }>('/media', form, options)
  return data[0]!
}

/** The address of the stored file stays. */
export async function replaceWith(id: number, file: File): Promise<MediaFile> {
  const form = new FormData()
  form.append('files', file, file.name)
  return (await sendForm<{ data: MediaFile }>(`/media/${id}/replace`, form)).data
}

/** The headers that depend on the name of a file: what it is, how it is shown, and how long it may be kept. */
import { basename } from 'node:path'
import { mediaType } from '../../media/types/media-types.ts'
import type { UploadHeaders } from './send-upload.ts'

export interface CacheRule {
  /** For names with a hash: the server made them, and makes a new one for each new file. */
  readonly cacheControl: string
}

/** For other files, which somebody put into the folder and may change there. */
const OTHER_FILES = 'public, max-age=86400'

/** `photo_1a2b3c4d5e.jpg`, `thumbnail_photo_1a2b3c4d5e.jpg` */
const HASHED = /_[0-9a-f]{10}(\.[^./]+)?$/

export function uploadHeaders(path: string, { cacheControl }: CacheRule): UploadHeaders {
  return { cacheControl: HASHED.test(path) ? cacheControl : OTHER_FILES, type: typeHeaders(path) }
}

function typeHeaders(path: string): Readonly<Record<string, string>> {
  const { type, shown } = mediaType(path)
  return { 'content-type': type, ...(shown ? {} : attachment(basename(path))) }
}

/** The browser stores the file under this name. */
export function attachment(file: string): Readonly<Record<string, string>> {
  const name = encodeURIComponent(file).replace(/['()*]/g, char => `%${char.charCodeAt(0).toString(16)}`)
  return { 'content-disposition': `attachment; filename*=UTF-8''${name}` }
}

/** What is said about a file: its kind, its size, its dimensions. */
import type { FileValue } from '../../../../src/admin-api/content-api.ts'

export type FileKind = 'image' | 'video' | 'audio' | 'file'

export function kindOf({ mime }: Pick<FileValue, 'mime'>): FileKind {
  const [kind] = mime.split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file'
}

export type ShownFile = Pick<FileValue, 'formats' | 'url'> & { readonly updatedAt?: string }

/** The smallest picture that is large enough for a card. */
export function pictureOf({ formats, url, updatedAt }: ShownFile): string {
  const named = formats as Readonly<Record<string, { readonly url?: string } | undefined>> | null
  return freshAddress(named?.small?.url ?? named?.thumbnail?.url ?? url, updatedAt)
}

/** A replaced file keeps its address. What it looked like before must not be shown from the browser's cache. */
export function freshAddress(url: string, updatedAt: string | undefined): string {
  if (updatedAt === undefined) return url
  return `${url}${url.includes('?') ? '&' : '?'}updatedAt=${encodeURIComponent(updatedAt)}`
}

/** - `JPG` */
export function extensionOf({ ext, mime }: Pick<FileValue, 'ext' | 'mime'>): string {
  return (ext ?? mime.split('/')[1] ?? '').replace(/^\./, '').toUpperCase()
}

/** The address of a file as a person would paste it. One that is none, from an imported database for example, is shown as it is. */
export function fullAddress(url: string): string {
  return URL.canParse(url, location.origin) ? new URL(url, location.origin).href : url
}

/** False for what is stored as an address of a file and would run: `javascript:` and `data:`, for example. */
export function isWebAddress(url: string): boolean {
  return /^https?:/.test(fullAddress(url))
}

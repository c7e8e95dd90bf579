/** The values of a row of `files`, and the objects that it refers to. */
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import type { PlacedRef } from '../providers/provider.ts'

export interface FileValues {
  readonly name: string
  readonly alternativeText: string | null
  readonly caption: string | null
  readonly width: number | null
  readonly height: number | null
  /** Smaller versions of an image, by name. */
  readonly formats: JsonObject | null
  readonly hash: string
  readonly ext: string | null
  readonly mime: string
  /** In thousands of bytes, with two decimals. */
  readonly size: number
  readonly url: string
  readonly previewUrl: string | null
  readonly provider: string
  readonly provider_metadata: JsonObject | null
  readonly folderPath: string
}

export interface StoredFile extends FileValues {
  readonly id: number
}

/** `kilobytes(1234)` is `1.23`. */
export function kilobytes(bytes: number): number {
  return Math.round((bytes / 1000) * 100) / 100
}

/** The file itself, then its formats. Formats without a name, which only a strange row has, are left out. */
export function objectsOf(file: FileValues): readonly PlacedRef[] {
  const { hash, ext, mime, url, provider_metadata: providerMetadata } = file
  const main: PlacedRef = { hash, ext: ext ?? '', mime, path: null, url, providerMetadata }
  return [main, ...Object.values(file.formats ?? {}).flatMap(format => formatRef(format) ?? [])]
}

function formatRef(format: unknown): PlacedRef | undefined {
  if (!isObject(format) || typeof format.hash !== 'string') return undefined
  return {
    hash: format.hash,
    ext: text(format.ext),
    mime: text(format.mime),
    path: typeof format.path === 'string' ? format.path : null,
    url: text(format.url),
    providerMetadata: isObject(format.provider_metadata) ? format.provider_metadata : null,
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Hands prepared files to the storage. */
import { createReadStream } from 'node:fs'
import type { JsonObject } from '../../schema/json-value.ts'
import { type FileValues, kilobytes } from '../files/file-values.ts'
import { withOwnMetadata } from '../files/own-metadata.ts'
import type { MediaObject, MediaProvider, PlacedObject, PlacedRef } from '../providers/provider.ts'
import type { PreparedFile, PreparedObject, PreparedVariant } from './prepare-file.ts'

/** Everything a row says about its file, except where in the library it is. */
export type PlacedValues = Omit<FileValues, 'folderPath'>

/** Stores the files with their formats. When one fails, all others have ended too before this fails. */
export async function placeFiles(
  provider: MediaProvider,
  files: readonly PreparedFile[],
): Promise<readonly PlacedValues[]> {
  const placed: PlacedValues[] = []
  for (const file of files) placed.push(await placeFile(provider, file))
  return placed
}

async function placeFile(provider: MediaProvider, file: PreparedFile): Promise<PlacedValues> {
  const settled = await Promise.allSettled([file, ...file.variants].map(object => put(provider, object)))
  const failed = settled.find(result => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  const [main, ...variants] = settled.map(result => (result as PromiseFulfilledResult<PlacedObject>).value)
  const formats = file.variants.map((variant, index) => [variant.key, formatJson(variant, variants[index]!)] as const)
  const { object, info, width, height } = file
  const placeholder = file.placeholder === null ? null : { ...file.placeholder }
  return Object.freeze({
    name: object.name,
    alternativeText: info.alternativeText ?? null,
    caption: info.caption ?? null,
    width,
    height,
    formats: formats.length === 0 ? null : Object.fromEntries(formats),
    hash: object.hash,
    ext: object.ext,
    mime: object.mime,
    size: kilobytes(object.size),
    url: main!.url,
    previewUrl: main!.previewUrl ?? null,
    provider: provider.name,
    provider_metadata: withOwnMetadata(main!.providerMetadata, 'placeholder', placeholder),
  })
}

async function put(provider: MediaProvider, { object, path }: PreparedObject): Promise<PlacedObject> {
  const body = createReadStream(path)
  try {
    return await provider.put(object, body)
  } finally {
    body.destroy()
  }
}

/** The keys and their order are Strapi's. */
export function formatJson({ object, width, height }: PreparedVariant, placed: PlacedObject): JsonObject {
  const { name, hash, ext, mime, path, size } = object
  const sizes = { width, height, size: kilobytes(size), sizeInBytes: size }
  const metadata = placed.providerMetadata === null ? {} : { provider_metadata: placed.providerMetadata }
  return { name, hash, ext, mime, path, ...sizes, url: placed.url, ...metadata }
}

/** The objects of a file before they have an address. */
export function plannedRefs(file: PreparedFile): readonly PlacedRef[] {
  return [file, ...file.variants].map(({ object }) => plannedRef(object))
}

function plannedRef({ hash, ext, mime, path }: MediaObject): PlacedRef {
  return { hash, ext, mime, path, url: '', providerMetadata: null }
}

/** Files that tests store with a provider. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { PlacedRef } from '../../../src/media/providers/provider.ts'

export const cat = (hash: string, size = 4) => ({
  hash,
  ext: '.txt',
  mime: 'text/plain',
  size,
  path: null,
  name: 'cat.txt',
})
export const ref = (hash: string, url = 'x'): PlacedRef => ({ ...cat(hash), url, providerMetadata: null })

/** Bytes that differ everywhere, in uneven chunks. */
export const LARGE = Buffer.concat(
  Array.from({ length: 17 * 32 * 1024 }, (_, index) => createHash('sha256').update(`${index}`).digest()),
)
export const inChunks = (bytes: Buffer): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 300_001) yield bytes.subarray(at, at + 300_001)
    })(),
  )

/**
 * Files in a container of Azure. Rows are as the provider `strapi-provider-upload-azure-storage` writes them. Large files
 * are sent in blocks; one block of one file is in memory at a time. The service removes blocks of an upload that was
 * interrupted after a week.
 */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { BlobHTTPHeaders, BlockBlobClient, ContainerClient } from '@azure/storage-blob'
import type { MediaConfig } from '../../config/config.ts'
import { PopulusError } from '../../errors.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import { isRunByBrowsers } from '../types/media-types.ts'
import { type AzureAddresses, azureAddresses } from './azure-address.ts'
import { openContainer } from './azure-container.ts'
import type { MediaObject, MediaProvider, PlacedRef, StoredObject } from './provider.ts'
import { type Part, readParts } from './read-parts.ts'

/** 50,000 of these make 390 GiB. */
const BLOCK_SIZE = 8 * 1024 * 1024

/** `file` is that of the package. */
export function createAzure(name: string, config: MediaConfig, file: string, outgoing: Outgoing): MediaProvider {
  const addresses = azureAddresses(config.azure)
  const container = openedOnce(() => openContainer({ provider: name, file, config, addresses, outgoing }))
  const ready = openedOnce(async () => createContainer(await container(), config, name))
  const removed = async (key: string) => {
    const client = await container()
    await asked(name, client.getBlobClient(key).deleteIfExists({ deleteSnapshots: 'include' }))
  }
  return {
    name,
    async put(object, body) {
      const key = addresses.keyOf(object)
      try {
        const blob = (await ready()).getBlockBlobClient(key)
        await store(name, blob, headersOf(object, config), readParts(body, BLOCK_SIZE))
      } finally {
        body.destroy()
      }
      return Object.freeze({ url: addresses.publicUrl(key), providerMetadata: null })
    },
    read: async (object: PlacedRef) => readBlob(name, await container(), addresses.keyOf(object)),
    delete: (object: PlacedRef) => removed(addresses.keyOf(object)),
    deleteKey: removed,
    keyOf: (object: PlacedRef) => addresses.keyOf(object),
    pathOf: (object: PlacedRef) => addresses.pathOf(object),
    list: () => listBlobs(name, container, addresses),
  }
}

/** One that fails is tried again by the next caller. */
function openedOnce<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
}

async function createContainer(
  client: ContainerClient,
  { azure }: MediaConfig,
  name: string,
): Promise<ContainerClient> {
  const { createContainer: wanted = false, publicAccess = 'none' } = azure
  if (wanted) await asked(name, client.createIfNotExists(publicAccess === 'none' ? {} : { access: publicAccess }))
  return client
}

function headersOf({ mime }: MediaObject, { azure: { cacheControl } }: MediaConfig): BlobHTTPHeaders {
  return {
    blobContentType: mime,
    ...(cacheControl === undefined ? {} : { blobCacheControl: cacheControl }),
    // The service sends this with the file, as we do with those that we serve.
    ...(isRunByBrowsers(mime) ? { blobContentDisposition: 'attachment' } : {}),
  }
}

async function store(
  name: string,
  blob: BlockBlobClient,
  blobHTTPHeaders: BlobHTTPHeaders,
  parts: AsyncGenerator<Part>,
): Promise<void> {
  // Names of blocks have one length, and are not those of another upload of the same file.
  const upload = randomBytes(12).toString('hex')
  const blocks: string[] = []
  for await (const { bytes, last } of parts) {
    if (last && blocks.length === 0) {
      await asked(name, blob.upload(bytes, bytes.length, { blobHTTPHeaders }))
      return
    }
    const block = Buffer.from(`${upload}-${String(blocks.length).padStart(6, '0')}`).toString('base64')
    if (bytes.length === 0) continue
    await asked(name, blob.stageBlock(block, bytes, bytes.length))
    blocks.push(block)
  }
  await asked(name, blob.commitBlockList(blocks, { blobHTTPHeaders }))
}

async function readBlob(name: string, container: ContainerClient, key: string): Promise<Readable> {
  const { readableStreamBody } = await asked(name, container.getBlobClient(key).download())
  if (readableStreamBody === undefined) throw new PopulusError('fileNotFound')
  return Readable.from(readableStreamBody)
}

async function* listBlobs(
  name: string,
  container: () => Promise<ContainerClient>,
  { prefix }: AzureAddresses,
): AsyncGenerator<StoredObject> {
  const pages = (await container()).listBlobsFlat({ prefix }).byPage()
  for (;;) {
    const { value, done } = await asked(name, pages.next())
    if (done === true) return
    for (const { name: key, properties } of value.segment.blobItems) yield { key, size: properties.contentLength ?? 0 }
  }
}

/** The package has an error of its own for answers that are no success; those of the way out are ours already. */
async function asked<T>(provider: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    if (cause instanceof PopulusError) throw cause
    const isMissing = (cause as { code?: unknown }).code === 'BlobNotFound'
    throw isMissing ? new PopulusError('fileNotFound') : new PopulusError('storageFailed', { provider }, { cause })
  }
}

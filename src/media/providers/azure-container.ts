/**
 * A container of Azure. The package `@azure/storage-blob` speaks with it; it is loaded when it is needed, from where
 * Populus is installed or from the project. Its requests leave the server where all others do.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { pathToFileURL } from 'node:url'
import type * as Blobs from '@azure/storage-blob'
import type { MediaConfig } from '../../config/config.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import type { AzureAddresses } from './azure-address.ts'
import { sendToStorage } from './storage-request.ts'

export const AZURE_PACKAGE = '@azure/storage-blob'

export interface ContainerInput {
  /** The name of the provider, for messages. */
  readonly provider: string
  /** The file of the package, as `findAzurePackage` gives it. */
  readonly file: string
  readonly config: MediaConfig
  readonly addresses: AzureAddresses
  readonly outgoing: Outgoing
}

/** The file of the package; `undefined` if it is not installed. `folder` is the project's, `own` a file of Populus. */
export function findAzurePackage(folder: string, own = import.meta.url): string | undefined {
  for (const from of [own, pathToFileURL(join(folder, 'package.json'))]) {
    try {
      return createRequire(from).resolve(AZURE_PACKAGE)
    } catch {
      // Not there.
    }
  }
  return undefined
}

/** Made by the first upload, if the settings say so. */
export async function openContainer(input: ContainerInput): Promise<Blobs.ContainerClient> {
  const { file, config, addresses } = input
  const blobs = (await import(pathToFileURL(file).href)) as typeof Blobs
  const { account = '', accountKey, sasToken, container = '' } = config.azure
  const credential =
    sasToken === undefined
      ? new blobs.StorageSharedKeyCredential(account, accountKey ?? '')
      : new blobs.AnonymousCredential()
  // Requests are repeated where they are sent.
  const pipeline = blobs.newPipeline(credential, { httpClient: httpClient(input), retryOptions: { maxTries: 1 } })
  const token = sasToken === undefined ? '' : `?${sasToken.replace(/^\?/, '')}`
  return new blobs.BlobServiceClient(`${addresses.service}${token}`, pipeline).getContainerClient(container)
}

/** What the package makes of these answers is ours to see: not there, and there already. */
const ACCEPTED = [404, 409]

function httpClient({ provider, config, outgoing }: ContainerInput): Blobs.RequestPolicy {
  return {
    async sendRequest(request) {
      const { url, method, body } = request
      const { 'accept-encoding': _, ...headers } = lowerCase(request.headers.toJson())
      const isFile = request.streamResponseStatusCodes?.has(200) ?? false
      const response = await sendToStorage(outgoing, {
        provider,
        request: () =>
          new Request(url, {
            method,
            headers,
            ...(body == null ? {} : { body: body as NonNullable<RequestInit['body']> }),
          }),
        timeout: config.timeout,
        accept: ACCEPTED,
        ...(isFile ? { longest: Number.POSITIVE_INFINITY } : {}),
      })
      return answerOf(request, response, isFile && response.ok)
    },
  }
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

async function answerOf(
  request: Blobs.WebResource,
  response: Response,
  isFile: boolean,
): Promise<Blobs.HttpOperationResponse> {
  const headers = { toJson: () => Object.fromEntries(response.headers) }
  const body =
    isFile && response.body !== null
      ? { readableStreamBody: Readable.fromWeb(response.body as ReadableStream) }
      : { bodyAsText: await response.text() }
  // The package reads no more of the headers than that.
  return { request, status: response.status, headers, ...body } as unknown as Blobs.HttpOperationResponse
}

/** The addresses and names of blobs in a container of Azure, as Strapi's provider `azure-storage` makes them. */
import type { MediaConfig } from '../../config/config.ts'
import { trimEnd } from '../../util/text/trim-run.ts'
import { encodedKey, folderOf, keyIn, pathIn } from './object-key.ts'
import type { PlacedRef } from './provider.ts'

type AzureConfig = MediaConfig['azure']

export interface AzureAddresses {
  /** The address of the account for requests, without a slash at its end. */
  readonly service: string
  /** The folder of all blobs, with a slash at its end; empty if there is none. */
  readonly prefix: string
  /** The name of a blob: what its address says, because its row does not keep the folder it was uploaded to. */
  keyOf(object: Pick<PlacedRef, 'hash' | 'ext' | 'path'> & { readonly url?: string }): string
  /** The folder that a blob was uploaded to. */
  pathOf(object: PlacedRef): string | null
  /** The address of a blob that is stored in its row. */
  publicUrl(key: string): string
}

export function azureAddresses(config: AzureConfig): AzureAddresses {
  const { account = '', container = '', serviceUrl, baseUrl, hideContainer = false } = config
  const service = trimEnd(serviceUrl ?? `https://${account}.blob.core.windows.net`, '/')
  const base = baseUrl === undefined ? service : trimEnd(baseUrl, '/')
  const prefix = folderOf(config.rootPath)
  // Rows may be older than a setting.
  const starts = [`${service}/${container}`, `${base}/${container}`, ...(hideContainer ? [base, service] : [])]
  const keyOf: AzureAddresses['keyOf'] = ({ hash, ext, path, url = '' }) =>
    keyIn(url, starts) ?? `${prefix}${path ? `${path}/` : ''}${hash}${ext}`
  return {
    service,
    prefix,
    keyOf,
    pathOf: object => pathIn(keyOf(object), prefix, `/${object.hash}${object.ext}`),
    publicUrl: key => `${base}/${hideContainer ? '' : `${container}/`}${encodedKey(key)}`,
  }
}

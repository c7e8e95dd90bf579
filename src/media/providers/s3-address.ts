/** The addresses and names of objects in a bucket. */
import { isIP } from 'node:net'
import type { MediaConfig } from '../../config/config.ts'
import { trimEnd } from '../../util/text/trim-run.ts'
import { encodedKey, folderOf, keyIn, pathIn } from './object-key.ts'
import type { PlacedRef } from './provider.ts'

type S3Config = MediaConfig['s3']

export interface S3Addresses {
  /** The address of the bucket for requests, without a slash at its end. */
  readonly bucket: string
  readonly region: string
  /** The folder of all objects, with a slash at its end; empty if there is none. */
  readonly prefix: string
  /** The name of an object: what its address says, because its row does not keep the folder it was uploaded to. */
  keyOf(object: Pick<PlacedRef, 'hash' | 'ext' | 'path'> & { readonly url?: string }): string
  /** The folder that an object was uploaded to. */
  pathOf(object: PlacedRef): string | null
  /** The address of an object for requests. */
  requestUrl(key: string): string
  /** The address of an object that is stored in its row. */
  publicUrl(key: string): string
}

export function s3Addresses(config: S3Config): S3Addresses {
  const region = config.region ?? (isR2(config) ? 'auto' : 'us-east-1')
  const endpoint = new URL(config.endpoint ?? `https://s3.${region}.amazonaws.com`)
  const bucket = bucketUrl(endpoint, config)
  const prefix = folderOf(config.rootPath)
  const base = config.baseUrl === undefined ? undefined : trimEnd(config.baseUrl, '/')
  const keyOf: S3Addresses['keyOf'] = ({ hash, ext, path, url = '' }) =>
    keyIn(url, [bucket, base]) ?? `${prefix}${path ? `${path}/` : ''}${hash}${ext}`
  return {
    bucket,
    region,
    prefix,
    keyOf,
    pathOf: object => pathIn(keyOf(object), prefix, `/${object.hash}${object.ext}`),
    requestUrl: key => `${bucket}/${encodedKey(key)}`,
    publicUrl: key => `${base ?? bucket}/${encodedKey(key)}`,
  }
}

export function isR2({ endpoint }: S3Config): boolean {
  return endpoint !== undefined && new URL(endpoint).hostname.endsWith('.r2.cloudflarestorage.com')
}

function bucketUrl(endpoint: URL, { bucket = '', forcePathStyle }: S3Config): string {
  const root = trimEnd(endpoint.pathname, '/')
  const host = endpoint.hostname.replace(/^\[|\]$/g, '')
  const pathStyle = forcePathStyle ?? (isIP(host) !== 0 || host === 'localhost')
  if (pathStyle) return `${endpoint.origin}${root}/${bucket}`
  // Some projects name the bucket in the endpoint already.
  if (host.startsWith(`${bucket}.`)) return `${endpoint.origin}${root}`
  return `${endpoint.protocol}//${bucket}.${endpoint.host}${root}`
}

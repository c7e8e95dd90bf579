/** The names under which the providers of files are known. */

export type MediaProviderKind = 'local' | 's3' | 'cloudinary' | 'azure'

const AZURE = 'strapi-provider-upload-azure-storage'

const KINDS: ReadonlyMap<string, MediaProviderKind> = new Map([
  ['local', 'local'],
  ['aws-s3', 's3'],
  ['s3', 's3'],
  ['cloudinary', 'cloudinary'],
  ['azure', 'azure'],
  [AZURE, 'azure'],
  // The storage of Cloudflare answers as S3 does.
  ['strapi-provider-cloudflare-r2', 's3'],
  ['strapi-provider-cloudflare-r2-aws', 's3'],
  ['strapi-provider-upload-cloudflare-r2', 's3'],
])

/** Also by the name of Strapi's package: `@strapi/provider-upload-aws-s3`, and by those of packages for R2 and Azure. `undefined` for providers of others. */
export function mediaProviderKind(name: string): MediaProviderKind | undefined {
  return KINDS.get(name.replace(/^@strapi\/provider-upload-/, ''))
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['s3', 'aws-s3'],
  ['azure', AZURE],
])

/** `s3` and `azure` are short forms; rows have the name by which Strapi knows the provider. */
export function storedProviderName(name: string): string {
  return SHORT.get(name) ?? name
}

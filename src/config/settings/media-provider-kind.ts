/** The names under which the providers of files are known. */

export type MediaProviderKind = 'local' | 's3' | 'cloudinary'

const KINDS: ReadonlyMap<string, MediaProviderKind> = new Map([
  ['local', 'local'],
  ['aws-s3', 's3'],
  ['s3', 's3'],
  ['cloudinary', 'cloudinary'],
])

/** Also by the name of Strapi's package: `@strapi/provider-upload-aws-s3`. `undefined` for providers of others. */
export function mediaProviderKind(name: string): MediaProviderKind | undefined {
  return KINDS.get(name.replace(/^@strapi\/provider-upload-/, ''))
}

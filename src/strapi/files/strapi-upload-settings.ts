/** The settings of uploads in a Strapi v4 project: `upload.config` of `config/plugins`, with the options of Strapi's own providers. */
import { type MediaProviderKind, mediaProviderKind } from '../../config/settings/media-provider-kind.ts'

/** A value of one of our settings; unchecked. */
export interface StrapiOption {
  readonly given: unknown
  /** The path in Strapi's file. */
  readonly place: string
}

type Place = readonly [setting: string, ...places: string[]]

const COMMON: readonly Place[] = [
  ['media.provider', 'provider'],
  ['media.sizeLimit', 'sizeLimit', 'providerOptions.sizeLimit'],
  ['media.breakpoints', 'breakpoints'],
  ['media.allow', 'security.allowedTypes'],
  ['media.deny', 'security.deniedTypes'],
  ['media.uploadOptions', 'actionOptions.uploadStream'],
]

/** Older projects have the options of S3 one level higher, and the key beside them. */
const s3 = (setting: string, ...names: string[]): Place => [
  `media.s3.${setting}`,
  ...['providerOptions.s3Options.', 'providerOptions.'].flatMap(place => names.map(name => place + name)),
]

const OF_PROVIDER: Readonly<Record<MediaProviderKind, readonly Place[]>> = {
  local: [],
  s3: [
    s3('bucket', 'params.Bucket'),
    s3('acl', 'params.ACL'),
    s3('signedUrlExpires', 'params.signedUrlExpires'),
    s3('region', 'region'),
    s3('endpoint', 'endpoint', 'params.accountId', 'accountId'),
    s3('forcePathStyle', 'forcePathStyle', 's3ForcePathStyle'),
    s3('accessKeyId', 'credentials.accessKeyId', 'accessKeyId'),
    s3('secretAccessKey', 'credentials.secretAccessKey', 'secretAccessKey'),
    s3('sessionToken', 'credentials.sessionToken', 'sessionToken'),
    [
      'media.s3.baseUrl',
      'providerOptions.baseUrl',
      'providerOptions.cloudflarePublicAccessUrl',
      'providerOptions.params.publicUrl',
    ],
    ['media.s3.rootPath', 'providerOptions.rootPath'],
  ],
  cloudinary: [
    ['media.cloudinary.cloudName', 'providerOptions.cloud_name'],
    ['media.cloudinary.apiKey', 'providerOptions.api_key'],
    ['media.cloudinary.apiSecret', 'providerOptions.api_secret'],
    ['media.cloudinary.uploadPrefix', 'providerOptions.upload_prefix'],
  ],
  azure: [
    ['media.azure.account', 'providerOptions.account'],
    ['media.azure.accountKey', 'providerOptions.accountKey'],
    ['media.azure.sasToken', 'providerOptions.sasToken'],
    ['media.azure.container', 'providerOptions.containerName'],
    ['media.azure.serviceUrl', 'providerOptions.serviceBaseURL'],
    ['media.azure.baseUrl', 'providerOptions.cdnBaseURL'],
    ['media.azure.hideContainer', 'providerOptions.removeCN'],
    ['media.azure.rootPath', 'providerOptions.defaultPath'],
    ['media.azure.cacheControl', 'providerOptions.defaultCacheControl'],
    ['media.azure.createContainer', 'providerOptions.createContainerIfNotExist'],
    ['media.azure.publicAccess', 'providerOptions.publicAccessType'],
  ],
}

/** The settings that `upload.config` of `config/plugins` gives. */
export function strapiUploadSettings(config: unknown): ReadonlyMap<string, StrapiOption> {
  const options = new Map(pathsOf(config, ''))
  const kind = mediaProviderKind(String(options.get('provider') ?? 'local'))
  return settingsFrom(options, [...COMMON, ...(kind === undefined ? [] : OF_PROVIDER[kind])])
}

/** Every value below an object by its path, and the objects too: `breakpoints` is a value as a whole. */
function pathsOf(value: unknown, prefix: string): (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    [prefix + name, inner] as const,
    ...pathsOf(inner, `${prefix}${name}.`),
  ])
}

function settingsFrom(options: ReadonlyMap<string, unknown>, wanted: readonly Place[]): Map<string, StrapiOption> {
  return new Map(
    wanted.flatMap(([setting, ...places]) => {
      const place = places.find(candidate => (options.get(candidate) ?? null) !== null)
      if (place === undefined) return []
      const given = asSetting(setting, asEndpoint(place, options.get(place)))
      return given === undefined ? [] : [[setting, { given, place: `upload.config.${place}` }]]
    }),
  )
}

/** Providers of R2 make the address from the number of the account. */
function asEndpoint(place: string, given: unknown): unknown {
  return place.endsWith('.accountId') ? `https://${given}.r2.cloudflarestorage.com` : given
}

/** Strapi's providers accept a host without a scheme, and a key as a number. */
function asSetting(setting: string, given: unknown): unknown {
  if (setting === 'media.cloudinary.apiKey') return String(given)
  if (setting.startsWith('media.azure.')) return asAzure(setting, given)
  if (/\.(endpoint|baseUrl)$/.test(setting) && typeof given === 'string' && !given.includes('://')) {
    return given === '' ? given : `https://${given}`
  }
  return given
}

/** That provider cuts off spaces, takes an empty text for none, and the text `true` alone for yes. */
function asAzure(setting: string, given: unknown): unknown {
  if (/\.(hideContainer|createContainer)$/.test(setting)) return String(given).trim() === 'true'
  const text = typeof given === 'string' ? given.trim() : given
  return text === '' ? undefined : text
}

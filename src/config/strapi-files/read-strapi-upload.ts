/**
 * Reads the settings of uploads in a Strapi v4 project: `upload.config` of `config/plugins`, with the options of
 * Strapi's own providers. It parses the file and never runs it.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MediaProviderKind, mediaProviderKind } from '../settings/media-provider-kind.ts'
import type { Environment } from '../sources/read-dotenv.ts'
import { NotLiteralError } from './literal-value.ts'
import { parseLiteralMember } from './parse-literal-module.ts'

export interface StrapiUpload {
  /** By the paths of our settings; unchecked. */
  readonly settings: ReadonlyMap<string, StrapiOption>
  readonly warnings: readonly string[]
}

interface StrapiOption {
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
    s3('endpoint', 'endpoint'),
    s3('forcePathStyle', 'forcePathStyle', 's3ForcePathStyle'),
    s3('accessKeyId', 'credentials.accessKeyId', 'accessKeyId'),
    s3('secretAccessKey', 'credentials.secretAccessKey', 'secretAccessKey'),
    s3('sessionToken', 'credentials.sessionToken', 'sessionToken'),
    ['media.s3.baseUrl', 'providerOptions.baseUrl'],
    ['media.s3.rootPath', 'providerOptions.rootPath'],
  ],
  cloudinary: [
    ['media.cloudinary.cloudName', 'providerOptions.cloud_name'],
    ['media.cloudinary.apiKey', 'providerOptions.api_key'],
    ['media.cloudinary.apiSecret', 'providerOptions.api_secret'],
    ['media.cloudinary.uploadPrefix', 'providerOptions.upload_prefix'],
  ],
}

/** `config/plugins`, overridden by `config/env/<NODE_ENV>/plugins`, as in Strapi. */
export async function readStrapiUpload(folder: string, env: Environment): Promise<StrapiUpload> {
  const places = ['config', join('config', 'env', env.NODE_ENV || 'development')]
  const found = await Promise.all(places.map(place => readOne(folder, join(place, 'plugins'), env)))
  const options = new Map(found.flatMap(({ options }) => [...options]))
  const kind = mediaProviderKind(String(options.get('provider') ?? 'local'))
  const wanted = [...COMMON, ...(kind === undefined ? [] : OF_PROVIDER[kind])]
  return { settings: settingsFrom(options, wanted), warnings: found.flatMap(({ warnings }) => warnings) }
}

interface ReadOptions {
  /** By their path below `upload.config`. */
  readonly options: ReadonlyMap<string, unknown>
  readonly warnings: readonly string[]
}

async function readOne(folder: string, path: string, env: Environment): Promise<ReadOptions> {
  for (const ending of ['.js', '.ts']) {
    const text = await readFile(join(folder, path + ending), 'utf8').catch(() => undefined)
    if (text !== undefined) return understand(text, path + ending, env)
  }
  return { options: new Map(), warnings: [] }
}

function understand(text: string, path: string, env: Environment): ReadOptions {
  try {
    const { value, leftOut } = parseLiteralMember(withoutTypes(text), ['upload', 'config'], env)
    const warnings = leftOut.map(problem => `${path}, upload: ${problem}; put the setting into populus.config.json`)
    return { options: new Map(pathsOf(value, '')), warnings }
  } catch (error) {
    if (!(error instanceof NotLiteralError)) throw error
    if (!text.includes('upload')) return { options: new Map(), warnings: [] }
    const warning = `${path} cannot be evaluated (${error.message}); put its settings into populus.config.json under "media"`
    return { options: new Map(), warnings: [warning] }
  }
}

/** A TypeScript project usually has at most the type of the parameter: `({ env }: { env: any }) => ...`. */
function withoutTypes(text: string): string {
  return text.replace(/\(\s*(\{\s*env\s*\})\s*:[^()]*\)(\s*:[^=]*)?(?=\s*=>)/, '($1)')
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
      return [[setting, { given: asSetting(setting, options.get(place)), place: `upload.config.${place}` }]]
    }),
  )
}

/** Strapi's providers accept a host without a scheme, and a key as a number. */
function asSetting(setting: string, given: unknown): unknown {
  if (setting === 'media.cloudinary.apiKey') return String(given)
  if (/\.(endpoint|baseUrl)$/.test(setting) && typeof given === 'string' && !given.includes('://')) {
    return given === '' ? given : `https://${given}`
  }
  return given
}

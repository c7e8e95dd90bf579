/** Translates the `config` files of a Strapi v4 project into our own settings. */

import { secondsOf } from '../../util/time/seconds-of.ts'
import type { ConfigName, StrapiConfig, StrapiFile } from './read-strapi-config.ts'
import { databaseSettings } from './strapi-database.ts'
import { type StrapiOption, strapiUploadSettings } from './strapi-upload-settings.ts'

/** A setting of ours, and the place in Strapi's files that decides it. */
export interface StrapiSetting {
  readonly setting: string
  readonly given: unknown
  /** `config/plugins.js: upload.config.sizeLimit` */
  readonly place: string
}

/** Our setting -> its file and its path there. */
const PLACES: readonly (readonly [setting: string, file: ConfigName, ...path: string[]])[] = [
  ['host', 'server', 'host'],
  ['port', 'server', 'port'],
  ['server.url', 'server', 'url'],
  ['api.prefix', 'api', 'rest', 'prefix'],
  ['api.defaultLimit', 'api', 'rest', 'defaultLimit'],
  ['api.maxLimit', 'api', 'rest', 'maxLimit'],
  ['api.withCount', 'api', 'rest', 'withCount'],
  ['api.privateAttributes', 'api', 'responses', 'privateAttributes'],
  ['secrets.apiTokenSalt', 'admin', 'apiToken', 'salt'],
  ['secrets.admin', 'admin', 'auth', 'secret'],
  ['secrets.jwt', 'plugins', 'users-permissions', 'config', 'jwtSecret'],
  ['users.tokenLifetime', 'plugins', 'users-permissions', 'config', 'jwt', 'expiresIn'],
  ['users.registerFields', 'plugins', 'users-permissions', 'config', 'register', 'allowedFields'],
  ['rateLimit.enabled', 'plugins', 'users-permissions', 'config', 'ratelimit', 'enabled'],
  ['email.from', 'plugins', 'email', 'config', 'settings', 'defaultFrom'],
  ['email.replyTo', 'plugins', 'email', 'config', 'settings', 'defaultReplyTo'],
]

const SMTP: readonly (readonly [setting: string, ...path: string[]])[] = [
  ['email.smtp.host', 'host'],
  ['email.smtp.port', 'port'],
  ['email.smtp.secure', 'secure'],
  ['email.smtp.username', 'auth', 'user'],
  ['email.smtp.password', 'auth', 'pass'],
]

export interface StrapiSettings {
  readonly settings: readonly StrapiSetting[]
  readonly warnings: readonly string[]
}

export function strapiSettings({ files }: StrapiConfig): StrapiSettings {
  const warnings: string[] = []
  const plain = PLACES.flatMap(([setting, name, ...path]) => {
    const given = asGiven(setting, valueAt(files[name]?.value, path))
    return isGiven(given) ? [{ setting, given, place: placeOf(files[name]!, path) }] : []
  })
  const { plugins } = files
  const upload = plugins === undefined ? [] : uploadSettings(plugins)
  return {
    settings: [
      ...databaseSettings(files.database),
      ...plain,
      ...emailSettings(plugins, warnings),
      ...middlewareSettings(files.middlewares, warnings),
      ...upload,
    ],
    warnings,
  }
}

function uploadSettings(plugins: StrapiFile): readonly StrapiSetting[] {
  const options: ReadonlyMap<string, StrapiOption> = strapiUploadSettings(valueAt(plugins.value, ['upload', 'config']))
  return [...options].map(([setting, { given, place }]) => ({ setting, given, place: `${plugins.file}: ${place}` }))
}

function emailSettings(plugins: StrapiFile | undefined, warnings: string[]): readonly StrapiSetting[] {
  const config = valueAt(plugins?.value, ['email', 'config'])
  const provider = valueAt(config, ['provider'])
  if (plugins === undefined || typeof provider !== 'string') return []
  if (!/(^|-)nodemailer$/.test(provider)) {
    const advice = 'set SMTP_URL to send mail'
    warnings.push(`${plugins.file}: the e-mail provider ${provider} is not supported; ${advice}`)
    return []
  }
  return SMTP.flatMap(([setting, ...path]) => {
    const given = valueAt(config, ['providerOptions', ...path])
    const value = setting.endsWith('.port') && typeof given === 'string' ? Number(given) : given
    return isGiven(value)
      ? [{ setting, given: value, place: placeOf(plugins, ['email', 'config', 'providerOptions', ...path]) }]
      : []
  })
}

function middlewareSettings(file: StrapiFile | undefined, warnings: string[]): readonly StrapiSetting[] {
  if (file === undefined || !Array.isArray(file.value)) return []
  const configOf = (name: string) =>
    valueAt(
      (file.value as readonly unknown[]).find(entry => valueAt(entry, ['name']) === name),
      ['config'],
    )
  const origin = originOf(valueAt(configOf('strapi::cors'), ['origin']))
  const limit = valueAt(configOf('strapi::body'), ['jsonLimit'])
  const bytes = limit === undefined ? undefined : bytesOf(limit)
  if (limit !== undefined && bytes === undefined) {
    warnings.push(`${file.file}: the limit ${JSON.stringify(limit)} of strapi::body is not understood`)
  }
  return [
    ...(origin === undefined
      ? []
      : [{ setting: 'cors.origin', given: origin, place: `${file.file}: strapi::cors, origin` }]),
    ...(bytes === undefined
      ? []
      : [{ setting: 'limits.bodySize', given: bytes, place: `${file.file}: strapi::body, jsonLimit` }]),
  ]
}

/** One origin, several with commas between them, or a list. */
function originOf(given: unknown): unknown {
  if (typeof given === 'string') return given === '*' ? '*' : given.split(',').map(origin => origin.trim())
  if (!Array.isArray(given)) return undefined
  return given.includes('*') ? '*' : given
}

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }

/** `bytesOf('10mb')` is 10485760. */
function bytesOf(given: unknown): number | undefined {
  if (typeof given === 'number') return given
  const [, amount, unit = 'b'] = /^(\d+(?:\.\d+)?)\s*(b|kb|mb|gb)?$/i.exec(String(given).trim()) ?? []
  return amount === undefined ? undefined : Math.floor(Number(amount) * UNITS[unit.toLowerCase()]!)
}

/** The forms in which the files have values that our settings have in another one. */
function asGiven(setting: string, given: unknown): unknown {
  if (setting === 'users.tokenLifetime') return secondsOf(given)
  if (setting === 'port' && typeof given === 'string' && /^\d+$/.test(given)) return Number(given)
  // Strapi allows a path here, for a server below one.
  if (setting === 'server.url' && typeof given === 'string' && !/^https?:/.test(given)) return undefined
  return given
}

const isGiven = (given: unknown): boolean => given !== undefined && given !== null && given !== ''

function placeOf({ file }: StrapiFile, path: readonly string[]): string {
  return `${file}: ${path.join('.')}`
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  )
}

/** The providers that the settings name: the one for new files, and those of files that already exist. */
import { join } from 'node:path'
import type { MediaConfig } from '../../config/config.ts'
import { mediaProviderKind } from '../../config/settings/media-provider-kind.ts'
import { PopulusError } from '../../errors.ts'
import { UPLOADS_PATH } from '../../util/project-parts.ts'
import { type CloudinaryAccount, createCloudinary } from './cloudinary.ts'
import { createLocalFolder } from './local-folder.ts'
import type { MediaProvider } from './provider.ts'
import { createS3 } from './s3.ts'

export interface MediaProviders {
  /** Where new files go. Its operations fail with `providerNotSupported` if it has a `problem`. */
  readonly active: MediaProvider
  /** The provider of a row, by its column `provider`. Fails with `providerNotSupported` when it is used. */
  of(name: string): MediaProvider
}

/** `folder` is the project's. */
export function createMediaProviders(folder: string, config: MediaConfig): MediaProviders {
  const known = new Map<string, MediaProvider>()
  const of = (name: string): MediaProvider => {
    const found = known.get(name) ?? createProvider(folder, config, name)
    known.set(name, found)
    return found
  }
  return { active: of(columnName(config.provider)), of }
}

/** `s3` is a short form; everything else is stored as the settings name it, as Strapi does. */
const columnName = (name: string): string => (name === 's3' ? 'aws-s3' : name)

function createProvider(folder: string, config: MediaConfig, name: string): MediaProvider {
  const problem = providerProblem(config, name)
  if (problem !== undefined) return unusable(name, problem)
  switch (mediaProviderKind(name)) {
    case 's3':
      return createS3(name, config)
    case 'cloudinary':
      return createCloudinary(name, config, accountOf(config) as CloudinaryAccount)
    default:
      return createLocalFolder(join(folder, UPLOADS_PATH), name)
  }
}

/** Why files cannot be stored with a provider; `undefined` if they can. */
export function providerProblem(config: MediaConfig, name: string): string | undefined {
  const kind = mediaProviderKind(name)
  if (kind === undefined) return `the provider ${name} is not supported (setting media.provider)`
  const missing = missingSetting(kind, config)
  return missing === undefined ? undefined : `the setting ${missing} is missing (provider ${name})`
}

function missingSetting(kind: string, config: MediaConfig): string | undefined {
  if (kind === 's3') {
    const name = (['bucket', 'accessKeyId', 'secretAccessKey'] as const).find(key => config.s3[key] === undefined)
    return name === undefined ? undefined : `media.s3.${name}`
  }
  if (kind !== 'cloudinary') return undefined
  const account = accountOf(config)
  const name = (['cloudName', 'apiKey', 'apiSecret'] as const).find(key => account[key] === undefined)
  return name === undefined ? undefined : `media.cloudinary.${name}`
}

/** The parts win over the address. */
function accountOf({ cloudinary: { url, cloudName, apiKey, apiSecret } }: MediaConfig): Partial<CloudinaryAccount> {
  const [, key, secret, cloud] = /^cloudinary:\/\/([^:]+):([^@]+)@([^/?]+)/.exec(url ?? '') ?? []
  const account = { cloudName: cloudName ?? cloud, apiKey: apiKey ?? key, apiSecret: apiSecret ?? secret }
  return Object.fromEntries(Object.entries(account).filter(([, value]) => value !== undefined))
}

/** The server starts and reads work; only what needs the provider fails. */
function unusable(name: string, problem: string): MediaProvider {
  const refuse = (): never => {
    throw new PopulusError('providerNotSupported', { problem })
  }
  const refuseLater = async (): Promise<never> => refuse()
  return {
    name,
    problem,
    put: refuseLater,
    read: refuseLater,
    delete: refuseLater,
    deleteKey: refuseLater,
    keyOf: () => null,
    list: refuse,
  }
}

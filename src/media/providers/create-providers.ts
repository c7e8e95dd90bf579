/** The providers that the settings name: the one for new files, and those of files that already exist. */
import { join } from 'node:path'
import type { MediaConfig } from '../../config/config.ts'
import { mediaProviderKind, storedProviderName } from '../../config/settings/media-provider-kind.ts'
import { PopulusError } from '../../errors.ts'
import { createOutgoing, type Outgoing } from '../../outgoing/outgoing.ts'
import { UPLOADS_PATH } from '../../util/project-parts.ts'
import { createAzure } from './azure.ts'
import { AZURE_PACKAGE, findAzurePackage } from './azure-container.ts'
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
export function createMediaProviders(
  folder: string,
  config: MediaConfig,
  outgoing: Outgoing = createOutgoing(),
): MediaProviders {
  const known = new Map<string, MediaProvider>()
  const of = (name: string): MediaProvider => {
    const found = known.get(name) ?? createProvider(folder, config, name, outgoing)
    known.set(name, found)
    return found
  }
  return { active: of(storedProviderName(config.provider)), of }
}

function createProvider(folder: string, config: MediaConfig, name: string, outgoing: Outgoing): MediaProvider {
  const problem = providerProblem(folder, config, name)
  if (problem !== undefined) return unusable(name, problem)
  switch (mediaProviderKind(name)) {
    case 's3':
      return createS3(name, config, outgoing)
    case 'cloudinary':
      return createCloudinary(name, config, accountOf(config) as CloudinaryAccount, outgoing)
    case 'azure':
      return createAzure(name, config, findAzurePackage(folder)!, outgoing)
    default:
      return createLocalFolder(join(folder, UPLOADS_PATH), name)
  }
}

/** Why files cannot be stored with a provider; `undefined` if they can. `folder` is the project's. */
export function providerProblem(folder: string, config: MediaConfig, name: string): string | undefined {
  const kind = mediaProviderKind(name)
  if (kind === undefined) return `the provider ${name} is not supported (setting media.provider)`
  const missing = missingSetting(kind, config)
  if (missing !== undefined) return `the setting ${missing} is missing (provider ${name})`
  const lacksPackage = kind === 'azure' && findAzurePackage(folder) === undefined
  return lacksPackage ? `the package ${AZURE_PACKAGE} is missing: npm install ${AZURE_PACKAGE}` : undefined
}

function missingSetting(kind: string, config: MediaConfig): string | undefined {
  if (kind === 's3') {
    const name = (['bucket', 'accessKeyId', 'secretAccessKey'] as const).find(key => config.s3[key] === undefined)
    return name === undefined ? undefined : `media.s3.${name}`
  }
  if (kind === 'azure') return missingAzure(config)
  if (kind !== 'cloudinary') return undefined
  const account = accountOf(config)
  const name = (['cloudName', 'apiKey', 'apiSecret'] as const).find(key => account[key] === undefined)
  return name === undefined ? undefined : `media.cloudinary.${name}`
}

/** A token is enough where there is no key; with an address, the name of the account is needed for the key alone. */
function missingAzure({ azure }: MediaConfig): string | undefined {
  const { container, account, accountKey, sasToken, serviceUrl } = azure
  if (container === undefined) return 'media.azure.container'
  if (sasToken === undefined && accountKey === undefined) return 'media.azure.accountKey'
  return account === undefined && (sasToken === undefined || serviceUrl === undefined)
    ? 'media.azure.account'
    : undefined
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

/** The secrets of a new project: generated at its first start and kept in its `.env`. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { deepFreeze } from '../deep-freeze.ts'
import { inspectProject } from './inspect-project.ts'
import { readDotenv } from './read-dotenv.ts'

export interface ProjectSecret {
  readonly key: 'jwt' | 'apiTokenSalt' | 'admin'
  readonly variable: string
  /** What does not work without it. */
  readonly loss: string
}

const SECRETS: readonly ProjectSecret[] = [
  { key: 'jwt', variable: 'JWT_SECRET', loss: 'no user can sign in' },
  { key: 'apiTokenSalt', variable: 'API_TOKEN_SALT', loss: 'no API token works' },
  { key: 'admin', variable: 'ADMIN_JWT_SECRET', loss: 'no administrator can sign in' },
]

const BYTES = 32

/**
 * Returns settings with all secrets, if they may be generated: in a new project, and in production only together with
 * its database. Reports the names of missing secrets to `note`, but never their values.
 */
export async function ensureSecrets(given: Config, note: (line: string) => void): Promise<Config> {
  // Another process may have generated them since the settings were read.
  const config = await fromDotenv(given)
  const missing = missingSecrets(config)
  if (missing.length === 0) return config
  if (!(await mayMake(config))) return warnOf(config, missing, note)
  try {
    await appendTo(join(config.folder, '.env'), missing)
  } catch (error) {
    note(`Cannot write ${join(config.folder, '.env')}: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}`)
    return warnOf(config, missing, note)
  }
  note(`Generated ${missing.map(({ variable }) => variable).join(', ')} in ${join(config.folder, '.env')}`)
  return fromDotenv(config)
}

export function hasSecrets(config: Config): boolean {
  return missingSecrets(config).length === 0
}

/** The secrets that make tokens and signed addresses valid, by variable. Passwords of databases and services are not among them. */
export function signingSecrets({ secrets, media }: Config): ReadonlyMap<string, string> {
  const known = [
    ...SECRETS.map(({ key, variable }) => [variable, secrets[key]] as const),
    ['MEDIA_SIZE_SECRET', media.sizeSecret] as const,
  ]
  return new Map(known.flatMap(([variable, secret]) => (secret === undefined ? [] : [[variable, secret] as const])))
}

export function missingSecrets({ secrets }: Config): readonly ProjectSecret[] {
  return SECRETS.filter(({ key }) => secrets[key] === undefined)
}

async function fromDotenv(config: Config): Promise<Config> {
  const found = await readDotenv(config.folder)
  const values = missingSecrets(config).flatMap(({ key, variable }) =>
    found[variable] ? [[key, found[variable]]] : [],
  )
  return deepFreeze({ ...config, secrets: { ...config.secrets, ...Object.fromEntries(values) } })
}

/** If content is already served, a generated secret would only hide that the right one is missing. */
async function mayMake({ folder, database, development }: Config): Promise<boolean> {
  const { strapiVersion } = await inspectProject(folder)
  if (strapiVersion !== undefined) return false
  return development || (database.client === 'sqlite' && !existsSync(database.filename))
}

function warnOf(config: Config, missing: readonly ProjectSecret[], note: (line: string) => void): Config {
  for (const { variable, loss } of missing) note(`${variable} is not set: ${loss}`)
  return config
}

/** A new file is readable only by its owner. Existing content stays as it is. */
async function appendTo(path: string, secrets: readonly ProjectSecret[]): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => '')
  const lines = secrets.map(({ variable }) => `${variable}=${randomBytes(BYTES).toString('base64url')}\n`)
  const start = before === '' || before.endsWith('\n') ? '' : '\n'
  await appendFile(path, start + lines.join(''), { mode: 0o600 })
}

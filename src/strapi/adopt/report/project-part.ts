/** What kind of project it is. */
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Config } from '../../../config/config.ts'
import type { ProjectPart } from '../adopt-report.ts'

export interface Manifest {
  readonly name?: unknown
  readonly dependencies?: Readonly<Record<string, unknown>>
  readonly devDependencies?: Readonly<Record<string, unknown>>
}

/** `package.json`, which the settings have read before: it exists and is valid. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  return JSON.parse(text.replace(/^\uFEFF/, '')) as Manifest
}

export function projectPart(config: Config, environment: string, manifest: Manifest): ProjectPart {
  const { folder, api } = config
  const { name, dependencies, devDependencies } = manifest
  const strapi = dependencies?.['@strapi/strapi'] ?? devDependencies?.['@strapi/strapi']
  return {
    folder,
    name: typeof name === 'string' && name !== '' ? name : basename(folder),
    strapi: String(strapi),
    language: existsSync(join(folder, 'tsconfig.json')) ? 'typescript' : 'javascript',
    environment,
    otherEnvironments: environments(folder).filter(name => name !== environment),
    installed: existsSync(join(folder, 'node_modules')),
    dialect: api.dialect,
    prefix: api.prefix,
  }
}

function environments(folder: string): readonly string[] {
  const place = join(folder, 'config', 'env')
  if (!existsSync(place)) return []
  const entries = readdirSync(place, { withFileTypes: true })
  return entries.flatMap(entry => (entry.isDirectory() ? [entry.name] : [])).sort()
}

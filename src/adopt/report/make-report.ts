/** Makes the report about a Strapi v4 project. Reads files and the database; changes neither. */
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { deepFreeze } from '../../config/deep-freeze.ts'
import type { AdoptReport, ProjectPart } from '../adopt-report.ts'
import { schemaPart, trySchema } from './schema-part.ts'

export async function makeReport(config: Config): Promise<AdoptReport> {
  const loaded = await trySchema(config)
  return deepFreeze<AdoptReport>({ version: 1, project: await projectPart(config.folder), schema: schemaPart(loaded) })
}

interface Manifest {
  readonly name?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

async function projectPart(folder: string): Promise<ProjectPart> {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  const { name, dependencies, devDependencies } = JSON.parse(text.replace(/^\uFEFF/, '')) as Manifest
  const strapi = dependencies?.['@strapi/strapi'] ?? devDependencies?.['@strapi/strapi'] ?? ''
  return { folder, name: name ?? basename(folder), strapi }
}

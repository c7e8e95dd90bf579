/** Makes the report about a Strapi v4 project. Reads files and the database; changes neither. */
import { deepFreeze } from '../../../config/deep-freeze.ts'
import { type ConfigInput, type GatheredSettings, gatherSettings } from '../../../config/load-config.ts'
import { StartError } from '../../../errors.ts'
import { VERSION } from '../../../util/version.ts'
import { readStrapiProject, type StrapiSettings } from '../../files/read-strapi-project.ts'
import type { AdoptReport } from '../adopt-report.ts'
import { codePart } from './code-part.ts'
import { databasePart, lookAtDatabase } from './database-part.ts'
import { expectedDifferences } from './expected-differences.ts'
import { findingsOf, verdictOf } from './findings.ts'
import { nextSteps } from './next-steps.ts'
import { pluginsPart } from './plugins-part.ts'
import { projectPart, readManifest } from './project-part.ts'
import { schemaPart, trySchema } from './schema-part.ts'
import { settingsPart } from './settings-part.ts'
import { settleSettings } from './settle-settings.ts'

/** Throws StartError if the folder is not a Strapi v4 project. */
export async function makeReport(input: ConfigInput): Promise<AdoptReport> {
  const gathered = await gatherSettings(input, readStrapiProject)
  checkIsStrapi(gathered)
  const { config, refusal, problems } = settleSettings(gathered)
  const { read: strapi, databaseSource, env } = gathered
  const loaded = await trySchema(config)
  const files = loaded instanceof StartError ? undefined : loaded.schema
  const looked = await lookAtDatabase(config, files, refusal)
  const content = looked.state === 'opened' ? looked.survey.content : undefined
  const manifest = await readManifest(config.folder)
  const client = String(gathered.settings.database?.client ?? clientInFile(gathered) ?? config.database.client)
  const database = databasePart(looked, { config, client, from: databaseSource })
  const settings = settingsPart(config, strapi, { problems, opensDatabase: refusal === undefined })
  const schema = schemaPart(loaded, content)
  const code = await codePart({ config, schema: files, database: input.flags?.database, env })
  const parts = {
    project: projectPart(config, env.NODE_ENV || 'development', manifest),
    schema,
    database,
    code,
    plugins: pluginsPart({
      ...{ folder: config.folder, manifest, config: strapi.files.plugins?.value, local: config.plugins, code },
      customFields: schema.customFields,
    }),
    settings,
    differences: files === undefined ? [] : expectedDifferences({ config, schema: files, database, settings }),
  }
  const findings = findingsOf(parts, config)
  const known = { verdict: verdictOf(findings), findings, ...parts }
  return deepFreeze<AdoptReport>({ version: 1, populus: VERSION, ...known, next: nextSteps(known) })
}

function checkIsStrapi({ project }: GatheredSettings): void {
  if (project.strapiVersion === 4) return
  const found =
    project.strapiVersion === undefined ? 'does not depend on @strapi/strapi' : `has version ${project.strapiVersion}`
  throw new StartError(`${project.folder} is not a Strapi v4 project`, [`its package.json ${found}`])
}

/** The client that the project names, even if it is one that cannot be opened. */
function clientInFile({ read: strapi }: GatheredSettings<StrapiSettings>): string | undefined {
  const { connection } = (strapi.files.database?.value ?? {}) as { connection?: { client?: unknown } }
  return typeof connection?.client === 'string' ? connection.client : undefined
}

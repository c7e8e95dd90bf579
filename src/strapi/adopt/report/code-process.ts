/**
 * The process that loads the code of a project for the report, started by `try-code.ts`. It is code of the project's owner:
 * it may end the process, keep it alive or never return. It gets a `CodeRequest` as its argument and sends the `CodePart`.
 */
import { gatherSettings } from '../../../config/load-config.ts'
import { loadProjectSchema } from '../../../schema/load/load-schema.ts'
import { readStrapiProject } from '../../files/read-strapi-project.ts'
import { findServerCode } from '../../run/guards/find-server-code.ts'
import { tryProject } from '../../run/try-project.ts'
import { codeEntries } from './code-entries.ts'
import { settleSettings } from './settle-settings.ts'
import type { CodeRequest, TriedCode } from './try-code.ts'

const { folder, database } = JSON.parse(process.argv[2]!) as CodeRequest
const { config } = settleSettings(
  await gatherSettings({ folder, flags: { database }, env: process.env }, readStrapiProject),
)
const { schema } = await loadProjectSchema(config)
const found = await findServerCode({ ...config, production: !config.development })
const { guards, closed, routes } = await tryProject(config, schema, found)
const tried: TriedCode = { part: codeEntries(guards, schema, config.api.prefix, closed), routes }
process.send!(tried, () => process.exit())

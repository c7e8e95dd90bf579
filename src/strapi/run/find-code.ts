/** The code of a Strapi project as the server runs it. A project without code does not pay for running it. */
import type { Config } from '../../config/config.ts'
import type { ProjectCode } from '../../extend/project-code.ts'
import type { Schema } from '../../schema/schema.ts'
import { judgeGuards } from './guards/closed-routes.ts'
import { findServerCode } from './guards/find-server-code.ts'

export async function findCode(config: Config, schema: Schema, runsTasks: boolean): Promise<ProjectCode | undefined> {
  const found = await findServerCode({ ...config, production: !config.development })
  const { code, report } = judgeGuards(found, { schema, prefix: config.api.prefix, ignore: config.adopt.ignore })
  // Plugins are listed in it, and have no code of the project.
  if (code.every(({ file }) => file === 'package.json')) {
    if (config.adopt.slugify === null) return reportOnly(report)
    const { slugifyAlone } = await import('./slugify/slugify-plugin.ts')
    return slugifyAlone(config, schema, report)
  }
  const { runProject } = await import('./run-project.ts')
  return runProject({ config, schema, found, runsTasks })
}

function reportOnly(report: readonly string[]): ProjectCode | undefined {
  return report.length === 0 ? undefined : { report, start: async () => undefined, stop: async () => undefined }
}

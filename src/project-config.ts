/** The settings of a project, of whatever kind. */
import type { Config } from './config/config.ts'
import { type ConfigInput, loadConfig } from './config/load-config.ts'
import { NOTHING_READ, type ProjectReader, refuseStrapi } from './config/project-reader.ts'
import { findStrapi } from './strapi-support.ts'

/** Throws one StartError with every problem in the settings. */
export function loadProjectConfig(input: ConfigInput): Promise<Config> {
  return loadConfig(input, readProject)
}

const readProject: ProjectReader = async (project, input) => {
  if (project.strapiVersion === undefined) return NOTHING_READ
  const read = (await findStrapi())?.readProject ?? refuseStrapi
  return read(project, input)
}

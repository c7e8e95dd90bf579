/** Code of the project, loaded only where there is some. */
import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import type { PanelModule } from '../extend/panel-module.ts'
import type { ProjectCode } from '../extend/project-code.ts'
import type { Schema } from '../schema/schema.ts'
import { strapiFor } from '../strapi-support.ts'
import { partPath } from '../util/project-parts.ts'
import type { AppOptions } from './app-options.ts'

/** The code of the project: that of a Strapi project, or its own folder of extensions. */
export async function loadProjectCode(config: Config, schema: Schema, options: AppOptions) {
  return options.code ?? (config.strapi ? strapiCode(config, schema, options) : ownCode(config, schema))
}

async function strapiCode(config: Config, schema: Schema, { runsTasks = true }: AppOptions) {
  return (await strapiFor(config.folder)).loadCode(config, schema, runsTasks)
}

/** Loaded only where there is something to load. */
async function ownCode(config: Config, schema: Schema): Promise<ProjectCode | undefined> {
  if (!existsSync(partPath(config.folder, 'ownCode'))) return undefined
  const { loadOwnCode } = await import('../extend/own-code.ts')
  return loadOwnCode(config, schema)
}

/** What the project adds to the admin panel. */
export async function loadPanelPart({ folder }: Config): Promise<PanelModule | undefined> {
  if (!existsSync(partPath(folder, 'ownCode'))) return undefined
  const { loadPanelModule } = await import('../extend/panel-module.ts')
  return loadPanelModule(folder)
}

/** The first half of running a project: its files are loaded, with a `strapi` that is not connected to a server yet. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type Koa from 'koa'
import type { Context } from 'koa'
import type { Config } from '../../config/config.ts'
import { readDotenv } from '../../config/sources/read-dotenv.ts'
import type { Schema } from '../../schema/schema.ts'
import { type CronTasks, createCron } from './cron.ts'
import { createLifecycles, type Lifecycles } from './entities/lifecycles.ts'
import { createEventHub } from './event-hub.ts'
import { ignoredFile } from './load/ignored-file.ts'
import { type LoadedCode, loadCode } from './load/load-code.ts'
import { createModuleLoader, type ModuleLoader } from './load/module-loader.ts'
import { Outcomes } from './load/outcomes.ts'
import { pluginsOf } from './load/plugin-config.ts'
import { providedModules } from './load/provided-modules.ts'
import { loadStrapiSettings } from './project-settings.ts'
import type { CoreParts } from './requests/core-controller.ts'
import { createFactories } from './requests/factories.ts'
import { createKoaApp } from './requests/koa-app.ts'
import { createStrapiServer, type StrapiServer } from './requests/strapi-server.ts'
import { strapiModels } from './strapi-models.ts'
import { createStrapiObject, type StrapiObject } from './strapi-object.ts'
import type { StrapiModels, StrapiPlugins, StrapiSettings } from './strapi-types.ts'

export interface LoadedProject {
  readonly object: StrapiObject
  readonly models: StrapiModels
  readonly lifecycles: Lifecycles
  readonly loader: ModuleLoader
  readonly code: LoadedCode
  /** The project's own. */
  readonly plugins: StrapiPlugins
  readonly settings: StrapiSettings
  readonly outcomes: Outcomes
  readonly app: Koa
  readonly server: StrapiServer
  readonly cron: CronTasks
  /** The context of the request that is being answered. */
  readonly requests: AsyncLocalStorage<Context>
  /** Set by the second half. */
  readonly later: {
    core?: CoreParts
    isOurs?: () => Promise<boolean>
    failed?: (error: unknown, task: string) => void
  }
}

export async function loadProject(config: Config, schema: Schema): Promise<LoadedProject> {
  const { folder, adopt, limits } = config
  await completeEnvironment(folder)
  const models = strapiModels(schema)
  const later: LoadedProject['later'] = {}
  const requests = new AsyncLocalStorage<Context>()
  const app = createKoaApp({ proxy: config.server.trustProxy.length > 0, limits })
  const server = createStrapiServer(app)
  const cron = createCron({
    strapi: () => object.strapi,
    isOurs: async () => (await later.isOurs?.()) ?? true,
    failed: (error, task) => later.failed?.(error, task),
  })
  const events = createEventHub()
  const requestContext = { get: () => requests.getStore() }
  const object = createStrapiObject({ folder, models, cron, server: server.server, requestContext, events })
  const factories = createFactories(object.strapi, () => later.core!)
  const provided = providedModules({ folder, factories, entities: () => later.core!.entities })
  const loader = createModuleLoader({ folder, strapi: object.strapi, provided })
  // Packages, and files that hide the name, find it here. With several servers in one process, the last one is meant.
  Object.assign(globalThis, { strapi: object.strapi })
  const { settings, failed } = await loadStrapiSettings(config, loader)
  object.configure(settings)
  const outcomes = new Outcomes(
    adopt.ignore,
    config.plugins.map(({ file }) => file),
  )
  const code = await loadCode(loader, config, file =>
    outcomes.isIgnored(file) ? ignoredFile(file, factories, models) : undefined,
  )
  for (const [file, problem] of [...failed, ...code.failed]) outcomes.fail(file, problem)
  const plugins = pluginsOf(code.plugins, settings, (file, problem) => outcomes.fail(file, problem))
  const lifecycles = createLifecycles(models, events)
  const loaded = { object, models, lifecycles, loader, code, plugins, settings, outcomes }
  return { ...loaded, app, server, cron, requests, later }
}

/** As Strapi does: code reads the variables of `.env` from the environment of the process, which wins. */
async function completeEnvironment(folder: string): Promise<void> {
  for (const [name, value] of Object.entries(await readDotenv(folder))) process.env[name] ??= value
}

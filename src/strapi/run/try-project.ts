/** Which files of a project would run. They are loaded, and looked at for calls that do not exist. Of their functions, only extensions of plugins are called. */
import type { Config } from '../../config/config.ts'
import type { ContentContext } from '../../content/content-context.ts'
import { WIRE_DIALECTS } from '../../plan/wire-dialect.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Guards } from './guards/closed-routes.ts'
import type { FoundCode } from './guards/find-server-code.ts'
import { registerCode } from './load/register-code.ts'
import { loadProject } from './load-project.ts'
import { ANYTHING } from './no-server.ts'
import {
  type CollectedEndpoints,
  type CustomRoute,
  collectEndpoints,
  customRoutes,
} from './requests/collect-endpoints.ts'
import { connect, extend, judgeProject } from './run-project.ts'

export interface TriedProject {
  readonly guards: Guards
  /** Routes of the project whose controller, policy or middleware does not run. */
  readonly closed: CollectedEndpoints['closed']
  /** What the code answers itself, below the prefix of the API. */
  readonly routes: readonly CustomRoute[]
}

export async function tryProject(config: Config, schema: Schema, found: FoundCode): Promise<TriedProject> {
  const project = await loadProject(config, schema)
  const { object, outcomes, code, loader, models, lifecycles, settings } = project
  const host = {
    config,
    schema,
    content: { schema, database: ANYTHING, dialect: WIRE_DIALECTS[config.api.dialect] } as unknown as ContentContext,
    users: ANYTHING,
    media: ANYTHING,
    authenticate: ANYTHING,
    administrator: ANYTHING,
    models,
    lifecycles,
    settings,
    log: ANYTHING,
    currentRequest: () => undefined,
    strapi: () => object.strapi,
  }
  const plugins = connect(project, host)
  outcomes.findMissing(config.folder, code, loader, object.strapi)
  const { prefix } = config.api
  const isRefused = (file: string) => outcomes.isRefused(file)
  registerCode({ code, registries: object.registries, models, isRefused })
  const extensions = await extend(project, { config }, plugins)
  const { endpoints, closed } = collectEndpoints(
    { host, strapi: object.strapi, loader },
    { code, extensions, routers: [], isRefused, prefix },
  )
  const routes = customRoutes(endpoints, schema, prefix)
  return { guards: await judgeProject(project, { config, schema, found }), closed, routes }
}

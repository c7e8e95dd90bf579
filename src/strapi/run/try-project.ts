/** Which files of a project would run. They are loaded, and looked at for calls that do not exist; nothing is called. */
import type { Config } from '../../config/config.ts'
import type { ContentContext } from '../../content/content-context.ts'
import { WIRE_DIALECTS } from '../../plan/wire-dialect.ts'
import type { Schema } from '../../schema/schema.ts'
import { type Guards, judgeGuards } from './guards/closed-routes.ts'
import type { FoundCode } from './guards/find-server-code.ts'
import { registerCode } from './load/register-code.ts'
import { loadProject } from './load-project.ts'
import { type CollectedEndpoints, collectEndpoints } from './requests/collect-endpoints.ts'
import { connect } from './run-project.ts'

export interface TriedProject {
  readonly guards: Guards
  /** Routes of the project whose controller, policy or middleware does not run. */
  readonly closed: CollectedEndpoints['closed']
}

export async function tryProject(config: Config, schema: Schema, found: FoundCode): Promise<TriedProject> {
  const project = await loadProject(config, schema)
  const { object, outcomes, code, loader, models, lifecycles, settings } = project
  const host = {
    config,
    schema,
    content: { schema, database: NO_SERVER, dialect: WIRE_DIALECTS[config.api.dialect] } as unknown as ContentContext,
    users: NO_SERVER,
    media: NO_SERVER,
    authenticate: NO_SERVER,
    models,
    lifecycles,
    settings,
    log: NO_SERVER,
    currentRequest: () => undefined,
    strapi: () => object.strapi,
  }
  connect(project, host)
  outcomes.findMissing(config.folder, code, loader, object.strapi)
  const { prefix } = config.api
  const isRefused = (file: string) => outcomes.isRefused(file)
  registerCode({ code, registries: object.registries, models, isRefused })
  const { closed } = collectEndpoints(
    { host, strapi: object.strapi, loader },
    { code, extensions: [], routers: [], isRefused, prefix },
  )
  const guards = judgeGuards(found, { schema, prefix, ignore: config.adopt.ignore }, file => outcomes.of(file))
  return { guards, closed }
}

/** Only the names of what `strapi` offers are asked for, so that what would answer may be anything. */
const NO_SERVER: never = new Proxy(() => NO_SERVER, {
  get: (_, name) => (name === Symbol.iterator ? () => [][Symbol.iterator]() : NO_SERVER),
}) as unknown as never

/** Which files of a project would run. They are loaded, and looked at for calls that do not exist; nothing is called. */
import type { Config } from '../config/config.ts'
import type { Schema } from '../schema/schema.ts'
import { type Guards, judgeGuards } from './guards/closed-routes.ts'
import type { FoundCode } from './guards/find-server-code.ts'
import { loadProject } from './load-project.ts'
import { connect } from './run-project.ts'
import type { Loose } from './strapi-types.ts'

export async function tryProject(config: Config, schema: Schema, found: FoundCode): Promise<Guards> {
  const project = await loadProject(config, schema)
  const { object, outcomes, code, loader, models, lifecycles, settings } = project
  connect(project, {
    config,
    schema,
    content: { schema, database: NO_SERVER } as Loose,
    users: NO_SERVER,
    media: NO_SERVER,
    authenticate: NO_SERVER,
    models,
    lifecycles,
    settings,
    log: NO_SERVER,
    currentRequest: () => undefined,
    strapi: () => object.strapi,
  })
  outcomes.findMissing(config.folder, code, loader, object.strapi)
  const { prefix } = config.api
  return judgeGuards(found, { schema, prefix, ignore: config.adopt.ignore }, file => outcomes.of(file))
}

/** Only the names of what `strapi` offers are asked for, so that what would answer may be anything. */
const NO_SERVER: Loose = new Proxy(() => NO_SERVER, {
  get: (_, name) => (name === Symbol.iterator ? () => [][Symbol.iterator]() : NO_SERVER),
})

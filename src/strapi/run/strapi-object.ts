/** The `strapi` that a project's code sees. What it does not have throws an error that names the call. */
import type { Context } from 'koa'
import { projectFetch } from '../../outgoing/project-fetch.ts'
import { Registry } from './code-registry.ts'
import { NotSupportedError, onlyMembers } from './entities/not-supported.ts'
import type { EventHub } from './event-hub.ts'
import { ownMember } from './own-member.ts'
import { findModel } from './strapi-models.ts'
import { createApiObjects, createPluginObject } from './strapi-plugin.ts'
import type {
  Loose,
  Strapi,
  StrapiEntities,
  StrapiLog,
  StrapiModels,
  StrapiPlugins,
  StrapiSettings,
} from './strapi-types.ts'

/** Complete in two steps: files are loaded with the first, and run with both. */
export interface StrapiObject {
  readonly strapi: Strapi
  readonly registries: StrapiRegistries
  /** Files that are loaded may ask for settings. */
  configure(settings: StrapiSettings): void
  /** What needs the running server. */
  connect(parts: ConnectedParts): void
}

export interface StrapiRegistries {
  readonly controllers: Registry
  readonly services: Registry
  readonly policies: Registry
  readonly middlewares: Registry
}

export interface ConnectedParts {
  readonly entities: StrapiEntities
  readonly plugins: StrapiPlugins
  readonly log: StrapiLog
  readonly settings: StrapiSettings
}

export interface StrapiObjectInput {
  readonly folder: string
  readonly models: StrapiModels
  readonly cron: object
  readonly server: object
  readonly requestContext: { get(): Context | undefined }
  readonly events: EventHub
}

export function createStrapiObject(input: StrapiObjectInput): StrapiObject {
  const { models } = input
  const registries = createRegistries(() => strapi)
  const { controllers, services, policies, middlewares } = registries
  const members: Loose = {
    ...LATER,
    isLoaded: false,
    EE: false,
    dirs: directories(input.folder),
    cron: input.cron,
    server: input.server,
    requestContext: input.requestContext,
    eventHub: input.events.object,
    telemetry: { send: async () => false },
    startupLogger: {},
    customFields: { register: () => undefined },
    plugins: {},
    contentTypes: models.contentTypes,
    components: models.components,
    contentType: (uid: string) => ownMember(models.contentTypes, uid),
    getModel: (uid: string) => findModel(models, uid),
    service: (uid: string) => services.get(uid),
    controller: (uid: string) => controllers.get(uid),
    policy: (uid: string) => policies.get(uid),
    middleware: (uid: string) => middlewares.get(uid),
    plugin: (name: string) => ownMember(members.plugins, name),
    query: (uid: string) => members.db.query(uid),
    fetch: projectFetch,
    hook: (name: string) => {
      throw new NotSupportedError(`strapi.hook('${name}')`)
    },
    container: { get: (name: string) => containerOf(name, registries) },
    stop: () => process.exit(1),
  }
  for (const name of ['services', 'controllers', 'policies', 'middlewares'] as const) {
    Object.defineProperty(members, name, { enumerable: true, get: () => registries[name].getAll() })
  }
  Object.defineProperty(members, 'api', { enumerable: true, get: () => createApiObjects({ registries, models }) })
  const strapi: Strapi = onlyMembers(members, 'strapi')
  return {
    strapi,
    registries,
    configure: settings => {
      members.config = settings
    },
    connect: ({ entities, plugins, log, settings }) => {
      const { entityService, db, store, sanitize, validate } = entities
      Object.assign(members, { entityService, db, store, log, config: settings })
      members.contentAPI = { sanitize: sanitize?.contentAPI, validate: validate?.contentAPI }
      for (const [name, plugin] of Object.entries(plugins)) {
        members.plugins[name] = createPluginObject({ name, plugin, registries, settings, models })
      }
    },
  }
}

/** They exist once the server runs. Files that use them while they are loaded fail in Strapi, too. */
const LATER = { entityService: undefined, db: undefined, store: undefined, log: undefined, config: undefined }

function createRegistries(strapi: () => Strapi): StrapiRegistries {
  const made = (value: unknown) => (typeof value === 'function' ? value({ strapi: strapi() }) : value)
  return {
    controllers: new Registry(made),
    services: new Registry(made),
    policies: new Registry(),
    middlewares: new Registry(),
  }
}

function containerOf(name: string, registries: StrapiRegistries): Registry {
  const found = ownMember(registries as unknown as Record<string, Registry>, name)
  if (found === undefined) throw new NotSupportedError(`strapi.container.get('${name}')`)
  return found
}

function directories(folder: string): object {
  const below = (root: string) => ({
    root,
    ...Object.fromEntries(
      ['api', 'components', 'extensions', 'policies', 'middlewares'].map(name => [name, `${root}/src/${name}`]),
    ),
    src: `${root}/src`,
    config: `${root}/config`,
  })
  return { app: below(folder), dist: below(folder), static: { public: `${folder}/public` }, public: `${folder}/public` }
}

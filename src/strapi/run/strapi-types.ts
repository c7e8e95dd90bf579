/**
 * What the parts of the adapter hand each other. `run-project.ts` makes a `StrapiHost` and asks `entities/` and `plugins/`
 * for their parts; `strapi-object.ts` puts them together as the `strapi` that a project's code sees.
 */
import type { Context } from 'koa'
import type { Config } from '../../config/config.ts'
import type { ContentContext } from '../../content/content-context.ts'
import type { ContentHooks } from '../../content/content-hooks.ts'
import type { ProjectServices } from '../../extend/project-code.ts'
import type { Authenticator, Caller } from '../../identity/access/authenticate.ts'
import type { UsersContext } from '../../identity/users/users-context.ts'
import type { MediaContext } from '../../media/media-context.ts'
import type { Schema } from '../../schema/schema.ts'

/**
 * An object of the project's own code, or one that it is given: nothing is known about its members. Only for files that
 * touch such objects; `test/strapi/loose-files.test.ts` lists them.
 */
// biome-ignore lint/suspicious/noExplicitAny: the project's code is not typed
export type Loose = any

declare module 'koa' {
  /** As `koa-body` does it. */
  interface Request {
    body?: unknown
    files?: Readonly<Record<string, unknown>>
    rawBody?: string
  }
  interface Response {
    /** Whether somebody has set a status. */
    readonly _explicitStatus?: boolean
  }
}

/** `strapi`, as the parts of the adapter ask it. What the project has put into it is not typed. */
export interface Strapi {
  readonly config: StrapiSettings
  readonly plugins: object
  readonly entityService: StrapiEntities['entityService']
  readonly db: StrapiEntities['db']
  contentType(uid: string): StrapiModel | undefined
  controller(uid: string): Loose
  service(uid: string): Loose
  policy(uid: string): Loose
  middleware(uid: string): Loose
}

/** The running server, as `entities/` and `plugins/` see it. */
export interface StrapiHost {
  readonly config: Config
  readonly schema: Schema
  readonly content: ContentContext
  readonly users: UsersContext
  readonly media: MediaContext
  readonly authenticate: Authenticator
  readonly administrator: ProjectServices['administrator']
  readonly models: StrapiModels
  readonly lifecycles: Lifecycles
  readonly settings: StrapiSettings
  readonly log: StrapiLog
  /** The Koa context of the request that is being answered, if any: who writes is asked there. */
  currentRequest(): Context | undefined
  /** For parts that call services which the project may have replaced. Complete only when the project has been loaded. */
  strapi(): Strapi
}

/** A content type or component, as `strapi.contentType(uid)` gives it. */
export interface StrapiModel {
  readonly uid: string
  readonly modelType: 'contentType' | 'component'
  readonly modelName: string
  readonly kind?: 'collectionType' | 'singleType'
  readonly collectionName: string
  readonly globalId: string
  /** Of a content type of the project. */
  readonly apiName?: string
  /** Of a built-in content type. */
  readonly plugin?: string
  /** Of a component. */
  readonly category?: string
  readonly info: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
  readonly pluginOptions: Readonly<Record<string, unknown>>
  /** As in the file, with `createdAt`, `updatedAt`, `publishedAt`, `createdBy`, `updatedBy`, `locale` and `localizations`. */
  readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface StrapiModels {
  readonly contentTypes: Readonly<Record<string, StrapiModel>>
  readonly components: Readonly<Record<string, StrapiModel>>
}

/** `strapi.config` */
export interface StrapiSettings {
  get(path: string, fallback?: unknown): unknown
  set(path: string, value: unknown): StrapiSettings
  has(path: string): boolean
}

/** `strapi.log`; lines end up in the server's log. */
export type StrapiLog = Readonly<
  Record<'error' | 'warn' | 'info' | 'http' | 'verbose' | 'debug' | 'silly', (...parts: readonly unknown[]) => void>
>

/** `ctx.state.auth`. `sanitize` and `validate` get it from the project's code, and take the caller out of it. */
export interface StrapiAuth {
  readonly strategy: { readonly name: string }
  readonly credentials: unknown
  readonly ability: { can(action: string): boolean }
  readonly [CALLER]: Caller
}

export const CALLER: unique symbol = Symbol('caller')

/**
 * Who listens to what the database does. Made first, by `createLifecycles(models)` in `entities/`, because the
 * `ContentContext` is made with its `hooks`; the listeners are added when the project's code has been loaded.
 */
export interface Lifecycles {
  /** For `ContentContext.hooks`: whatever writes through the core runs the same listeners. */
  readonly hooks: ContentHooks
  /** `strapi.db.lifecycles.subscribe`: a function for all events, or an object with `models` and functions by event. */
  subscribe(subscriber: unknown): () => void
  /** Whether anybody listens to reads of a type: core actions then take the path through objects. */
  readsAreHeard(uid: string): boolean
}

/** Made by `createEntities(host)` in `entities/`. */
export interface StrapiEntities {
  /** `strapi.entityService` */
  readonly entityService: Loose
  /** `strapi.db` with `query`, `lifecycles`, `transaction`, `metadata`. */
  readonly db: Loose
  /** `strapi.store` */
  readonly store: Loose
  /** As `@strapi/utils` has it: `contentAPI.{input, output, query}(data, model, { auth })`. */
  readonly sanitize: Loose
  /** As `@strapi/utils` has it: `contentAPI.{input, query}(data, model, { auth })`; throws ValidationError. */
  readonly validate: Loose
  /** `{ data, meta }` of an entity or a list, by the model's attributes. */
  transformResponse(resource: unknown, meta: unknown, model: StrapiModel): unknown
}

/** One of `users-permissions`, `upload`, `email`, `i18n`. Made by `createPlugins(host, entities)` in `plugins/`. */
export interface PluginParts {
  readonly services: Readonly<Record<string, Loose>>
  /** `strapi.plugin(name).config(path)`: what is set in `config/plugins`, over the plug-in's defaults. */
  readonly config: Readonly<Record<string, unknown>>
  /** As code describes them. */
  readonly routes?: unknown
}

export type StrapiPlugins = Readonly<Record<string, PluginParts>>

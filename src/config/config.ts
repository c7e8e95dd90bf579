/** The settings of a running server, frozen after loading. No other code reads the environment. */
import { type CompleteSettings, complete } from './settings/settings.ts'

export type Limits = CompleteSettings['limits']
export type AdminConfig = CompleteSettings['admin']
export type UsersConfig = CompleteSettings['users']
/** How often an address or account may try to sign in, register and reset a password. Each route counts separately. */
export type RateLimitConfig = CompleteSettings['rateLimit']
/** What is kept between requests. */
export type CacheConfig = CompleteSettings['cache']
/** Uploaded files: where they are kept, and what is made of them. */
export type MediaConfig = CompleteSettings['media']
export type ApiConfig = Omit<CompleteSettings['api'], 'dialect'> & { readonly dialect: 'document' | 'strapi4' }

export type DatabaseConfig =
  | {
      readonly client: 'sqlite'
      /** Path of the file, or `:memory:`. */
      readonly filename: string
    }
  | {
      readonly client: 'postgres'
      /** May name several hosts, one of which accepts writes. */
      readonly url: string
      /** Where to listen for changes if not at `url`: past a pooler. */
      readonly listenUrl?: string | undefined
      /** Servers that follow the one at `url` and may answer reads. */
      readonly replicas?: readonly string[] | undefined
      /** Most connections at the same time, to each server. */
      readonly pool: number
      /** Accept only encrypted connections. */
      readonly ssl: boolean
      /** The schema that holds the content's tables. */
      readonly schema: string
      /** Time zone of stored date-times: the one of the process that wrote them. */
      readonly timezone: string
    }

export interface EmailConfig {
  /** The sender: `Blog <blog@example.org>`. */
  readonly from: string | undefined
  /** Where replies go, if not to the sender. */
  readonly replyTo: string | undefined
  /** The server that accepts mail; `null` if there is none. */
  readonly smtp: SmtpConfig | null
}

export type SmtpConfig =
  | { readonly url: string }
  | {
      readonly host: string
      readonly port: number
      /** Encrypted from the first byte; otherwise as soon as the server offers it. */
      readonly secure: boolean
      readonly username: string | undefined
      readonly password: string | undefined
    }

/** A plugin among the project's own files, with code for the server. */
export interface LocalPlugin {
  /** Its key in `config/plugins`. */
  readonly name: string
  /** Where its code begins, below the project folder: `src/plugins/todo/strapi-server.js`. */
  readonly file: string
  readonly types: readonly PluginType[]
}

/** A content type that the code of a plugin brings along. */
export interface PluginType {
  /** `plugin::todo.task` */
  readonly uid: string
  /** For messages. */
  readonly file: string
  /** What a schema file would contain. */
  readonly content: Readonly<Record<string, unknown>>
}

/** See `settings-schema.ts` for the meaning of each member. */
export interface Config extends Omit<CompleteSettings, 'database' | 'api' | 'email'> {
  /** Absolute path of the project folder. */
  readonly folder: string
  readonly database: DatabaseConfig
  readonly api: ApiConfig
  readonly email: EmailConfig
  /** The project is a Strapi v4 project. */
  readonly strapi: boolean
  /** Those of the project's own files that are switched on. */
  readonly plugins: readonly LocalPlugin[]
  /** A database that does not exist is created. In a Strapi project, it more likely has a wrong address. */
  readonly mayCreate: boolean
  /** True when NODE_ENV is not `production`. */
  readonly development: boolean
}

const defaults = complete({})

export const DEFAULT_LIMITS: Limits = Object.freeze(defaults.limits)
export const DEFAULT_CACHE: CacheConfig = Object.freeze(defaults.cache)
export const DEFAULT_ADMIN: AdminConfig = Object.freeze(defaults.admin)
export const DEFAULT_API: ApiConfig = Object.freeze({ ...defaults.api, dialect: 'document' })
export const DEFAULT_MEDIA: MediaConfig = Object.freeze(defaults.media)
export const DEFAULT_USERS: UsersConfig = Object.freeze(defaults.users)
export const DEFAULT_RATE_LIMIT: RateLimitConfig = Object.freeze(defaults.rateLimit)

/** The settings of a server: one type, one object of defaults. Frozen after loading; nobody else reads the environment. */

export interface Limits {
  /** Longest query string, in bytes. */
  readonly queryLength: number
  /** Most parameters in a query string. */
  readonly parameters: number
  /** Most items in one list (`fields`, `$in`, `sort`, ...). */
  readonly listLength: number
  /** Most relations, media, components and zones populated by one query. */
  readonly populateNodes: number
  /** Most conditions in the filters of one query. */
  readonly filterTerms: number
  /** Most brackets in one parameter, beside those of populated levels. */
  readonly queryDepth: number
  /** Most relations, media and components that one filter or sort key follows. */
  readonly relationHops: number
  /** Most relations to many entries that one sort key follows. */
  readonly toManySortHops: number
  /** Most sort keys that are attributes of related entries. */
  readonly relatedSortKeys: number
  /** Most entries in one answer, those of all levels together. */
  readonly answerEntries: number
  /** Longest answer, in bytes. */
  readonly answerLength: number
  /** Largest JSON body, in bytes. */
  readonly bodySize: number
  /** Most lists and objects inside one another in a body. */
  readonly bodyDepth: number
  /** Longest time for one statement, in milliseconds. */
  readonly statementTimeout: number
}

export type DatabaseConfig =
  | {
      readonly client: 'sqlite'
      /** Path of the file, or `:memory:`. */
      readonly filename: string
    }
  | {
      readonly client: 'postgres'
      readonly url: string
      /** Most connections at the same time. */
      readonly pool: number
      /** Accept only encrypted connections. */
      readonly ssl: boolean
      /** The schema that holds the content's tables. */
      readonly schema: string
      /** Time zone of the stored date-times: that of the process which wrote them. */
      readonly timezone: string
    }

export interface ApiConfig {
  /** Which reading of the wire format is served: `document` (new projects) or `strapi4` (opened Strapi v4 projects). */
  readonly dialect: 'document' | 'strapi4'
  /** Path in front of all content routes. */
  readonly prefix: string
  /** Page size when the query names none. */
  readonly defaultLimit: number
  /** Largest page size. */
  readonly maxLimit: number
  /** Whether lists carry their total unless the query says otherwise. */
  readonly withCount: boolean
  /** Attributes hidden in every content type. */
  readonly privateAttributes: readonly string[]
}

export interface AdminConfig {
  /** A session that was not used for so long has ended, in minutes. */
  readonly idleMinutes: number
  /** A session that was begun so long ago has ended, in minutes. */
  readonly sessionMinutes: number
}

export interface UsersConfig {
  /** How long a user's token lasts, in seconds. */
  readonly tokenLifetime: number
  /** The fields that a registration may set beside username, email and password; `null` for all that are not protected. */
  readonly registerFields: readonly string[] | null
}

/** How often an address or an account may try to sign in, to register and to reset a password; each route counts apart. */
export interface RateLimitConfig {
  readonly enabled: boolean
  /** The time in which attempts are counted, in milliseconds. */
  readonly interval: number
  /** Most attempts from one address. */
  readonly perAddress: number
  /** Most attempts on one account, from all addresses together. */
  readonly perIdentifier: number
}

/** What is kept between requests. */
export interface CacheConfig {
  /** Whether answers are kept. */
  readonly responses: boolean
  /** Room for them, in bytes. */
  readonly size: number
  /** Whether kept answers are compressed for clients that take it. */
  readonly compress: boolean
  /** Whether totals are kept. */
  readonly totals: boolean
  /** PostgreSQL: whether every writer announces what it changes, so that other transactions are nothing to us. */
  readonly announcedOnly: boolean
  /** The `Cache-Control` of answers to callers without credentials, by the uid of the type; `*` for all others. */
  readonly control: Readonly<Record<string, string>>
}

export interface EmailConfig {
  /** The sender: `Blog <blog@example.org>`. */
  readonly from: string | undefined
  /** The server that takes the mails; `null` where there is none. */
  readonly smtp: SmtpConfig | null
}

export type SmtpConfig =
  | { readonly url: string }
  | {
      readonly host: string
      readonly port: number
      /** Encrypted from the first byte on; otherwise as soon as the server offers it. */
      readonly secure: boolean
      readonly username: string | undefined
      readonly password: string | undefined
    }

export interface Config {
  /** The project's folder, absolute. */
  readonly folder: string
  readonly host: string
  readonly port: number
  readonly server: {
    /** The address by which others reach the server, for the links in mails; made from host and port when absent. */
    readonly url: string | undefined
    /** Addresses of proxies whose `X-Forwarded-For` is believed. */
    readonly trustProxy: readonly string[]
    /** How many processes answer requests. */
    readonly workers: number
  }
  readonly database: DatabaseConfig
  readonly api: ApiConfig
  readonly limits: Limits
  readonly cache: CacheConfig
  readonly cors: {
    /** Origins that browsers may call from; `*` for any (then without credentials). */
    readonly origin: readonly string[] | '*'
  }
  readonly users: UsersConfig
  readonly rateLimit: RateLimitConfig
  readonly email: EmailConfig
  readonly secrets: {
    /** Signs the users' JWTs (`JWT_SECRET`). */
    readonly jwt: string | undefined
    /** Hashes API tokens (`API_TOKEN_SALT`). */
    readonly apiTokenSalt: string | undefined
    /** Hashes the sessions of administrators (`ADMIN_JWT_SECRET`). */
    readonly admin?: string | undefined
  }
  readonly admin: AdminConfig
  readonly metrics: {
    /** Whether `/metrics` is there. */
    readonly enabled: boolean
    /** Whoever knows it may read them; when absent, only the machine itself may. */
    readonly token: string | undefined
  }
  readonly log: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** True when NODE_ENV is not `production`. */
  readonly development: boolean
}

export const DEFAULT_LIMITS: Limits = Object.freeze({
  queryLength: 16 * 1024,
  parameters: 1000,
  listLength: 1000,
  populateNodes: 200,
  filterTerms: 200,
  queryDepth: 500,
  relationHops: 20,
  toManySortHops: 3,
  relatedSortKeys: 20,
  answerEntries: 50_000,
  answerLength: 32 * 1024 * 1024,
  bodySize: 1024 * 1024,
  bodyDepth: 100,
  statementTimeout: 10_000,
})

export const DEFAULT_CACHE: CacheConfig = Object.freeze({
  responses: true,
  size: 24 * 1024 * 1024,
  compress: true,
  totals: true,
  announcedOnly: false,
  control: {},
})

export const DEFAULT_ADMIN: AdminConfig = Object.freeze({ idleMinutes: 12 * 60, sessionMinutes: 7 * 24 * 60 })

export const DEFAULT_API: ApiConfig = Object.freeze({
  dialect: 'document',
  prefix: '/api',
  defaultLimit: 25,
  maxLimit: 100,
  withCount: true,
  privateAttributes: [],
})

export const DEFAULT_USERS: UsersConfig = Object.freeze({ tokenLifetime: 30 * 24 * 60 * 60, registerFields: null })

export const DEFAULT_RATE_LIMIT: RateLimitConfig = Object.freeze({
  enabled: true,
  interval: 60_000,
  perAddress: 10,
  perIdentifier: 50,
})

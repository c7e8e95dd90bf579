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
  /** Largest JSON body, in bytes. */
  readonly bodySize: number
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

export interface Config {
  /** The project's folder, absolute. */
  readonly folder: string
  readonly host: string
  readonly port: number
  readonly database: DatabaseConfig
  readonly api: ApiConfig
  readonly limits: Limits
  readonly cors: {
    /** Origins that browsers may call from; `*` for any (then without credentials). */
    readonly origin: readonly string[] | '*'
  }
  readonly secrets: {
    /** Signs the users' JWTs (`JWT_SECRET`). */
    readonly jwt: string | undefined
    /** Hashes API tokens (`API_TOKEN_SALT`). */
    readonly apiTokenSalt: string | undefined
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
  bodySize: 1024 * 1024,
  statementTimeout: 10_000,
})

export const DEFAULT_API: ApiConfig = Object.freeze({
  dialect: 'document',
  prefix: '/api',
  defaultLimit: 25,
  maxLimit: 100,
  withCount: true,
  privateAttributes: [],
})

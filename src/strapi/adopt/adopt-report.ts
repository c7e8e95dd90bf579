/**
 * What is known about a Strapi v4 project before it is served: a frozen value that is made once and shown as text, HTML or
 * JSON. `docs/reference/adopt-report.md` describes the JSON form.
 */

export interface AdoptReport {
  /** Grows when a member is removed or changes its meaning. */
  readonly version: 1
  /** The version of Populus that made it. */
  readonly populus: string
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  readonly project: ProjectPart
  readonly schema: SchemaPart
  readonly database: DatabasePart
  readonly code: CodePart
  readonly plugins: readonly PluginEntry[]
  readonly settings: SettingsPart
  readonly differences: readonly DifferenceEntry[]
  readonly next: readonly NextStep[]
}

/**
 * - `ready`: everything that the project has is served.
 * - `partly`: it starts, and the findings say what is closed or missing.
 * - `blocked`: it does not start until the findings that block are solved.
 */
export type Verdict = 'ready' | 'partly' | 'blocked'

export const FINDING_KINDS = ['schema', 'settings', 'database', 'code', 'plugins'] as const

export type FindingKind = (typeof FINDING_KINDS)[number]

/** A reason for which the report is not `ready`. */
export interface Finding {
  readonly kind: FindingKind
  /** The server does not start because of it. */
  readonly blocks: boolean
  readonly what: string
  readonly advice: string
}

export interface ProjectPart {
  readonly folder: string
  readonly name: string
  /** The version range of `@strapi/strapi` in `package.json`. */
  readonly strapi: string
  readonly language: 'javascript' | 'typescript'
  /** `NODE_ENV`, which selects `config/env/<name>`. */
  readonly environment: string
  /** The other folders in `config/env`. */
  readonly otherEnvironments: readonly string[]
  /** Whether `node_modules` exists. */
  readonly installed: boolean
  readonly dialect: 'document' | 'strapi4'
  /** The path in front of the content API. */
  readonly prefix: string
}

export interface SchemaPart {
  /** The project's own types, and the built-in ones that hold users and files. */
  readonly types: readonly TypeEntry[]
  readonly components: readonly ComponentEntry[]
  readonly customFields: readonly CustomFieldEntry[]
  /** Why the schema cannot be loaded. */
  readonly problems: readonly string[]
  /** Oddities that do not prevent a start. */
  readonly warnings: readonly string[]
}

export interface TypeEntry {
  readonly uid: string
  readonly kind: 'collection' | 'single' | 'built-in'
  readonly table: string
  readonly attributes: number
  readonly draftAndPublish: boolean
  readonly localized: boolean
  /** `null` if the database was not opened, or has no such table. */
  readonly rows: RowsEntry | null
}

export interface RowsEntry {
  readonly entries: number
  /** `null` for a type without draft and publish. */
  readonly drafts: number | null
  /** In how many locales there are entries; `null` for a type without translations. */
  readonly locales: number | null
}

export interface ComponentEntry {
  readonly uid: string
  readonly attributes: number
}

export interface CustomFieldEntry {
  /** `api::article.article, color` */
  readonly place: string
  /** `plugin::color-picker.color` */
  readonly field: string
  readonly readAs: string
  /** What says so: the column in the database, or what is known about the plugin. Otherwise it is assumed. */
  readonly decidedBy: 'column' | 'plugin' | 'assumption'
}

export interface DatabasePart {
  readonly client: string
  /** Without its password; `null` if it is not known. */
  readonly address: string | null
  /** What names it: `config/database.js`, `DATABASE_URL`, `--database`, or `the default`. */
  readonly from: string
  readonly state: 'opened' | 'missing' | 'empty' | 'refused' | 'unreachable' | 'unknown'
  /** `SQLite 3.46.0` */
  readonly product: string | null
  readonly tables: number | null
  /** Who made it. */
  readonly origin: 'strapi4' | 'populus' | null
  /** The oldest Strapi that can have left the tables as they are. */
  readonly strapiSince: string | null
  /** PostgreSQL: the time zone of stored date-times. */
  readonly timezone: string | null
  readonly locales: readonly string[]
  /** Stored files by their upload provider. */
  readonly files: readonly { readonly provider: string; readonly count: number }[]
  /** Third parties by which users log in. */
  readonly loginProviders: readonly string[]
  /** Tables and columns that the schema files name and the database lacks. They read as empty. */
  readonly missing: readonly string[]
  /** Tables and columns that no schema file names. They stay as they are. */
  readonly unused: readonly string[]
  readonly notes: readonly string[]
  /** Enabled webhooks. */
  readonly webhooks: number
  /** Why it cannot be served. */
  readonly problems: readonly string[]
  /** What to do about that. */
  readonly solutions: readonly string[]
  /** Commands for its owner that would add indexes for speed. */
  readonly indexes: readonly string[]
}

export interface CodePart {
  readonly files: readonly CodeEntry[]
  /** Routes that answer 501 because of code that is not run. */
  readonly closed: readonly ClosedRoute[]
}

export interface CodeEntry {
  /** The path below the project folder. */
  readonly file: string
  /** `ignored` means that the setting `adopt.ignore` names it. */
  readonly state: 'runs' | 'not run' | 'ignored'
  readonly what: string
  /** What is closed because it is not run. */
  readonly closes: readonly string[]
}

export interface ClosedRoute {
  readonly method: string
  readonly path: string
  /** The file that is not run. */
  readonly file: string
}

export interface PluginEntry {
  readonly name: string
  readonly version: string
  readonly fate: 'built in' | 'ignored' | 'blocks' | 'unknown'
  readonly what: string
}

export interface SettingsPart {
  readonly taken: readonly TakenSetting[]
  readonly notTaken: readonly UnusedSetting[]
  /** Secrets that no source has. */
  readonly missingSecrets: readonly { readonly variable: string; readonly loss: string }[]
  readonly warnings: readonly string[]
  /** What is wrong with settings of Populus itself. */
  readonly problems: readonly string[]
}

export interface TakenSetting {
  readonly setting: string
  /** `null` if it is a secret. */
  readonly value: string | null
  /** `config/server.js: port` */
  readonly place: string
}

export interface UnusedSetting {
  /** `config/server.js: proxy` */
  readonly place: string
  /** Whether anyone can notice. */
  readonly matters: boolean
  readonly what: string
}

export interface DifferenceEntry {
  /** Its anchor in `docs/reference/strapi-differences.md`. */
  readonly id: string
  readonly what: string
  /** Why it matters for this project. */
  readonly why: string
}

export interface NextStep {
  /** `null` if no command does it. */
  readonly command: string | null
  readonly what: string
}

/** What is known about a Strapi v4 project before it is served. `docs/reference/adopt-report.md` describes the JSON form. */

export interface AdoptReport {
  /** Grows when a member is removed or changes its meaning. */
  readonly version: 1
  readonly project: ProjectPart
  readonly schema: SchemaPart
}

export interface ProjectPart {
  readonly folder: string
  readonly name: string
  /** The version range in `package.json`. */
  readonly strapi: string
}

export interface SchemaPart {
  readonly types: readonly ReportedType[]
  readonly components: readonly string[]
  /** Why the schema cannot be loaded. */
  readonly problems: readonly string[]
  /** Oddities that do not matter for the start. */
  readonly warnings: readonly string[]
}

export interface ReportedType {
  readonly uid: string
  readonly kind: 'collection' | 'single'
}

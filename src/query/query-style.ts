/** How the two dialects differ in reading a query string. */
import type { QueryLimits } from './limits.ts'

export interface QueryStyle {
  /**
   * `pagination` together with `populate`, and paging inside `populate` (per parent), are allowed. The setting
   * `api.populateWithPagination` overrides this.
   */
  readonly populateWithPagination: boolean
  /** Of several dot paths with a common beginning, the last one comes first below it. */
  readonly lastPathFirst: boolean
  /**
   * `fields` and `fields=` request only the id, as `fields[]=` does. In Strapi they mean all fields and the empty name,
   * respectively.
   */
  readonly blankFieldsAreNone: boolean
  /** `author.*` means everything below `author`. In Strapi it is a name that does not exist. */
  readonly wildcardsInPaths: boolean
  /** `on[blocks.hero]=false` turns a component off. In Strapi, any string below `on` turns it on. */
  readonly switchesOffBelowOn: boolean
  /** What has no meaning where it stands inside `populate` is an error. In Strapi it is ignored, or leaves a zone empty. */
  readonly idleOptionsAreErrors: boolean
}

/** Everything that parsing depends on besides the query string. */
export type QueryRules = QueryLimits & QueryStyle

/** What the two dialects read differently in a query string. */
import type { QueryLimits } from './limits.ts'

export interface QueryStyle {
  /** Of dot paths that share a beginning, the last one comes first below it. */
  readonly lastPathFirst: boolean
  /** `fields` and `fields=` ask for the id alone, as `fields[]=` does. In Strapi they mean all fields, and the empty name. */
  readonly blankFieldsAreNone: boolean
  /** `author.*` is everything below `author`. In Strapi it is a name that nothing has. */
  readonly wildcardsInPaths: boolean
  /** `on[blocks.hero]=false` switches a component off. In Strapi any text below `on` switches it on. */
  readonly switchesOffBelowOn: boolean
}

/** Everything that parsing depends on besides the text. */
export type QueryRules = QueryLimits & QueryStyle

/** What planning needs to know apart from the request. */
import type { Schema } from '../schema/schema.ts'
import type { Access } from './access.ts'
import type { PatternLimits } from './cost/check-pattern.ts'
import type { CostLimits } from './cost/estimate-cost.ts'
import type { TableStatistics } from './cost/table-statistics.ts'
import type { Condition } from './read/conditions/condition.ts'
import type { Leaf, TestSite } from './read/conditions/filter-operators.ts'
import type { SearchLimits } from './read/search/search-terms.ts'
import type { WireDialect } from './wire-dialect.ts'

export interface PlanContext {
  readonly schema: Schema
  readonly access: Access
  readonly dialect: WireDialect
  readonly settings: PlanSettings
  /** The locale of a localized type if the query names none. */
  readonly defaultLocale: string
  /** The locales of the project, to check names of them; absent if they are not known. */
  readonly locales?: ReadonlySet<string> | undefined
  /** The table sizes; absent if nothing is read. */
  readonly statistics?: TableStatistics
  /** Called with each comparison that filters of the query make, if somebody wants to know. */
  readonly compared?: ((comparison: Comparison) => void) | undefined
}

/** What became of values of the query. */
export interface Comparison {
  readonly operator: string
  readonly site: TestSite
  readonly values: readonly Leaf[]
  readonly condition: Condition
}

export interface PlanSettings extends PatternLimits, CostLimits, SearchLimits {
  readonly defaultLimit: number
  readonly maxLimit: number
  readonly withCount: boolean
  readonly populateNodes: number
  /** How many levels `populate=deep` has by the rules of the plugin; absent or 0 if it has our own. */
  readonly populateDeep?: number
  /** The major version of the plugin whose rules they are. */
  readonly populateDeepVersion?: number
  /** The most levels of `populate=deep`, and the most entries and characters that it is expected to add. */
  readonly deepLevels: number
  readonly deepEntries: number
  readonly deepLength: number
  readonly filterTerms: number
  readonly relationHops: number
  readonly toManySortHops: number
  readonly relatedSortKeys: number
  /** How many groups and computed values an aggregate may have. */
  readonly aggregateValues: number
  readonly listLength: number
  /** The database compares a column only with values of the column's type. */
  readonly strictTypes: boolean
}

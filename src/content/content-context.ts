/** What every operation on content needs. `app.ts` creates it once. */
import type { ChangeStore } from '../changes/change-store.ts'
import type { BoundedCache } from '../kept/bounded-cache.ts'
import type { Aggregates, ListIds, ListPlaces, Totals } from '../kept/list-facts.ts'
import type { ResponseCache } from '../kept/response-cache.ts'
import type { QueryInventory } from '../kept/use/query-inventory.ts'
import type { PlanSettings } from '../plan/plan-context.ts'
import type { WireDialect } from '../plan/wire-dialect.ts'
import type { QueryLimits } from '../query/limits.ts'
import type { Schema } from '../schema/schema.ts'
import type { Database } from '../storage/database.ts'
import type { AnswerLimits } from '../wire/answer-serializer.ts'
import type { ByteOutput } from '../wire/byte-output.ts'
import type { PreparedAggregate } from './aggregate/prepared-aggregate.ts'
import type { ContentHooks } from './content-hooks.ts'
import type { EntryHistory } from './entry-history.ts'
import type { EventStream } from './event-stream.ts'
import type { Outbox } from './outbox.ts'
import type { TableColumns } from './read/columns/table-columns.ts'
import type { EntryReads } from './read/entry-reads.ts'
import type { KeptPlans } from './read/kept-plans.ts'
import type { StatisticsKeeper } from './statistics-keeper.ts'
import type { PasswordLimits } from './write/values/password-hashes.ts'

export interface ContentContext {
  readonly schema: Schema
  readonly database: Database
  /** Lets the search index catch up with what others have written. */
  readonly settleSearch?: ((tables: readonly string[]) => Promise<void>) | undefined
  readonly dialect: WireDialect
  readonly limits: QueryLimits &
    AnswerLimits & { readonly expensiveCost: number; readonly statementTimeout: number } & PasswordLimits
  readonly settings: PlanSettings
  readonly statistics: StatisticsKeeper
  readonly plans: KeptPlans
  readonly aggregatePlans: BoundedCache<PreparedAggregate>
  readonly totals: Totals
  readonly listIds: ListIds
  readonly places: ListPlaces
  /** What was computed from lists. */
  readonly aggregates: Aggregates
  /** Columns in which lists are found; absent where none are kept. */
  readonly columns?: TableColumns | undefined
  readonly responses: ResponseCache
  /** Which queries clients ask; absent where nobody counts them. */
  readonly inventory?: QueryInventory | undefined
  readonly entryReads: EntryReads
  /** The buffer in which answers are assembled, one at a time. */
  readonly output: ByteOutput
  /** Whether files in media fields are marked in answers, because their addresses are signed before they are sent. */
  readonly markFiles?: boolean
  readonly defaultLocale: () => Promise<string>
  /** The locales of the project; `undefined` if there is no list of them. */
  readonly localeCodes: () => Promise<ReadonlySet<string> | undefined>
  readonly events: EventStream
  /** Where changes are recorded; absent if they are not. */
  readonly changes?: ChangeStore | undefined
  /** Where entries are kept as they were; absent if they are not. */
  readonly history?: EntryHistory | undefined
  /** What others are told after a commit; absent if nobody is. */
  readonly outbox?: Outbox | undefined
  /** The code of the project that takes part in writes, if it has any. */
  readonly hooks?: ContentHooks | undefined
  readonly hashPassword: (password: string) => Promise<string>
  readonly clock: () => Date
}

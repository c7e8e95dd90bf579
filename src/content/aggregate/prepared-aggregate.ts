/** What is kept of an aggregate: its key and its statement. */
import type { QueryUse } from '../../kept/use/query-use.ts'
import type { AggregateProgram } from '../../sql/aggregate/aggregate-program.ts'

export interface PreparedAggregate {
  /** Short, and different for every query and every set of rights. */
  readonly key: string
  readonly program: AggregateProgram
  /** Names in the query that have no meaning; `null` if there are none. */
  readonly hint: string | null
  /** Where its answers are counted, if they are. */
  readonly use: QueryUse | undefined
}

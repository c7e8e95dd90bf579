/** What is kept of an aggregate: its key and its statement. */
import type { QueryUse } from '../../kept/use/query-use.ts'
import type { AggregateProgram } from '../../sql/aggregate/aggregate-program.ts'
import type { AggregateScan } from './aggregate-scan.ts'

export interface PreparedAggregate {
  /** Short, and different for every query and every set of rights. */
  readonly key: string
  readonly program: AggregateProgram
  /** How it is computed from kept columns; `null` if only the database can. */
  readonly scan: AggregateScan | null
  /** Names in the query that have no meaning; `null` if there are none. */
  readonly hint: string | null
  /** Where its answers are counted, if they are. */
  readonly use: QueryUse | undefined
}

/** Aggregates on PostgreSQL, whose sums of whole numbers and decimals are exact. */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { ColumnKind } from '../../schema/column-kind.ts'
import type { ScalarType } from '../../schema/schema.ts'
import { isUtc } from '../../util/time/zone-clock.ts'
import { type Fragment, literal, sql, value } from '../fragment.ts'
import type { AggregateSql, SumSql } from './aggregate-sql.ts'

/** `timezone` is that of the stored date-times. */
export function postgresAggregates(timezone: string): AggregateSql {
  const inUtc = (type: ScalarType, date: Fragment) =>
    type === 'date' || isUtc(timezone) ? date : sql`${date} at time zone ${literal(timezone)} at time zone 'UTC'`
  return Object.freeze<AggregateSql>({
    bucket: (bucket, type, date) => {
      const moment = sql`cast(${inUtc(type, date)} as timestamp)`
      const first = sql`to_char(date_trunc(${literal(bucket)}, ${moment}), 'YYYY-MM-DD')`
      return sql`case when ${moment} >= '0001-01-01' and ${moment} < '10000-01-01' then ${first} end`
    },
    sum: (type, number) => numericSum(type === 'float' ? finite(number) : number),
    nothing: type => sql`cast(null as ${NULL_TYPES[ATTRIBUTE_TYPES[type].column] ?? sql`text`})`,
  })
}

/** Types for which functions are chosen. */
const NULL_TYPES: Partial<Record<ColumnKind, Fragment>> = {
  integer: sql`integer`,
  bigint: sql`bigint`,
  double: sql`double precision`,
  decimal: sql`numeric`,
  boolean: sql`boolean`,
  date: sql`date`,
  time: sql`time`,
  datetime: sql`timestamp`,
}

/** A sum of floats can overflow and depends on the order of the rows; a sum of their decimal digits does neither. */
function finite(number: Fragment): Fragment {
  return sql`case when ${number} > '-Infinity' and ${number} < 'Infinity' then cast(cast(${number} as text) as numeric) end`
}

function numericSum(number: Fragment): SumSql {
  const key = sql`sum(${number})`
  const count = sql`count(${number})`
  return {
    text: sql`cast(${key} as text)`,
    count,
    key,
    average: sql`cast(${key} as numeric) / nullif(${count}, 0)`,
    bound: given => sql`cast(${value(given)} as numeric)`,
  }
}

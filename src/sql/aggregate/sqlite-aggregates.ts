/** Aggregates on SQLite, whose sums of integers fail when they overflow and whose decimals are binary fractions. */
import type { GroupPlan } from '../../plan/aggregate/aggregate-plan.ts'
import type { ScalarType } from '../../schema/schema.ts'
import { type Fragment, literal, sql, value } from '../fragment.ts'
import type { AggregateSql, SumSql } from './aggregate-sql.ts'
import { SUM_PARTS } from './read-sum.ts'

export const sqliteAggregates: AggregateSql = Object.freeze<AggregateSql>({
  bucket: (bucket, _type, date) => {
    // Date-times are milliseconds; dates, and date-times of older databases, are text.
    const milliseconds = sql`iif(${date} < '', ${date}, unixepoch(${date}, 'subsec') * 1000.0)`
    const isUsual = sql`${milliseconds} between -62135596800000 and 253402300799999`
    return sql`iif(${isUsual}, ${FIRST_DAYS[bucket](sql`${milliseconds} / 1000.0, 'unixepoch'`)}, null)`
  },
  sum: (type, number) => (type === 'float' ? floatSum(number) : exactSum(type, number)),
  nothing: () => sql`null`,
})

const FIRST_DAYS: Readonly<Record<NonNullable<GroupPlan['bucket']>, (moment: Fragment) => Fragment>> = {
  day: moment => sql`date(${moment})`,
  week: moment => sql`date(${moment}, '-6 days', 'weekday 1')`,
  month: moment => sql`date(${moment}, 'start of month')`,
  quarter: moment => sql`printf('%s-%02d-01', strftime('%Y', ${moment}), (strftime('%m', ${moment}) - 1) / 3 * 3 + 1)`,
  year: moment => sql`date(${moment}, 'start of year')`,
}

/** A sum of reals never fails. */
function floatSum(number: Fragment): SumSql {
  const key = sql`sum(cast(${number} as real))`
  const count = sql`count(${number})`
  return {
    text: sql`iif(${count} = 0, null, printf('%!.17g', ${key}))`,
    count,
    key,
    average: sql`${key} / ${count}`,
    bound: given => value(Number(given)),
  }
}

/** Beyond this, a decimal has no digits after the point. */
const MOST = sql`1e15`

/**
 * Whole numbers are summed in two parts, so that no sum can overflow. Decimals are summed as whole numbers and millionths,
 * so that no fraction is lost.
 */
function exactSum(type: ScalarType, number: Fragment): SumSql {
  const { base } = SUM_PARTS[type === 'decimal' ? 'decimal' : 'integer']
  const unit = literal(base)
  const isDecimal = type === 'decimal'
  const real = sql`min(max(cast(${number} as real), -${MOST}), ${MOST})`
  const whole = isDecimal ? sql`cast(${real} as integer)` : sql`cast(${number} as integer) / ${unit}`
  const rest = isDecimal
    ? sql`cast(round((${real} - cast(${real} as integer)) * ${unit}) as integer)`
    : sql`cast(${number} as integer) % ${unit}`
  const [high, low] = [sql`sum(${whole})`, sql`sum(${rest})`]
  const key = sql`(${high} * ${unit} + ${low})`
  const count = sql`count(${number})`
  return {
    text: sql`${high} || ' ' || ${low}`,
    count,
    key,
    average: sql`${key} * 1.0 / ${count}`,
    // An exponent multiplies without a loss.
    bound: given => value(Number(isDecimal ? `${given}e6` : given)),
  }
}

/** Counts the entries of a built-in type that match a query. */
import { PopulusError } from '../../errors.ts'
import { planRead } from '../../plan/read/plan-read.ts'
import { parseQuery, readRequest } from '../../query/parse-query.ts'
import { compileRead } from '../../sql/compile-read.ts'
import { steps } from '../../storage/database.ts'
import { withinStack } from '../../util/process/within-stack.ts'
import type { ContentContext } from '../content-context.ts'
import type { ReadInput } from './prepare-read.ts'

/**
 * Returns the number as JSON. The query is checked like the query of a list; only the parameters that select entries
 * have an effect.
 */
export async function countFlat(context: ContentContext, { type, access, search, query }: ReadInput): Promise<string> {
  const { schema, dialect, settings, limits, database } = context
  const defaultLocale = await context.defaultLocale()
  const statistics = context.statistics.current()
  const planned = { schema, access, dialect, settings, defaultLocale, statistics }
  const plan = withinStack(
    () => {
      const request = query === undefined ? parseQuery(search, limits, dialect) : readRequest(query, limits, dialect)
      return planRead(request, type, { kind: 'flat-list' }, planned)
    },
    () => new PopulusError('tooManyLevels'),
  )
  const { list, values, tables } = compileRead({ ...plan, page: ONE_WITH_TOTAL }, database.dialect)
  if (plan.search !== null) await context.settleSearch?.(tables)
  if (list?.count == null) return '0'
  const expensive = plan.cost >= limits.expensiveCost
  const [rows = []] = await database.read(steps(database.dialect.bind(list.count.statement, [], { values })), {
    expensive,
  })
  return String(Number(rows[0]?.keys[0] ?? 0))
}

const ONE_WITH_TOTAL = { kind: 'offset', start: 0, limit: 1, withCount: true } as const

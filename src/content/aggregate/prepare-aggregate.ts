/** Query string -> the statement of an aggregate: parsed, planned and compiled once, then taken from the cache. */
import { PopulusError } from '../../errors.ts'
import { planAggregate } from '../../plan/aggregate/plan-aggregate.ts'
import { parseAggregate } from '../../query/aggregate/parse-aggregate.ts'
import { parseText } from '../../query/parse-text.ts'
import { compileAggregate } from '../../sql/aggregate/compile-aggregate.ts'
import { aggregateSize } from '../../sql/program-size.ts'
import { withinStack } from '../../util/process/within-stack.ts'
import { sha256 } from '../../util/sha256.ts'
import type { ContentContext } from '../content-context.ts'
import type { ReadInput } from '../read/prepare-read.ts'
import { countedQuery } from '../read/query-shape.ts'
import { aggregateScan } from './aggregate-scan.ts'
import type { PreparedAggregate } from './prepared-aggregate.ts'

/** Throws a PopulusError for an invalid query; such queries are not kept. */
export async function prepareAggregate(
  context: ContentContext,
  { type, access, search, queryLength }: ReadInput,
): Promise<PreparedAggregate> {
  const { schema, dialect, settings, limits, database, aggregatePlans } = context
  const defaultLocale = await context.defaultLocale()
  const text = `${access.fingerprint} ${type.uid} aggregate ${defaultLocale} ${search}`
  const known = aggregatePlans.get(text)
  if (known !== undefined) return known
  const statistics = context.statistics.current()
  const { program, scan, hints, use } = withinStack(
    () => {
      const within = queryLength === undefined ? limits : { ...limits, queryLength }
      const request = parseAggregate(search, within, dialect)
      const plan = planAggregate(request, type, { schema, access, dialect, settings, defaultLocale, statistics })
      const query = parseText(search, within, 'kept')
      const use = countedQuery(context, { type, query, target: { kind: 'aggregate' }, plan: { ...plan, order: [] } })
      const scan = context.columns?.isFor(type) === true ? aggregateScan(plan, database.dialect) : null
      return { program: compileAggregate(plan, database.dialect), scan, hints: plan.hints, use }
    },
    () => new PopulusError('tooManyLevels'),
  )
  const key = sha256(text, 'base64url').slice(0, 16)
  const prepared = Object.freeze({ key, program, scan, hint: hints.length === 0 ? null : hints.join('; '), use })
  aggregatePlans.set(text, prepared, aggregateSize(program))
  return prepared
}

/** Query string -> the statement of an aggregate: parsed, planned and compiled. */
import { createHash } from 'node:crypto'
import { PopulusError } from '../../errors.ts'
import { planAggregate } from '../../plan/aggregate/plan-aggregate.ts'
import { parseAggregate } from '../../query/aggregate/parse-aggregate.ts'
import type { AggregateProgram } from '../../sql/aggregate/aggregate-program.ts'
import { compileAggregate } from '../../sql/aggregate/compile-aggregate.ts'
import { withinStack } from '../../util/within-stack.ts'
import type { ContentContext } from '../content-context.ts'
import type { ReadInput } from '../read/prepare-read.ts'
import type { AnswerName } from '../read/read.ts'

export interface PreparedAggregate {
  readonly name: AnswerName
  readonly program: AggregateProgram
}

/** Throws a PopulusError for an invalid query. */
export async function prepareAggregate(
  context: ContentContext,
  { type, access, search, queryLength }: ReadInput,
): Promise<PreparedAggregate> {
  const { schema, dialect, settings, limits, database } = context
  const defaultLocale = await context.defaultLocale()
  const statistics = context.statistics.current()
  const { program, hints } = withinStack(
    () => {
      const within = queryLength === undefined ? limits : { ...limits, queryLength }
      const request = parseAggregate(search, within, dialect)
      const plan = planAggregate(request, type, { schema, access, dialect, settings, defaultLocale, statistics })
      return { program: compileAggregate(plan, database.dialect), hints: plan.hints }
    },
    () => new PopulusError('tooManyLevels'),
  )
  const text = `${access.fingerprint} ${type.uid} aggregate ${defaultLocale} ${search}`
  const key = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  const { tables, timed } = program
  return { name: { key, tables, timed, hint: hints.length === 0 ? null : hints.join('; ') }, program }
}

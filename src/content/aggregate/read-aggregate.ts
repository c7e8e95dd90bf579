/** The steps of an aggregate, from the query string to the bytes of the answer. */

import { NO_IDS } from '../../kept/dependencies/id-sets.ts'
import { NO_RESPONSES } from '../../kept/response-cache.ts'
import type { AggregateProgram } from '../../sql/aggregate/aggregate-program.ts'
import type { ReadOptions, ReadSteps } from '../../storage/database.ts'
import { aggregateJson } from '../../wire/aggregate-json.ts'
import type { ContentContext } from '../content-context.ts'
import type { ReadInput } from '../read/prepare-read.ts'
import { type AnswerName, type Client, type Reading, readNamed } from '../read/read.ts'
import { prepareAggregate } from './prepare-aggregate.ts'
import type { PreparedAggregate } from './prepared-aggregate.ts'

/** Answers a question, as `read` does for lists. Throws PopulusError. */
export async function readAggregate(
  context: ContentContext,
  input: ReadInput,
  client: Client,
  remembered?: AnswerName,
): Promise<Reading> {
  const query = remembered === undefined ? await prepareAggregate(context, input) : undefined
  client.planned?.()
  const name = remembered ?? aggregateName(query!)
  return readNamed(name.timed ? NO_RESPONSES : context.responses, name, client, async gone => {
    const { program } = query ?? (await prepareAggregate(context, input))
    const plain = await loadAggregate(context, program, gone)
    return { plain, dependencies: () => [{ plan: program.depends, ids: NO_IDS }] }
  })
}

function aggregateName({ key, hint, use, program: { tables, timed } }: PreparedAggregate): AnswerName {
  return { key, tables, timed, hint, use }
}

async function loadAggregate(
  context: ContentContext,
  program: AggregateProgram,
  gone: ReadOptions['gone'],
): Promise<Buffer> {
  const { database, limits } = context
  if (program.searches) await context.settleSearch?.(program.tables)
  const options: ReadOptions = { gone, expensive: program.cost >= limits.expensiveCost }
  return (
    (await database.readUnchanged(program.tables, aggregateSteps(context, program), options)) ??
    (await database.read(aggregateSteps(context, program), options))
  )
}

/** Reads the rows and returns the body of the answer. */
export function* aggregateSteps(
  { database: { dialect }, limits, clock }: ContentContext,
  program: AggregateProgram,
): ReadSteps<Buffer> {
  const { statement, timed } = program
  const [rows = []] = statement === null ? [] : yield [dialect.bind(statement, [], timed ? { now: clock() } : {})]
  return aggregateJson(program, rows, { format: dialect.rows, limits })
}

/** The steps of an aggregate, from the query string to the bytes of the answer. */

import { NO_IDS } from '../../kept/dependencies/id-sets.ts'
import { NO_RESPONSES } from '../../kept/response-cache.ts'
import { rowsBefore } from '../../plan/read/read-plan.ts'
import type { AggregateProgram } from '../../sql/aggregate/aggregate-program.ts'
import type { Row } from '../../sql/statement.ts'
import type { ReadOptions, ReadSteps } from '../../storage/database.ts'
import { readNow } from '../../storage/read-now.ts'
import { aggregateJson } from '../../wire/aggregate-json.ts'
import type { ContentContext } from '../content-context.ts'
import type { ReadInput } from '../read/prepare-read.ts'
import { type AnswerName, type Client, type Reading, readNamed } from '../read/read.ts'
import { prepareAggregate } from './prepare-aggregate.ts'
import type { PreparedAggregate } from './prepared-aggregate.ts'
import { scanAggregate } from './scan-aggregate.ts'

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
    const prepared = query ?? (await prepareAggregate(context, input))
    const { program } = prepared
    const rows = await findRows(context, prepared, { gone, fresh: client.fresh })
    return { plain: bodyOf(context, program, rows), dependencies: () => [{ plan: program.depends, ids: NO_IDS }] }
  })
}

function aggregateName({ key, hint, use, program: { tables, timed } }: PreparedAggregate): AnswerName {
  return { key, tables, timed, hint, use }
}

interface Finding {
  readonly gone: ReadOptions['gone']
  readonly fresh: boolean
}

/** Those that are known, brought up to date with what has changed since; or computed from kept columns, or by the database. */
async function findRows(
  context: ContentContext,
  { key, program, scan }: PreparedAggregate,
  { gone, fresh }: Finding,
): Promise<readonly Row[]> {
  const { database, aggregates, limits } = context
  const { depends, moved, timed, tables } = program
  const name = { key, dependencies: { plan: depends, ids: NO_IDS }, moved }
  const keeps = moved !== null && !timed
  const known = keeps && !fresh ? aggregates.get(name) : undefined
  if (known !== undefined) return known as readonly Row[]
  const scanned = scan === null || timed || fresh ? undefined : await scanAggregate(context, program, scan)
  if (scanned !== undefined) {
    if (keeps && hasAllGroups(program, scanned.rows))
      aggregates.set(name, scanned.rows, { asOf: scanned.asOf, isExact: true })
    return scanned.rows
  }
  if (program.searches) await context.settleSearch?.(tables)
  const options: ReadOptions = { gone, expensive: program.cost >= limits.expensiveCost }
  const { now: asOf } = database.versions
  const rows = await database.readUnchanged(tables, rowSteps(context, program), options)
  if (rows === undefined) return readNow(database, tables, () => rowSteps(context, program), options)
  if (keeps && hasAllGroups(program, rows)) aggregates.set(name, rows, { asOf, isExact: true })
  return rows
}

/** A page of some groups says nothing about those that a change may bring to it. */
function hasAllGroups({ page }: AggregateProgram, rows: readonly Row[]): boolean {
  return page === null || (rowsBefore(page) === 0 && Number(rows[0]?.[0]) === rows.length)
}

/** Reads the rows and returns the body of the answer. */
export function* aggregateSteps(context: ContentContext, program: AggregateProgram): ReadSteps<Buffer> {
  return bodyOf(context, program, yield* rowSteps(context, program))
}

function bodyOf({ database, limits }: ContentContext, program: AggregateProgram, rows: readonly Row[]): Buffer {
  return aggregateJson(program, rows, { format: database.dialect.rows, limits })
}

function* rowSteps(
  { database: { dialect }, clock }: ContentContext,
  { statement, timed }: AggregateProgram,
): ReadSteps<readonly Row[]> {
  const [rows = []] = statement === null ? [] : yield [dialect.bind(statement, [], timed ? { now: clock() } : {})]
  return rows
}

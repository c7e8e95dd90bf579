/** Lists named queries, and makes, changes and deletes those of the panel. */

import { z } from 'zod'
import type { NamedQueryInfo } from '../../admin-api/named-query-api.ts'
import type { JsonObject } from '../../admin-api/route-types.ts'
import { checkedQuery } from '../../content/named/check-named-query.ts'
import type { NamedQuery } from '../../content/named/named-query.ts'
import { QUERIES_PATH, queryPathOwner } from '../../content/named/query-path-owner.ts'
import { BadDefinition, QUERY_NAME } from '../../content/named/read-definition.ts'
import { PopulusError } from '../../errors.ts'
import type { Run } from '../../identity/records/change-rights.ts'
import { epochValue, idValue } from '../../identity/records/record-shape.ts'
import { badInput, checkInput, text } from '../../input/check-input.ts'
import { sql, value } from '../../sql/fragment.ts'
import { changeAlone } from '../../storage/change-alone.ts'
import type { ManagementContext } from '../management-context.ts'
import { queriesIn } from './stored-queries.ts'

const MOST_BYTES = 64 * 1024

/** What changes alone: a name belongs to one query. */
const NAMES = 'names of queries'

const input = z.strictObject({
  name: text(100).regex(QUERY_NAME, { error: 'expected only letters, digits, - and _' }),
  definition: z.record(z.string(), z.unknown(), { error: 'expected an object' }),
})

export async function listNamedQueries(context: ManagementContext): Promise<readonly NamedQueryInfo[]> {
  const { queries } = context
  const { usable, broken } = await queries.stored()
  const infos = [
    ...[...queries.files.values()].map(query => infoOf(context, query, 'file')),
    ...[...usable.values()].map(query => infoOf(context, query, 'panel')),
    ...broken.map(({ name, definition, problem }) => ({
      ...{ name, url: urlOf(context, name), source: 'panel' as const, type: null },
      definition: definition as JsonObject,
      problem,
    })),
  ]
  return infos.sort((one, other) => (one.name < other.name ? -1 : 1))
}

export async function createNamedQuery(
  context: ManagementContext,
  administrator: number,
  given: unknown,
): Promise<NamedQueryInfo> {
  const query = checkGiven(context, given)
  return changeAlone(context.database, NAMES, async run => {
    if (await isStored(context, run, query.name)) throw taken(query.name)
    await insert(context, run, query, administrator)
    return infoOf(context, query, 'panel')
  })
}

/** Also renames. */
export async function updateNamedQuery(
  context: ManagementContext,
  administrator: number,
  name: string,
  given: unknown,
): Promise<NamedQueryInfo> {
  return changeAlone(context.database, NAMES, async run => {
    await checkStored(context, run, name)
    const query = checkGiven(context, given)
    if (query.name !== name && (await isStored(context, run, query.name))) throw taken(query.name)
    await remove(context, run, name)
    await insert(context, run, query, administrator)
    return infoOf(context, query, 'panel')
  })
}

export async function deleteNamedQuery(context: ManagementContext, name: string): Promise<{ readonly name: string }> {
  return changeAlone(context.database, NAMES, async run => {
    await checkStored(context, run, name)
    await remove(context, run, name)
    return { name }
  })
}

function urlOf({ project }: ManagementContext, name: string): string {
  return `${project.prefix}/${QUERIES_PATH}/${name}`
}

function infoOf(
  context: ManagementContext,
  { name, type, definition }: NamedQuery,
  source: 'file' | 'panel',
): NamedQueryInfo {
  return {
    name,
    url: urlOf(context, name),
    source,
    type: type.uid,
    definition: definition as unknown as JsonObject,
    problem: null,
  }
}

function checkGiven(context: ManagementContext, given: unknown): NamedQuery {
  const { name, definition } = checkInput(input, given)
  const owner = queryPathOwner(context.schema)
  if (owner !== undefined)
    throw badInput([{ path: [], message: `the content type ${owner.uid} uses the path of named queries` }])
  if (context.queries.files.has(name)) throw taken(name)
  if (Buffer.byteLength(JSON.stringify(definition)) > MOST_BYTES)
    throw badInput([{ path: ['definition'], message: `expected at most ${MOST_BYTES} bytes` }])
  try {
    return checkedQuery(name, definition, context.api)
  } catch (error) {
    if (!(error instanceof BadDefinition)) throw error
    throw badInput(error.problems.map(({ path, message }) => ({ path: ['definition', ...path], message })))
  }
}

function taken(name: string): PopulusError {
  return badInput([{ path: ['name'], message: `there is already a query ${name}` }])
}

async function checkStored(context: ManagementContext, run: Run, name: string): Promise<void> {
  if (context.queries.files.has(name))
    throw new PopulusError('forbidden', {}, { hint: `the query is a file of the project, queries/${name}.json` })
  if (!(await isStored(context, run, name))) throw new PopulusError('notFound')
}

async function isStored({ database: { dialect } }: ManagementContext, run: Run, name: string): Promise<boolean> {
  if (!QUERY_NAME.test(name)) return false
  const rows = await run(sql`select 1 from ${queriesIn(dialect)} where query_name = ${value(name)}`)
  return rows.length > 0
}

async function insert(
  { database: { dialect }, clock }: ManagementContext,
  run: Run,
  { name, definition }: NamedQuery,
  administrator: number,
): Promise<void> {
  await run(sql`
    insert into ${queriesIn(dialect)} (query_name, definition, admin_id, changed_at)
    values (${value(name)}, ${value(JSON.stringify(definition))}, ${idValue(dialect, administrator)},
      ${epochValue(dialect, clock())})`)
}

async function remove({ database: { dialect } }: ManagementContext, run: Run, name: string): Promise<void> {
  await run(sql`delete from ${queriesIn(dialect)} where query_name = ${value(name)}`)
}

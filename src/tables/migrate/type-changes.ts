/**
 * Columns whose type is not the one that the schema needs. Nothing can be lost if the new type has room for all values of the
 * old one, or if there are none. For all others somebody has to ask: `populus migrate --convert articles.headline`.
 */
import { StartError } from '../../errors.ts'
import { name, sql, table as tableName } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { columnType, createIndex, dropIndex, replaceColumn } from './ddl.ts'
import type { PlanInput } from './inspect-migration.ts'
import { isEmptyColumn } from './is-empty.ts'
import type { Refusal } from './migration-refusal.ts'
import type { TypeChange } from './migration-step.ts'

export function isSafe({ way }: TypeChange): boolean {
  return way !== 'convert'
}

export function refusedType({ table, column, from, to }: TypeChange, { origin }: Pick<PlanInput, 'origin'>): Refusal {
  const command = `populus migrate --convert ${table}.${column.name}${origin === 'strapi4' ? ' --adopted' : ''}`
  return {
    what: `column ${table}.${column.name} has the type ${from.type}, but the schema needs ${to}`,
    advice: [`to convert its values: ${command}`, 'to keep them as they are: change the type back in the schema file'],
  }
}

/** Values that are stored as another type than the schema says cannot all be read again: nothing is served until someone decides. */
export function checkTypes(input: PlanInput): void {
  const refusals = input.typeChanges.filter(change => !isSafe(change)).map(change => refusedType(change, input))
  if (refusals.length === 0) return
  throw new StartError(
    'Columns that have values would change their type',
    refusals.flatMap(({ what, advice }) => [what, ...advice]),
  )
}

/** `articles.headline`. Returns what was done; throws StartError if a value would not survive. */
export async function convertColumn(run: RunFragment, input: PlanInput, text: string): Promise<readonly string[]> {
  const change = input.typeChanges.find(({ table, column }) => `${table}.${column.name}` === text)
  if (change === undefined)
    throw new StartError(`Cannot convert ${text}`, [
      'it is no column whose type differs from the schema',
      'populus migrate --plan lists them',
    ])
  const { table, column, from, to } = change
  const lost = await lostValues(run, change, input.dialect)
  if (lost > 0)
    throw new StartError(`Cannot convert ${text}`, [
      `${lost} of its values would not be the same as ${to}: change or empty them first`,
      'to reach them, change the type back in the schema file for as long',
    ])
  await replaceType(run, change, input.dialect)
  return [`converted column ${table}.${column.name} from ${from.type} to ${to}`]
}

/** How many values come back as something else. */
async function lostValues(run: RunFragment, change: TypeChange, dialect: SqlDialect): Promise<number> {
  const { table, column, from } = change
  const old = name(column.name)
  const there = sql`cast(${old} as ${columnType(column.kind, dialect)})`
  const back = sql`cast(cast(${there} as ${columnType(from.kind, dialect)}) as ${columnType('text', dialect)})`
  const text = sql`cast(${old} as ${columnType('text', dialect)})`
  try {
    const rows = await run(
      sql`select count(*) from ${tableName(table)} where ${old} is not null and ${back} <> ${text}`,
    )
    return Number(rows[0]?.[0] ?? 0)
  } catch (error) {
    throw new StartError(`Cannot convert ${table}.${column.name}`, [
      `the database refuses it: ${error instanceof Error ? error.message : String(error)}`,
      'change or empty such values first; to reach them, change the type back in the schema file for as long',
    ])
  }
}

/** SQLite drops no column that has an index, and PostgreSQL drops its indexes with it. */
export async function replaceType(run: RunFragment, change: TypeChange, dialect: SqlDialect): Promise<void> {
  const { table, column, oldIndexes, newIndexes } = change
  for (const index of oldIndexes) for (const statement of dropIndex(table, index, dialect)) await run(statement)
  const { add, convert, swap } = replaceColumn(table, column, dialect)
  await run(add)
  if (!(await isEmptyColumn(run, table, column.name))) await run(convert)
  for (const statement of swap) await run(statement)
  for (const index of newIndexes) await run(createIndex(table, index, dialect))
}

/**
 * Opens the indexes for `$contains`, `$startsWith`, `_q` and the like: creates those that schema files ask for, and drops those
 * that none does any more. The database itself keeps them, so that they are right for whoever writes.
 */
import { PopulusError } from '../../errors.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { isUnwritable } from '../../storage/write-refusal.ts'
import { CREATE_EXTENSION, foundIndexes, makePostgresParts, postgresPartsName, trigramsIn } from './postgres-parts.ts'
import { hasSqliteParts, makeSqliteParts, sqlitePartsName } from './sqlite-parts.ts'
import { type WantedParts, wantedParts, withParts } from './wanted-parts.ts'

export interface OpenedParts {
  /** The schema, whose attributes know their indexes. */
  readonly schema: Schema
  /** What was done, and what could not be done, one line each. */
  readonly report: readonly string[]
}

/** `place`: the schema of the content's tables. Only one process may do this at a time. */
export async function openParts(database: Database, schema: Schema, place: string): Promise<OpenedParts> {
  const wanted = wantedParts(schema)
  const open = database.dialect.name === 'sqlite' ? openOnSqlite : openOnPostgres
  try {
    return await open({ database, schema, place, wanted })
  } catch (error) {
    if (!isUnwritable(error)) throw error
    return { schema, report: wanted.length === 0 ? [] : [`No parts of texts are indexed. ${error.message}`] }
  }
}

interface Opening {
  readonly database: Database
  readonly schema: Schema
  readonly place: string
  readonly wanted: readonly WantedParts[]
}

async function openOnSqlite({ database, schema, wanted }: Opening): Promise<OpenedParts> {
  if (wanted.length === 0 && !(await hasSqliteParts(readingFrom(database)))) return { schema, report: [] }
  const made = await writing(database, run => makeSqliteParts(run, database.dialect, wanted))
  return { schema: withParts(schema, sqlitePartsName), report: indexed(made) }
}

async function openOnPostgres({ database, schema, place, wanted }: Opening): Promise<OpenedParts> {
  const reading = readingFrom(database)
  if (wanted.length === 0 && (await foundIndexes(reading, place)).length === 0) return { schema, report: [] }
  const extension = wanted.length === 0 ? 'none' : await withTrigrams(database)
  if (extension instanceof Error) {
    const columns = wanted.map(nameOf).join(', ')
    const why = `pg_trgm cannot be created (${extension.message})`
    return {
      schema,
      report: [`Parts of texts are not indexed: ${columns}. ${why}; run create extension pg_trgm as its owner`],
    }
  }
  const made = await writing(database, run => makePostgresParts(run, { place, extension, wanted }))
  return { schema: withParts(schema, postgresPartsName), report: indexed(made) }
}

/** Returns the schema of the extension, or why there is none. */
async function withTrigrams(database: Database): Promise<string | Error> {
  const reading = readingFrom(database)
  const there = await trigramsIn(reading)
  if (there !== undefined) return there
  try {
    await writing(database, run => run(CREATE_EXTENSION))
  } catch (error) {
    if (isUnwritable(error)) throw error
    const cause = error instanceof PopulusError ? error.cause : error
    return cause instanceof Error ? cause : new Error('refused')
  }
  return (await trigramsIn(reading)) ?? new Error('refused')
}

function writing<T>(database: Database, work: (run: RunFragment) => Promise<T>): Promise<T> {
  return database.write(transaction => work(runningIn(transaction, database)), { unlimited: true })
}

function indexed(made: readonly WantedParts[]): readonly string[] {
  return made.length === 0 ? [] : [`indexed parts of texts: ${made.map(nameOf).join(', ')}`]
}

function nameOf({ table, column }: WantedParts): string {
  return `${table}.${column}`
}

/**
 * The database that another one is copied to. It is not used by anyone before it is complete: a PostgreSQL database has a
 * mark that keeps servers away, a SQLite database is written beside its place and then moved there.
 */

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../errors.ts'
import { sql, table } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { ownFilename } from '../../storage/sqlite/own-filename.ts'
import { type CopyMark, markCopy, readCopyMark, unmarkCopy } from '../../tables/copy-mark.ts'
import { createOwnTables, createSchema } from '../../tables/desired/own-tables.ts'
import { inspectTables } from '../../tables/existing/inspect-tables.ts'
import { contentSchema, databaseText, openDatabase, type StorageConfig } from '../../tables/open-database.ts'
import { sha256 } from '../../util/sha256.ts'
import { createTables, finishTables } from './create-tables.ts'
import type { PlannedTable, TablePlan } from './planned-table.ts'

export interface CopyTarget {
  readonly database: Database
  /** How to open the same database again. */
  readonly config: StorageConfig['database']
  /** The schema that holds the content's tables. */
  readonly schema: string
  /** The tables are there, from a copy that was interrupted. */
  readonly resumed: boolean
  /** Adds indexes and keys, lets new rows get new ids, and makes the database available. Returns what is worth a line. */
  finish(tables: readonly PlannedTable[]): Promise<readonly string[]>
  close(): Promise<void>
}

export interface TargetInput {
  readonly storage: StorageConfig
  /** Where the rows come from, as text. */
  readonly from: string
  readonly timezone: string
  readonly plan: (database: Database) => TablePlan
}

/** Throws StartError if there is content. Nothing is changed then. */
export async function openCopyTarget(input: TargetInput): Promise<CopyTarget> {
  const { database: config } = input.storage
  const stage = config.client === 'sqlite' ? stagedFile(config.filename) : null
  const storage =
    stage === null ? input.storage : { ...input.storage, database: { client: 'sqlite' as const, filename: stage } }
  const database = await openDatabase(storage, { unordered: true })
  try {
    const schema = contentSchema(config)
    const resumed = await prepare(database, { ...input, schema })
    const target = { database, config: storage.database, schema, resumed, close: once(() => database.close()) }
    return {
      ...target,
      async finish(tables) {
        const notes = await finishAll(target, tables)
        if (stage !== null && config.client === 'sqlite') {
          await target.close()
          moveFiles(stage, config.filename)
        }
        return notes
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}

/** Beside the file, because only files on one disk can be renamed. */
function stagedFile(filename: string): string {
  if (filename === ':memory:')
    throw new StartError('A database cannot be copied into memory', ['name a file with --database'])
  if (existsSync(filename))
    throw new StartError(`The database ${filename} exists`, [
      'a database is copied to a new one: remove the file, or name another with --database sqlite:PATH',
      'nothing was changed',
    ])
  const folder = join(dirname(filename), '.populus-adopt')
  mkdirSync(folder, { recursive: true })
  return join(folder, basename(filename))
}

function moveFiles(staged: string, filename: string): void {
  // The content's file is the last one: without it there is no database.
  renameSync(ownFilename(staged), ownFilename(filename))
  renameSync(staged, filename)
  rmSync(dirname(staged), { recursive: true, force: true })
}

/** True if an interrupted copy goes on. */
async function prepare(database: Database, input: TargetInput & { readonly schema: string }): Promise<boolean> {
  const { dialect } = database
  const { schema, from } = input
  const { tables } = input.plan(database)
  const mark = { from, fingerprint: fingerprintOf(tables, input) }
  const existing = await readCopyMark(readingFrom(database), dialect, schema)
  if (existing !== null && existing.from === from && existing.fingerprint === mark.fingerprint) return true
  await database.write(
    async transaction => {
      const run = runningIn(transaction, database)
      await clear(run, database, { ...input, existing })
      await createOwnTables(run, dialect)
      await createSchema(run, dialect, schema)
      await createTables(run, dialect, tables)
      await markCopy(run, dialect, schema, mark)
    },
    { unlimited: true },
  )
  return false
}

/** Tables are removed only if a copy has created them: the mark says so. */
async function clear(
  run: RunFragment,
  { dialect }: Database,
  { schema, from, existing, storage }: TargetInput & { readonly schema: string; readonly existing: CopyMark | null },
): Promise<void> {
  const { tables } = await inspectTables(run, dialect, schema)
  const isOurs = dialect.name === 'sqlite' || existing?.from === from
  if (tables.length > 0 && !isOurs)
    throw new StartError(`The database ${databaseText(storage.database)} is not empty`, [
      existing === null
        ? 'a database is copied to an empty one: create one, and name it with --database'
        : `an interrupted copy of ${existing.from} has left tables in it`,
      'nothing was changed',
    ])
  for (const { name } of tables)
    await run(
      dialect.name === 'sqlite' ? sql`drop table ${table(name)}` : sql`drop table ${table(name, schema)} cascade`,
    )
}

function fingerprintOf(tables: readonly PlannedTable[], { timezone, storage }: TargetInput): string {
  const zone = storage.database.client === 'postgres' ? storage.database.timezone : ''
  const parts = tables.map(({ definition, exactTypes }) => [definition, [...exactTypes]])
  return sha256(JSON.stringify([parts, timezone, zone]))
}

function finishAll(
  { database, schema }: Pick<CopyTarget, 'database' | 'schema'>,
  tables: readonly PlannedTable[],
): Promise<readonly string[]> {
  return database.write(
    async transaction => {
      const run = runningIn(transaction, database)
      const notes = await finishTables(run, database.dialect, tables)
      await unmarkCopy(run, database.dialect, schema)
      return notes
    },
    { unlimited: true },
  )
}

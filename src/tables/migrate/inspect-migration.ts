/** Everything about a database that a migration plan depends on, read in advance. */
import type { Schema } from '../../schema/schema.ts'
import { join, name, sql, table as tableName } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { desiredTables } from '../desired/desired-tables.ts'
import { distinctNames } from '../desired/distinct-names.ts'
import type { IndexDefinition, TableDefinition } from '../desired/table-definition.ts'
import { resolveCustomFields } from '../existing/custom-columns.ts'
import { type FoundTables, inspectTables } from '../existing/inspect-tables.ts'
import { type DatabaseOrigin, recogniseDatabase } from '../existing/recognise-database.ts'
import { inspectColumns, type StoredColumns } from '../existing/stored-kinds.ts'
import { type LeftField, leftFields } from '../renames/left-fields.ts'
import { type Change, diffTables } from './diff-tables.ts'
import { type DraftEntries, entriesToPublish, leftDrafts } from './draft-publish.ts'
import { findTypeChanges } from './find-type-changes.ts'
import type { TypeChange } from './migration-step.ts'

export interface PlanInput {
  readonly schema: Schema
  readonly desired: readonly TableDefinition[]
  readonly found: FoundTables
  readonly columns: StoredColumns
  readonly dialect: SqlDialect
  readonly origin: DatabaseOrigin
  /** From what was found to what is desired. */
  readonly changes: readonly Change[]
  readonly typeChanges: readonly TypeChange[]
  /** The unique indexes among the changes that existing rows do not allow, by name. */
  readonly impossible: ReadonlySet<string>
  /** Drafts of types that no longer have draft and publish. */
  readonly drafts: readonly DraftEntries[]
  /** Entries of types that did not have it before. */
  readonly unpublished: readonly DraftEntries[]
  /** Content of components and dynamic zones that no attribute reads any more. */
  readonly fields: readonly LeftField[]
}

export interface InspectedDatabase {
  readonly dialect: SqlDialect
  /** The schema that holds the content's tables. */
  readonly place: string
  /** The types of the project. */
  readonly schema: Schema
}

export async function inspectMigration(
  run: RunFragment,
  { dialect, place, schema: files }: InspectedDatabase,
): Promise<PlanInput> {
  const found = await inspectTables(run, dialect, place)
  const columns = await inspectColumns(run, dialect, place)
  const { schema } = resolveCustomFields(files, columns)
  const desired = desiredTables(schema)
  const changes = distinctNames(diffTables(desired, found, dialect), found, dialect)
  const drafts = { schema, found, dialect }
  return Object.freeze({
    schema,
    desired,
    found,
    columns,
    dialect,
    origin: await recogniseDatabase(run, { dialect, schema: place, found }),
    changes,
    typeChanges: await findTypeChanges(run, { desired, found, columns, changes, dialect }),
    impossible: await impossibleIndexes(run, changes, found),
    drafts: await leftDrafts(run, drafts),
    unpublished: await entriesToPublish(run, drafts),
    fields: await leftFields(run, { schema, found }),
  })
}

async function impossibleIndexes(
  run: RunFragment,
  changes: readonly Change[],
  found: FoundTables,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (const change of changes) {
    if (change.kind !== 'add-index' || change.fresh || !change.index.unique) continue
    // A column that is yet to be added is empty, and empty values may occur twice.
    if (!change.index.columns.every(column => found.hasColumn(change.table, column))) continue
    if (await hasDuplicates(run, change.table, change.index)) names.add(change.index.name)
  }
  return names
}

async function hasDuplicates(run: RunFragment, table: string, index: IndexDefinition): Promise<boolean> {
  const columns = index.columns.map(name)
  const present = columns.map(column => sql`${column} is not null`)
  const rows = await run(sql`
    select 1 from ${tableName(table)} where ${join(present, ' and ')}
    group by ${join(columns)} having count(*) > 1 limit 1`)
  return rows.length > 0
}

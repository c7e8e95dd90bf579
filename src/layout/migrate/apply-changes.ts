/** Applies the changes that diff-tables found and reports them. */

import { join, name, sql, table as tableName } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import type { FoundTables } from '../adopt/inspect-tables.ts'
import { distinctNames } from '../tables/distinct-names.ts'
import type { IndexDefinition } from '../tables/table-definition.ts'
import { addColumn, addForeignKey, createIndex, createTable, dropIndex } from './ddl.ts'
import type { Change } from './diff-tables.ts'

/** Returns lines such as `added table articles`, `added column articles.title`. `found` is the state before. */
export async function applyChanges(
  run: RunFragment,
  changes: readonly Change[],
  { found, dialect }: { readonly found: FoundTables; readonly dialect: SqlDialect },
): Promise<readonly string[]> {
  const named = distinctNames(changes, found, dialect)
  const indexes = named.filter(change => change.kind === 'add-index')
  const others = named.filter(change => change.kind === 'add-table' || change.kind === 'add-column')
  const lines: string[] = []
  for (const change of named) {
    if (change.kind !== 'drop-index') continue
    for (const statement of dropIndex(change.table, change.name, dialect)) await run(statement)
    lines.push(`dropped index ${change.name}, which the schema no longer needs`)
  }
  for (const change of others) lines.push(await applyStructure(change, dialect, run))
  for (const change of others) if (change.kind === 'add-table') await addKeys(change, dialect, run)
  for (const change of indexes) lines.push(...(await applyIndex(change, dialect, run)))
  return Object.freeze(lines)
}

type IndexChange = Extract<Change, { kind: 'add-index' }>
type StructureChange = Extract<Change, { kind: 'add-table' | 'add-column' }>

async function applyStructure(change: StructureChange, dialect: SqlDialect, run: RunFragment): Promise<string> {
  if (change.kind === 'add-table') {
    await run(createTable(change.table, dialect))
    return `added table ${change.table.name}`
  }
  await run(addColumn(change.table, change.column, change.foreignKey, dialect))
  return `added column ${change.table}.${change.column.name}`
}

async function addKeys(
  change: Extract<Change, { kind: 'add-table' }>,
  dialect: SqlDialect,
  run: RunFragment,
): Promise<void> {
  if (dialect.name === 'sqlite') return
  for (const key of change.table.foreignKeys) await run(addForeignKey(change.table.name, key))
}

async function applyIndex(
  { table, index, fresh }: IndexChange,
  dialect: SqlDialect,
  run: RunFragment,
): Promise<string[]> {
  if (index.unique && !fresh && (await hasDuplicates(table, index, run))) {
    return [`skipped index ${index.name}: ${table}(${index.columns.join(', ')}) holds the same value more than once`]
  }
  await run(createIndex(table, index, dialect))
  return fresh ? [] : [`added index ${index.name}`]
}

async function hasDuplicates(table: string, index: IndexDefinition, run: RunFragment): Promise<boolean> {
  const columns = index.columns.map(name)
  const present = columns.map(column => sql`${column} is not null`)
  const rows = await run(sql`
    select 1 from ${tableName(table)} where ${join(present, ' and ')}
    group by ${join(columns)} having count(*) > 1 limit 1`)
  return rows.length > 0
}

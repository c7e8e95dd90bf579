/** Finds what looks like a rename: one column or table is gone from the schema, and a like one is new in it. */
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { ColumnDefinition, TableDefinition } from '../desired/table-definition.ts'
import type { FoundTable } from '../existing/inspect-tables.ts'
import { isSameKind } from '../existing/stored-kinds.ts'
import { storedName } from '../existing/stored-name.ts'
import type { PlanInput } from '../migrate/inspect-migration.ts'

export interface ProbableRename {
  /** `null`: the table itself is renamed. */
  readonly table: string | null
  readonly from: string
  readonly to: string
}

/** What `populus migrate --rename` expects: `posts.headline=title`. */
export function renameText({ table, from, to }: ProbableRename): string {
  return `${table === null ? '' : `${table}.`}${from}=${to}`
}

/** Columns that the server adds. No attribute was ever called so. */
export const SYSTEM_COLUMNS: readonly string[] = [
  'id',
  'created_at',
  'updated_at',
  'published_at',
  'created_by_id',
  'updated_by_id',
  'locale',
]

/** The columns of a table that no attribute has any more. */
export function surplusColumns({ desired, found, dialect }: PlanInput, table: string): readonly string[] {
  const wanted = desired.find(({ name }) => name === table)?.columns.map(({ name }) => storedName(name, dialect)) ?? []
  return found.table(table)?.columns.filter(column => column !== 'id' && !wanted.includes(column)) ?? []
}

/** For columns that a migration would add. */
export function columnRenames(input: PlanInput): readonly ProbableRename[] {
  return input.changes.flatMap(change =>
    change.kind === 'add-column' ? renamesTo(input, change.table, change.column).slice(0, 1) : [],
  )
}

/** All columns of the table that may have been the given one. */
export function renamesTo(input: PlanInput, table: string, column: ColumnDefinition): readonly ProbableRename[] {
  if (SYSTEM_COLUMNS.includes(column.name)) return []
  return surplusColumns(input, table)
    .filter(name => {
      const kind = input.columns.column(table, name)?.kind
      return !SYSTEM_COLUMNS.includes(name) && kind && isSameKind(kind, column.kind, input.dialect)
    })
    .map(from => ({ table, from, to: column.name }))
}

/** For tables that a migration would add. */
export function tableRenames({ found, desired, dialect, changes }: PlanInput): readonly ProbableRename[] {
  const wanted = new Set(desired.map(({ name }) => storedName(name, dialect)))
  const surplus = found.tables.filter(({ name }) => !wanted.has(name))
  const missing = changes.flatMap(change => (change.kind === 'add-table' ? [change.table] : []))
  const renamed = new Map<string, string>()
  for (const table of missing.filter(({ name }) => !isComponentTable(name))) {
    const old = surplus.find(there => !isComponentTable(there.name) && isSameShape(there, table, dialect))
    if (old !== undefined) renamed.set(table.name, old.name)
  }
  // All of these look alike, so each one follows the table whose components it holds.
  for (const { name } of missing.filter(table => isComponentTable(table.name))) {
    const owner = renamed.get(name.slice(0, -COMPONENTS.length))
    const old = surplus.find(there => there.name === `${owner}${COMPONENTS}`)
    if (old !== undefined) renamed.set(name, old.name)
  }
  return [...renamed].map(([to, from]) => ({ table: null, from, to }))
}

/** For components, dynamic zones and media. */
export function fieldRenames({ fields }: PlanInput): readonly ProbableRename[] {
  return fields.flatMap(({ table, field, newNames: [to] }) => (to === undefined ? [] : [{ table, from: field, to }]))
}

const COMPONENTS = '_components'
const isComponentTable = (name: string): boolean => name.endsWith(COMPONENTS)

/** True for the same columns: link tables name both of their ends, and types name all of their attributes. */
export function isSameShape(old: FoundTable, table: TableDefinition, dialect: Pick<SqlDialect, 'name'>): boolean {
  const names = (columns: readonly string[]) => [...columns].sort().join('\n')
  return names(old.columns) === names(table.columns.map(({ name }) => storedName(name, dialect)))
}

/** Finds the columns whose type is not the one that the schema needs, and how they can be changed. */
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import type { IndexDefinition, TableDefinition } from '../desired/table-definition.ts'
import type { FoundTables } from '../existing/inspect-tables.ts'
import { isLossless, isSameKind, type StoredColumns } from '../existing/stored-kinds.ts'
import { storedName } from '../existing/stored-name.ts'
import type { Change } from './diff-tables.ts'
import { isEmptyColumn } from './is-empty.ts'
import type { TypeChange } from './migration-step.ts'

interface Inspected {
  readonly desired: readonly TableDefinition[]
  readonly found: FoundTables
  readonly columns: StoredColumns
  readonly changes: readonly Change[]
  readonly dialect: SqlDialect
}

export async function findTypeChanges(run: RunFragment, input: Inspected): Promise<readonly TypeChange[]> {
  const changes: TypeChange[] = []
  for (const change of differentTypes(input)) {
    const keeps = isLossless(change.from.kind, change.column.kind)
    const isEmpty = !keeps && (await isEmptyColumn(run, change.table, change.column.name))
    changes.push({ ...change, way: keeps ? 'widen' : isEmpty ? 'replace' : 'convert' })
  }
  return changes
}

function differentTypes({ desired, found, columns, changes, dialect }: Inspected): readonly Omit<TypeChange, 'way'>[] {
  const missing = new Set(changes.flatMap(change => (change.kind === 'add-index' ? [indexKey(change)] : [])))
  return desired.flatMap(table => {
    const there = found.table(table.name)
    if (there === undefined) return []
    return table.columns.flatMap((column): Omit<TypeChange, 'way'>[] => {
      const stored = columns.column(table.name, column.name)
      if (stored === undefined || stored.kind === null || isSameKind(stored.kind, column.kind, dialect)) return []
      const held = storedName(column.name, dialect)
      return [
        {
          kind: 'change-type',
          table: table.name,
          column,
          from: { type: stored.type.toLowerCase(), kind: stored.kind },
          to: dialect.columnTypes[column.kind],
          oldIndexes: there.indexes.filter(({ columns }) => columns.includes(held)).map(({ name }) => name),
          newIndexes: table.indexes.filter(
            index => index.columns.includes(column.name) && !missing.has(indexKey({ table: table.name, index })),
          ),
        },
      ]
    })
  })
}

/** Names are no help: one that is taken is replaced. */
function indexKey({ table, index }: { readonly table: string; readonly index: IndexDefinition }): string {
  return JSON.stringify([table, index.unique, index.columns])
}

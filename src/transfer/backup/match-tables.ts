/** Finds the table for each table of an archive, and adds what only the archive has: tables and columns kept from before. */

import { VERSION_COLUMNS, VersionStore } from '../../history/version-store.ts'
import type { ColumnKind } from '../../schema/column-kind.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import type { TableDefinition } from '../../tables/desired/table-definition.ts'
import { inspectTables } from '../../tables/existing/inspect-tables.ts'
import { inspectColumns } from '../../tables/existing/stored-kinds.ts'
import { storedName } from '../../tables/existing/stored-name.ts'
import { addColumn } from '../../tables/migrate/ddl.ts'
import { type BackupManifest, SAVED_VERSIONS, type SavedColumn, type SavedTable, type TablePlace } from './manifest.ts'
import { type MadeColumn, makeTable } from './structure/make-tables.ts'

export interface TargetTable {
  readonly saved: SavedTable
  readonly schema: string
  readonly name: string
  /** In the order of the archive's values. */
  readonly columns: readonly MadeColumn[]
  /** The restore has created it. */
  readonly made: boolean
}

export interface MatchPlace {
  readonly dialect: SqlDialect
  readonly schema: string
  readonly manifest: BackupManifest
  readonly known: readonly TableDefinition[]
}

/** By place and the name in the archive: `content articles`. */
export async function matchTables(
  run: RunFragment,
  { dialect, schema, manifest, known }: MatchPlace,
): Promise<ReadonlyMap<string, TargetTable>> {
  const targets = new Map<string, TargetTable>()
  const schemas: Readonly<Record<TablePlace, string>> = { content: schema, own: dialect.ownSchema }
  for (const place of ['content', 'own'] as const) {
    const match = await matcher(run, { dialect, schema: schemas[place], manifest, known })
    for (const saved of manifest.tables.filter(table => table.place === place))
      targets.set(
        `${place} ${saved.name}`,
        await (isVersions(saved) ? versionsIn(run, { dialect, schema }, saved) : match(saved)),
      )
  }
  return targets
}

export function isVersions({ place, name }: SavedTable): boolean {
  return place === 'own' && name === SAVED_VERSIONS
}

/** A database of ours has the table already. */
async function versionsIn(
  run: RunFragment,
  { dialect, schema }: Pick<MatchPlace, 'dialect' | 'schema'>,
  saved: SavedTable,
): Promise<TargetTable> {
  const store = new VersionStore(dialect, schema)
  if ((await run(store.exists)).length === 0) for (const statement of store.create) await run(statement)
  const { place } = store
  const kinds = new Map<string, ColumnKind>(VERSION_COLUMNS.map(({ name, kind }) => [name, kind]))
  const columns = saved.columns.map(({ name }) => ({ name, kind: kinds.get(name) ?? 'text' }))
  return { saved, schema: place.schema ?? schema, name: place.table, columns, made: false }
}

async function matcher(run: RunFragment, { dialect, schema, manifest, known: types }: MatchPlace) {
  const found = await inspectTables(run, dialect, schema)
  const kinds = await inspectColumns(run, dialect, schema)
  const source = { name: manifest.database.client }
  /** The archive may hold the short forms that PostgreSQL makes of long names. */
  const full = (names: readonly string[], saved: string): string | undefined =>
    names.find(name => name === saved || name === storedName(saved, dialect) || storedName(name, source) === saved)
  return async (saved: SavedTable): Promise<TargetTable> => {
    const named = found.tables.map(table => table.name)
    const name = full(named, saved.name)
    if (name === undefined) {
      const columns = await makeTable({ run, dialect, schema, manifest, known: types }, saved)
      return { saved, schema, name: storedName(saved.name, dialect), columns, made: true }
    }
    const existing = found.table(name)!.columns
    const columns: MadeColumn[] = []
    for (const column of saved.columns) {
      const known = full(existing, column.name)
      const definition = { name: known ?? column.name, kind: addedKind(column) }
      if (known === undefined) await run(addColumn(name, definition, null, dialect))
      columns.push(known === undefined ? definition : { name: known, kind: kinds.column(name, known)?.kind ?? 'text' })
    }
    return { saved, schema, name, columns, made: false }
  }
}

/** Strings that nothing limits any more may be long. */
function addedKind({ name, kind }: SavedColumn): ColumnKind {
  if (name === 'id' && kind === 'integer') return 'id'
  return kind === null || kind === 'varchar' ? 'text' : kind
}

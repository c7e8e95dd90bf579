/** The tables of a copy: created empty, and completed when their rows are there. */
import { type Fragment, literal, NOTHING, name, sql, table } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { setLastId } from '../../storage/bulk-write.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { withStrapisIds } from '../../tables/existing/id-room.ts'
import { addForeignKey, createIndex, createTable } from '../../tables/migrate/ddl.ts'
import { findOrphans } from '../find-orphans.ts'
import type { ExactType, PlannedTable } from './planned-table.ts'

/** Without indexes and keys: rows are added faster, and in any order. */
export async function createTables(
  run: RunFragment,
  dialect: SqlDialect,
  tables: readonly PlannedTable[],
): Promise<void> {
  for (const { definition, exactTypes } of tables) {
    await run(createTable(definition, withStrapisIds(dialect)))
    if (dialect.name === 'sqlite') continue
    for (const [column, type] of exactTypes)
      await run(
        sql`alter table ${table(definition.name)} alter column ${name(column)} type ${typeText(type)}${usingOf(column, type)}`,
      )
  }
}

function typeText(type: ExactType): Fragment {
  if (type.kind === 'bytes') return sql`bytea`
  return sql`decimal(${literal(type.precision)}, ${literal(type.scale)})`
}

const usingOf = (column: string, { kind }: ExactType): Fragment =>
  kind === 'bytes' ? sql` using ${name(column)}::bytea` : NOTHING

/** Returns a line for each key that rows do not fulfil. */
export async function finishTables(
  run: RunFragment,
  dialect: SqlDialect,
  tables: readonly PlannedTable[],
): Promise<readonly string[]> {
  const notes: string[] = []
  for (const { definition, source } of tables) {
    for (const index of definition.indexes) await run(createIndex(definition.name, index, dialect))
    if (definition.columns.some(({ kind }) => kind === 'id'))
      await setLastId(run, dialect, definition.name, await lastId(run, definition.name, source.lastId))
  }
  for (const { definition } of tables)
    for (const key of definition.foreignKeys) {
      const broken = await findOrphans(run, definition.name, {
        columns: [key.column],
        table: key.table,
        targets: ['id'],
      })
      if (broken !== null) notes.push(`${broken}; it is copied as it is`)
      if (dialect.name === 'postgres')
        await run(sql`${addForeignKey(definition.name, key)}${broken === null ? NOTHING : sql` not valid`}`)
    }
  return notes
}

/** A server that was restarted may have forgotten the ids of rows that are gone. */
async function lastId(run: RunFragment, of: string, given: number): Promise<number> {
  const [row] = await run(sql`select max(${name('id')}) from ${table(of)}`)
  return Math.max(given, Number(row?.[0] ?? 0))
}
